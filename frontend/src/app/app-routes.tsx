import { type ComponentType, createElement, lazy, type ReactElement, Suspense, useState } from 'react';
import {
  matchRoutes,
  Navigate,
  Outlet,
  type RouteObject,
  useLocation,
  useParams,
  useRoutes,
  useSearchParams,
} from 'react-router-dom';
import { type TextPart, useTexts, withTexts } from '../i18n/index.ts';
import { sessionEnd, sessionLanding, useSession } from '../session/session.ts';
import { PublicShell } from '../shell/public-shell.tsx';
import { StatusPage } from '../shell/status-page.tsx';
import { ButtonLink } from '../ui/button.tsx';
import type { Load } from '../ui/on-demand.tsx';
import { returnPath, signInPath } from './return-path.ts';

/**
 * A route's page in its own chunk; its handle loads it before rendering. A loaded page renders at once: React's lazy
 * alone would suspend again, 300 ms per nested shell. While another loads, the previous page stays.
 */
function page<Props extends object>(fetchChunk: Load<Props>, props = {} as Props) {
  let here: ComponentType<Props> | undefined;
  const load: Load<Props> = async () => {
    const chunk = await fetchChunk();
    here = chunk.default;
    return chunk;
  };
  const Awaited = lazy(load);
  function Page() {
    const [Drawn] = useState(() => here ?? Awaited);
    return createElement<Props>(Drawn, props);
  }
  return { element: <Page />, handle: (): Promise<unknown> => load() };
}

/** A page, or pages, with texts of their own. */
const pageWithTexts = (part: TextPart, fetchChunk: Load<object>) => page(() => withTexts(part, fetchChunk()));

/** The pages at these paths, or what else is shown there. */
const at = (paths: Readonly<Record<string, ReactElement | ReturnType<typeof page>>>): RouteObject[] =>
  Object.entries(paths).map(([path, shown]) =>
    'handle' in shown ? { path, ...shown } : { path, element: shown },
  );

/** Redirects another spelling of a path, with its query. */
function Redirect({ to }: { readonly to: string }) {
  const { search } = useLocation();
  return <Navigate replace to={{ pathname: to, search }} />;
}

/** Redirects the specification's path of a user to the more obvious one. */
function UserRedirect() {
  const { userId = '' } = useParams();
  return <Redirect to={`/admin/users/${encodeURIComponent(userId)}`} />;
}

const memberShell = page(() => import('../shell/member-shell.tsx'));
const adminShell = pageWithTexts('staff', () => import('../shell/staff-admin.tsx'));
const staffRooms = page(() => import('../pages/staff-rooms.tsx'));
const memberRoom = pageWithTexts('cases', () => import('../features/chat/member-room-page.tsx'));
const openCase = pageWithTexts('cases', () => import('../features/cases/open-case-page.tsx'));
const editInfo = pageWithTexts('account', () => import('../features/members/edit-info-page.tsx'));
const notFound = <NotFoundPage />;

/** For pages that differ for members and visitors. */
function EitherShell() {
  return useSession() === undefined ? <PublicShell /> : memberShell.element;
}

/** A chat: for admins among the staff pages, with both sides' rooms; otherwise the member's own room. */
function ChatShell() {
  return useSession()?.admin === true ? adminShell.element : memberShell.element;
}

function ChatPage() {
  return useSession()?.admin === true ? staffRooms.element : memberRoom.element;
}

const visitorPages = at({
  signin: page(() => import('../features/sessions/sign-in-page.tsx')),
  signup: pageWithTexts('account', () => import('../features/members/sign-up-page.tsx')),
  verify: page(() => import('../features/sessions/verify-page.tsx')),
  'recover-password': page(() => import('../features/sessions/recover-password-page.tsx')),
});

const publicPages = at({
  '/': page(() => import('../pages/landing.tsx')),
  'post-offer': page(() => import('../pages/post-offer.tsx')),
  logout: page(() => import('../pages/sign-out.tsx')),
  OtpVerificationPage: <Redirect to="/verify" />,
  login: <Redirect to="/signin" />,
  'adnin/users/:userId': <UserRedirect />,
  profile: <Redirect to="/dashboard/profile" />,
  '*': notFound,
});

const dashboardPages = at({
  profile: pageWithTexts('account', () => import('../pages/profile.tsx')),
  'orders/:id': pageWithTexts('cases', () => import('../features/orders/order-page.tsx')),
  'inquiry-history': pageWithTexts('cases', () => import('../features/inquiries/inquiry-page.tsx')),
  disputes: pageWithTexts('cases', () => import('../features/cases/own-cases-page.tsx')),
  'disputes/new/:tradeId': openCase,
  'disputes/:id': pageWithTexts('cases', () => import('../features/cases/case-page.tsx')),
  '*': notFound,
});

const memberPages = at({
  chats: page(() => import('../features/chat/own-chats-page.tsx')),
  settings: page(() => import('../pages/settings.tsx')),
  'settings/security': pageWithTexts('security', () => import('../features/sessions/security-page.tsx')),
  'payment-methods': pageWithTexts('account', () => import('../features/members/payment-methods-page.tsx')),
  'trade-history': page(() => import('../features/own-trades/trade-history-page.tsx')),
  'my-transactions': page(() => import('../features/own-trades/transactions-page.tsx')),
  'trade-partners': page(() => import('../features/own-trades/trade-partners-page.tsx')),
  'invite-friend': pageWithTexts('account', () => import('../features/members/invite-friend-page.tsx')),
});

