import type { Page } from 'playwright-core';
import type { Screen } from './screens.ts';

const dryRunLevelsPath = `/admin/levels/rehearsal?before=2020-01-01&levels=${encodeURIComponent(
  JSON.stringify([
    { trades: 0, openKrw: '100000' },
    { trades: 5, casesLostMost: 1, openKrw: null },
  ]),
)}`;
const feesPath = `/admin/fees/rehearsal?before=2020-01-01&rule=${encodeURIComponent(
  JSON.stringify({
    rate: '0.005',
    tiers: [{ from: '100.0000', rate: '0.004' }],
    codes: { WELCOME: '0' },
    minimum: '0.1000',
  }),
)}`;

/** A simulated replay in progress: a real one would end before it is looked at. */
const replayRunning = async (page: Page) => {
  const replay = {
    _id: '6d0a3a5c-63a5-4d0a-9a6f-0f6f2b1c7d11',
    readModel: 'fees',
    kind: 'rebuild',
    state: 'running',
    startedBy: null,
    startedAt: '2026-11-20T06:00:00.000Z',
    finishedAt: null,
    progress: { events: 4200, total: 10_000, eventsPerSecond: 900, secondsLeft: 7 },
    differences: [],
    cause: null,
  };
  // It stays, because the page asks again every second.
  await page.route('**/api/v1/admin/replays*', (route) =>
    route.fulfill({ json: { items: [replay], nextCursor: null } }),
  );
  await page.reload();
  await page.getByRole('progressbar').first().waitFor();
};

/** Staff pages other than the queues: dashboards, transactions, price, users, inbox and finance. */
export const staffScreens: readonly Screen[] = [
  { name: 'admin dashboard', who: 'admin', path: '/admin/dashboard', ready: 'main svg[role=img] rect' },
  {
    name: 'admin dashboard, as a table',
    who: 'admin',
    path: '/admin/dashboard?figure=fees&span=30',
    ready: 'main summary',
    prepare: (page) => page.locator('main summary').click(),
  },
  { name: 'transactions', who: 'admin', path: '/admin/transactions', ready: 'main tbody tr' },
  {
    name: 'transactions, opened',
    who: 'admin',
    path: ({ busyOrderId }) => `/admin/transactions?order=${busyOrderId}`,
    ready: 'main tbody table tbody tr',
  },
  {
    name: 'transactions, none found',
    who: 'admin',
    path: '/admin/transactions?search=nothing',
    ready: 'main h2',
  },
  {
    name: 'transaction',
    who: 'admin',
    path: ({ busyOrderId }) => `/admin/transaction/${busyOrderId}`,
    ready: 'main tbody tr',
  },
  { name: 'set price', who: 'admin', path: '/admin/setprice', ready: 'main tbody tr' },
  {
    name: 'set price, last question',
    who: 'admin',
    path: '/admin/setprice',
    ready: '#price',
    prepare: async (page) => {
      await page.locator('#price').fill('1,600');
      await page.keyboard.press('Enter');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'users', who: 'admin', path: '/admin/users', ready: 'main tbody tr' },
  { name: 'users, opened', who: 'admin', path: '/admin/users?user=seojin0907', ready: 'main tbody form' },
  {
    name: 'user',
    who: 'admin',
    path: ({ seller }) => `/admin/users/${seller.memberId}`,
    ready: 'main tbody tr',
  },
  { name: 'inbox', who: 'admin', path: '/admin/inquiries', ready: 'main article' },
  { name: 'inbox, closed', who: 'admin', path: '/admin/inquiries?status=inactive', ready: 'main h2' },
  { name: 'inbox, none such', who: 'admin', path: '/admin/inquiries?search=nothing', ready: 'main h2' },
  { name: 'fees', who: 'admin', path: '/admin/fees', ready: 'main tbody tr' },
  {
    name: 'fees, no such point in time',
    who: 'admin',
    path: '/admin/fees?asOf=yesterday',
    ready: 'main [role=alert]:not(:empty)',
  },
  {
    name: 'fees at two points in time',
    who: 'admin',
    path: '/admin/fees/compare?before=2020-01-01',
    ready: 'main tbody tr',
  },
  { name: 'fees under another rule', who: 'admin', path: feesPath, ready: 'main tfoot tr' },
  {
    name: 'fees under another rule, nothing completed',
    who: 'admin',
    path: `${feesPath}&after=2020-01-02`,
    ready: 'main form + * h2',
  },
  { name: 'orders under other levels', who: 'admin', path: dryRunLevelsPath, ready: 'main tfoot tr' },
  {
    name: 'orders under other levels, none placed',
    who: 'admin',
    path: `${dryRunLevelsPath}&after=2020-01-02`,
    ready: 'main form + * h2',
  },
  { name: 'trial balance', who: 'admin', path: '/admin/trial-balance', ready: 'main tfoot tr' },
  {
    name: 'trial balance at two points in time',
    who: 'admin',
    path: '/admin/trial-balance/compare?before=2020-01-01',
    ready: 'main tbody tr',
  },
  {
    name: 'audit log, opened',
    who: 'admin',
    path: '/admin/audit?entry=1',
    ready: 'main tbody tr',
    prepare: (page) => page.locator('main summary').click(),
  },
  { name: 'audit log, none', who: 'admin', path: '/admin/audit?actor=unknown', ready: 'main h2' },
  { name: 'replays', who: 'admin', path: '/admin/replays', ready: 'main tbody tr' },
  {
    name: 'replay in progress',
    who: 'admin',
    path: '/admin/replays',
    ready: 'main tbody tr',
    prepare: replayRunning,
  },
  // A change of roles, and of a bank account.
  { name: 'approvals', who: 'admin', path: '/admin/approvals', ready: 'main li:nth-child(2) article' },
  {
    name: 'user with a changed bank account',
    who: 'admin',
    path: ({ secured }) => `/admin/users/${secured.memberId}`,
    ready: 'main tbody tr',
  },
  { name: 'manager dashboard', who: 'manager', path: '/manager/dashboard', ready: 'main svg[role=img] rect' },
  { name: 'manager users, none', who: 'manager', path: '/manager/user-list', ready: 'main h2' },
  {
    name: 'manager users, opened',
    who: 'manager',
    path: '/manager/user-list?all=yes&user=dabin88',
    ready: 'main tbody form',
  },
  { name: 'manager fees', who: 'manager', path: '/manager/fee?code=All', ready: 'main tbody tr' },
  { name: 'manager fees, none', who: 'manager', path: '/manager/fee', ready: 'main h2' },
];
