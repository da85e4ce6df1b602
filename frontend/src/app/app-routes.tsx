import { Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { PublicShell } from '../shell/public-shell.tsx';
import { MembersOnly, RoleOnly, VisitorsOnly } from './guards.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { pages } from './pages.ts';

/** Another spelling of an address, with whatever was asked along. */
function Redirect({ to }: { readonly to: string }) {
  const { search } = useLocation();
  return <Navigate replace to={{ pathname: to, search }} />;
}

/**
 * Every address of the client. Selling and buying are dialogs over the history they end in, so that what closing
 * them leads to is already there.
 */
export function AppRoutes() {
  return (
    <Suspense>
      <Routes>
        <Route element={<PublicShell />}>
          <Route index element={<pages.landing />} />
          <Route path="post-offer" element={<pages.postOffer />} />
          <Route element={<VisitorsOnly />}>
            <Route path="signin" element={<pages.signIn />} />
            <Route path="signup" element={<pages.signUp />} />
            <Route path="verify" element={<pages.verify />} />
          </Route>
          <Route path="OtpVerificationPage" element={<Redirect to="/verify" />} />
          <Route path="login" element={<Redirect to="/signin" />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
        <Route element={<MembersOnly />}>
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
              <Route path="edit-info" element={<pages.editInfo />} />
              <Route path="settings" element={<pages.editInfo />} />
              <Route path="*" element={<NotFoundPage />} />
            </Route>
            <Route path="settings" element={<pages.settings />} />
          </Route>
        </Route>
        <Route element={<RoleOnly allowed="admin" />}>
          <Route path="admin" element={<pages.adminShell />}>
            <Route index element={<Navigate replace to="dashboard" />} />
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Route>
        <Route element={<RoleOnly allowed="manager" />}>
          <Route path="manager" element={<pages.managerShell />}>
            <Route index element={<Navigate replace to="dashboard" />} />
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Route>
      </Routes>
    </Suspense>
  );
}
