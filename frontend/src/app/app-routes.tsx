import type { Side } from '@matgyo/contracts/ids';
import { Suspense } from 'react';
import { matchRoutes, Navigate, type RouteObject, useLocation, useParams, useRoutes } from 'react-router-dom';
import { useSession } from '../session/session.ts';
import { PublicShell } from '../shell/public-shell.tsx';
import { MembersOnly, VisitorsOnly } from './guards.tsx';
import { at, page, pageWithTexts } from './lazy-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { adminShell, staffRoutes } from './staff-routes.tsx';

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

const openCase = pageWithTexts('cases', () => import('../features/cases/open-case-page.tsx'));
const memberShell = page(() => import('../shell/member-shell.tsx'));
const staffRooms = page(() => import('../pages/staff-rooms.tsx'));
const memberRoom = pageWithTexts('cases', () => import('../features/chat/member-room-page.tsx'));
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
  'recover-password': page(() => import('../features/sessions/recover-password-page.tsx')),
});

const publicPages = at({
  '/': page(() => import('../pages/landing.tsx')),
  'post-offer': page(() => import('../pages/post-offer.tsx')),
  logout: page(() => import('../pages/sign-out.tsx')),
  // Also for signed-in members whose phone was changed.
  verify: page(() => import('../features/sessions/verify-page.tsx')),
  OtpVerificationPage: <Redirect to="/verify" />,
  login: <Redirect to="/signin" />,
  'adnin/users/:userId': <UserRedirect />,
  profile: <Redirect to="/dashboard/profile" />,
  '*': notFound,
});

/** A member's orders of one side, and the dialog of a new one over them. */
const historyPages = (side: Side): RouteObject => ({
  ...page(() => import('../pages/history.tsx'), { side }),
  children: at({
    [`${side}-history`]: <></>,
    [`${side}-order`]: page(() => import('../features/orders/place/order-dialog.tsx'), { side }),
  }),
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
  chats: pageWithTexts('cases', () => import('../features/chat/own-chats-page.tsx')),
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
              historyPages('sell'),
              historyPages('buy'),
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
  ...staffRoutes,
];

export const AppRoutes = () => <Suspense>{useRoutes(routes)}</Suspense>;

/**
 * Loads what the first path of a visit shows, while the texts are loading. If a guard redirects, it is loaded for
 * later. Failures are retried when it is rendered.
 */
export async function fetchFirstPage(pathname: string): Promise<void> {
  const loads: readonly (() => Promise<unknown>)[] =
    matchRoutes(routes, pathname)?.flatMap(({ route }) => route.handle ?? []) ?? [];
  await Promise.allSettled(loads.map((load) => load()));
}
