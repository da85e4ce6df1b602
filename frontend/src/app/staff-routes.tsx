import { Navigate, type RouteObject } from 'react-router-dom';
import { withTexts } from '../i18n/index.ts';
import { RoleOnly } from './guards.tsx';
import { at, page, pageWithTexts } from './lazy-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

export const adminShell = pageWithTexts('staff', () => import('../shell/staff-admin.tsx'));
const openCase = pageWithTexts('cases', () => import('../features/cases/open-case-page.tsx'));
const notFound = <NotFoundPage />;

const adminPages = at({
  dashboard: page(() => import('../features/stats/admin-dashboard-page.tsx')),
  'sell-orders': page(() => import('../features/orders/staff/queue/queue-page.tsx'), { side: 'sell' }),
  'buy-orders': page(() => import('../features/orders/staff/queue/queue-page.tsx'), { side: 'buy' }),
  'orders/:id': pageWithTexts('cases', () => import('../features/orders/staff/trail/staff-order-page.tsx')),
  chat: page(() => import('../features/chat/staff/sessions-page.tsx'), { which: 'live' }),
  endchat: page(() => import('../features/chat/staff/sessions-page.tsx'), { which: 'ended' }),
  stuck: page(() => import('../features/stuck/stuck-page.tsx')),
  transactions: page(() => import('../features/trades/transactions-page.tsx')),
  'transaction/:id': page(() => import('../features/trades/transaction-page.tsx')),
  setprice: page(() => import('../features/price/staff/set-price-page.tsx')),
  inquiries: pageWithTexts('cases', () => import('../features/inquiries/staff/inbox-page.tsx')),
  approvals: pageWithTexts('cases', () => import('../features/approvals/approvals-page.tsx')),
  disputes: pageWithTexts('cases', () => import('../features/cases/staff/cases-page.tsx')),
  'disputes/new/:tradeId': openCase,
  'disputes/:id': pageWithTexts('cases', () => import('../pages/staff-case.tsx')),
  audit: page(() => import('../features/audit/audit-log-page.tsx')),
  users: page(() => import('../features/members/staff/users-page.tsx')),
  'users/:userId': pageWithTexts('account', () =>
    withTexts('cases', import('../features/members/staff/user-page.tsx')),
  ),
  fees: page(() => import('../features/reports/fee-report.tsx')),
  'fees/compare': page(() => import('../features/reports/compare-fees.tsx'), { as: 'admin' }),
  'fees/rehearsal': page(() => import('../features/reports/dry-run/fees-dry-run.tsx'), { as: 'admin' }),
  'levels/rehearsal': page(() => import('../features/reports/dry-run/levels/levels-page.tsx')),
  'trial-balance': page(() => import('../features/reports/trial-balance-page.tsx')),
  'trial-balance/compare': page(() => import('../features/reports/compare-balances-page.tsx')),
  replays: page(() => import('../features/replays/replays-page.tsx')),
  '*': notFound,
});

const managerPages = at({
  dashboard: page(() => import('../features/stats/manager-dashboard-page.tsx')),
  'user-list': page(() => import('../features/members/staff/manager-users-page.tsx')),
  fee: page(() => import('../features/reports/manager-fee-page.tsx')),
  'fee/compare': page(() => import('../features/reports/compare-fees.tsx'), { as: 'manager' }),
  'fee/rehearsal': page(() => import('../features/reports/dry-run/fees-dry-run.tsx'), { as: 'manager' }),
  '*': notFound,
});

const toDashboard: RouteObject = { index: true, element: <Navigate replace to="dashboard" /> };

export const staffRoutes: RouteObject[] = [
  {
    element: <RoleOnly allowed="admin" />,
    children: [{ path: 'admin', ...adminShell, children: [toDashboard, ...adminPages] }],
  },
  {
    element: <RoleOnly allowed="manager" />,
    children: [
      {
        path: 'manager',
        ...pageWithTexts('staff', () => import('../shell/staff-manager.tsx')),
        children: [toDashboard, ...managerPages],
      },
    ],
  },
];