/** Paths of the specification: a room by one order, or a match's by its two. */
const chatPages = at({
  'chats/:orderId/:orderType': <ChatPage />,
  'chat/:orderId/:orderType': <ChatPage />,
  'chat/:orderId/:buyOrderId/:orderType': <ChatPage />,
  'chats/:orderId/:buyOrderId/:orderType': <ChatPage />,
});

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
  'users/:userId': pageWithTexts('account', () => import('../features/members/staff/user-page.tsx')),
  fees: page(() => import('../features/reports/fee-report.tsx')),
  'fees/compare': page(() => import('../features/reports/compare-fees.tsx'), {
    reportPath: '/admin/fees',
    trails: true,
  }),
  'fees/rehearsal': page(() => import('../features/reports/dry-run/fees-dry-run.tsx'), {
    reportPath: '/admin/fees',
    levelsPath: '/admin/levels/rehearsal',
    codes: [],
  }),
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
  'fee/compare': page(() => import('../features/reports/compare-fees.tsx'), {
    reportPath: '/manager/fee',
    trails: false,
  }),
  'fee/rehearsal': page(() => import('../features/reports/dry-run/manager-dry-run-page.tsx')),
  '*': notFound,
});

const toDashboard: RouteObject = { index: true, element: <Navigate replace to="dashboard" /> };

/**
 * All routes. Selling, buying and requesting a change of personal data are dialogs over the page to which closing them
 * leads, so that page is already rendered.
 */
const routes: RouteObject[] = [
  {
    element: <PublicShell />,
    children: [...publicPages, { element: <VisitorsOnly />, children: visitorPages }],
  },
  {
    element: <MembersOnly />,
    children: [
      { path: 'notification', ...page(() => import('../features/notifications/open-notification-page.tsx')) },
      {
        ...memberShell,
        children: [
          {
            path: 'dashboard',
            children: [
              { index: true, element: <Navigate replace to="profile" /> },
              {
                ...page(() => import('../pages/history.tsx'), { side: 'sell' }),
                children: at({
                  'sell-history': <></>,
                  'sell-order': page(() => import('../pages/order-dialog-page.tsx'), { side: 'sell' }),
                }),
              },
              {
                ...page(() => import('../pages/history.tsx'), { side: 'buy' }),
                children: at({
                  'buy-history': <></>,
                  'buy-order': page(() => import('../pages/order-dialog-page.tsx'), { side: 'buy' }),
                }),
              },
              ...dashboardPages,
            ],
          },
          ...memberPages,
        ],
      },
      { element: <ChatShell />, children: chatPages },
    ],
  },
  {
    element: <EitherShell />,
    children: [
      {
        ...page(() => import('../pages/support.tsx')),
        children: [
          ...at({ 'dashboard/one-on-one': <></>, 'dashboard/support': <></> }),
          {
            element: <MembersOnly />,
            children: at({ 'dashboard/edit-info': editInfo, 'dashboard/settings': editInfo }),
          },
        ],
      },
    ],
  },
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

export const AppRoutes = () => <Suspense>{useRoutes(routes)}</Suspense>;

/**
 * Loads what the first path of a visit shows, while the texts are loading. If a guard redirects, it is loaded for later.
 * Failures are retried when it is rendered.
 */
export async function fetchFirstPage(pathname: string): Promise<void> {
  const loads: readonly (() => Promise<unknown>)[] =
    matchRoutes(routes, pathname)?.flatMap(({ route }) => route.handle ?? []) ?? [];
  await Promise.allSettled(loads.map((load) => load()));
}

function NotFoundPage() {
  const { t } = useTexts();
  return (
    <StatusPage title={t('pages.notFoundTitle')} text={t('pages.notFoundText')}>
      <ButtonLink to="/" variant="primary">
        {t('pages.home')}
      </ButtonLink>
    </StatusPage>
  );
}

/* Guards are a convenience: the server decides on each call. */

/** Visitors sign in and come back; a user who signed out goes to the home page. */
function ToSignIn() {
  const { pathname, search } = useLocation();
  return <Navigate replace to={sessionEnd() === 'signed-out' ? '/' : signInPath(pathname + search)} />;
}

function MembersOnly() {
  return useSession() === undefined ? <ToSignIn /> : <Outlet />;
}

/** For one role in the token. Other signed-in users are sent to the home page. */
function RoleOnly({ allowed }: { readonly allowed: 'admin' | 'manager' }) {
  const session = useSession();
  if (session === undefined) return <ToSignIn />;
  return session[allowed] ? <Outlet /> : <Navigate replace to="/" />;
}

/** For visitors only: members are redirected. */
function VisitorsOnly() {
  const session = useSession();
  const [search] = useSearchParams();
  return session === undefined ? (
    <Outlet />
  ) : (
    <Navigate replace to={sessionLanding() ?? returnPath(search)} />
  );
}
