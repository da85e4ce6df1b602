import { isValidElement, Suspense } from 'react';
import {
  createRoutesFromElements,
  matchRoutes,
  Navigate,
  Outlet,
  Route,
  useLocation,
  useParams,
  useRoutes,
  useSearchParams,
} from 'react-router-dom';
import { useTexts } from '../i18n/index.ts';
import { sessionEnd, sessionLanding, useSession } from '../session/session.ts';
import { PublicShell } from '../shell/public-shell.tsx';
import { StatusPage } from '../shell/status-page.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { pages } from './pages.ts';
import { returnPath, signInPath } from './return-path.ts';

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

/** For pages that differ for members and visitors. */
function EitherShell() {
  return useSession() === undefined ? <PublicShell /> : <pages.memberShell />;
}

/** A chat: for admins among the staff pages, with both sides' rooms; otherwise the member's own room. */
function ChatShell() {
  return useSession()?.admin === true ? <pages.adminShell /> : <pages.memberShell />;
}

function ChatPage() {
  return useSession()?.admin === true ? <pages.staffRooms /> : <pages.memberRoom />;
}

/** Paths of the specification: a room by one order, or a match's by its two. */
const chatPaths = [
  'chats/:orderId/:orderType',
  'chat/:orderId/:orderType',
  'chat/:orderId/:buyOrderId/:orderType',
  'chats/:orderId/:buyOrderId/:orderType',
];

/**
 * All routes. Selling, buying and requesting a change of personal data are dialogs over the page to which closing them
 * leads, so that page is already rendered.
 */
const routes = createRoutesFromElements(
  <>
    <Route element={<PublicShell />}>
      <Route index element={<pages.landing />} />
      <Route path="post-offer" element={<pages.postOffer />} />
      <Route element={<VisitorsOnly />}>
        <Route path="signin" element={<pages.signIn />} />
        <Route path="signup" element={<pages.signUp />} />
        <Route path="verify" element={<pages.verify />} />
        <Route path="recover-password" element={<pages.recoverPassword />} />
      </Route>
      <Route path="logout" element={<pages.signOut />} />
      <Route path="OtpVerificationPage" element={<Redirect to="/verify" />} />
      <Route path="login" element={<Redirect to="/signin" />} />
      <Route path="adnin/users/:userId" element={<UserRedirect />} />
      <Route path="profile" element={<Redirect to="/dashboard/profile" />} />
      <Route path="*" element={<NotFoundPage />} />
    </Route>
    <Route element={<MembersOnly />}>
      <Route path="notification" element={<pages.openNotification />} />
      <Route element={<pages.memberShell />}>
        <Route path="dashboard">
          <Route index element={<Navigate replace to="profile" />} />
          <Route path="profile" element={<pages.profile />} />
          <Route element={<pages.sellHistory />}>
            <Route path="sell-history" element={null} />
            <Route path="sell-order" element={<pages.sellOrder />} />
          </Route>
          <Route element={<pages.buyHistory />}>
            <Route path="buy-history" element={null} />
            <Route path="buy-order" element={<pages.buyOrder />} />
          </Route>
          <Route path="orders/:id" element={<pages.order />} />
          <Route path="inquiry-history" element={<pages.inquiries />} />
          <Route path="disputes" element={<pages.ownCases />} />
          <Route path="disputes/new/:tradeId" element={<pages.openCase />} />
          <Route path="disputes/:id" element={<pages.case />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
        <Route path="chats" element={<pages.ownChats />} />
        <Route path="settings" element={<pages.settings />} />
        <Route path="settings/security" element={<pages.security />} />
        <Route path="payment-methods" element={<pages.paymentMethods />} />
        <Route path="trade-history" element={<pages.tradeHistory />} />
        <Route path="my-transactions" element={<pages.transactions />} />
        <Route path="trade-partners" element={<pages.tradePartners />} />
        <Route path="invite-friend" element={<pages.inviteFriend />} />
      </Route>
    </Route>
    <Route element={<MembersOnly />}>
      <Route element={<ChatShell />}>
        {chatPaths.map((path) => (
          <Route key={path} path={path} element={<ChatPage />} />
        ))}
      </Route>
    </Route>
    <Route element={<EitherShell />}>
      <Route element={<pages.support />}>
        <Route path="dashboard/one-on-one" element={null} />
        <Route path="dashboard/support" element={null} />
        <Route element={<MembersOnly />}>
          <Route path="dashboard/edit-info" element={<pages.editInfo />} />
          <Route path="dashboard/settings" element={<pages.editInfo />} />
        </Route>
      </Route>
    </Route>
    <Route element={<RoleOnly allowed="admin" />}>
      <Route path="admin" element={<pages.adminShell />}>
        <Route index element={<Navigate replace to="dashboard" />} />
        <Route path="dashboard" element={<pages.adminDashboard />} />
        <Route path="sell-orders" element={<pages.adminSellOrders />} />
        <Route path="buy-orders" element={<pages.adminBuyOrders />} />
        <Route path="orders/:id" element={<pages.adminOrder />} />
        <Route path="chat" element={<pages.liveChats />} />
        <Route path="endchat" element={<pages.endedChats />} />
        <Route path="stuck" element={<pages.stuck />} />
        <Route path="transactions" element={<pages.deals />} />
        <Route path="transaction/:id" element={<pages.deal />} />
        <Route path="setprice" element={<pages.setPrice />} />
        <Route path="inquiries" element={<pages.inbox />} />
        <Route path="approvals" element={<pages.approvals />} />
        <Route path="disputes" element={<pages.cases />} />
        <Route path="disputes/new/:tradeId" element={<pages.openCase />} />
        <Route path="disputes/:id" element={<pages.staffCase />} />
        <Route path="audit" element={<pages.auditLog />} />
        <Route path="users" element={<pages.users />} />
        <Route path="users/:userId" element={<pages.user />} />
        <Route path="fees" element={<pages.adminFees />} />
        <Route path="fees/compare" element={<pages.adminCompareFees />} />
        <Route path="fees/rehearsal" element={<pages.adminFeesDryRun />} />
        <Route path="levels/rehearsal" element={<pages.levelsDryRun />} />
        <Route path="trial-balance" element={<pages.trialBalance />} />
        <Route path="trial-balance/compare" element={<pages.compareBalances />} />
        <Route path="replays" element={<pages.replays />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Route>
    <Route element={<RoleOnly allowed="manager" />}>
      <Route path="manager" element={<pages.managerShell />}>
        <Route index element={<Navigate replace to="dashboard" />} />
        <Route path="dashboard" element={<pages.managerDashboard />} />
        <Route path="user-list" element={<pages.managerUsers />} />
        <Route path="fee" element={<pages.managerFee />} />
        <Route path="fee/compare" element={<pages.managerCompareFees />} />
        <Route path="fee/rehearsal" element={<pages.managerFeesDryRun />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Route>
  </>,
);

export const AppRoutes = () => <Suspense>{useRoutes(routes)}</Suspense>;

/**
 * Loads what the first path of a visit shows, while the texts are loading. If a guard redirects, it is loaded for later.
 * Failures are retried when it is rendered.
 */
export async function fetchFirstPage(pathname: string): Promise<void> {
  const elements = matchRoutes(routes, pathname)?.map(({ route }) => route.element) ?? [];
  const needed = Object.values(pages).filter((page) =>
    elements.some((element) => isValidElement(element) && element.type === page),
  );
  await Promise.allSettled(needed.map(({ load }) => load()));
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
