import { createBrowserRouter, Navigate, type RouteObject, useLocation } from 'react-router-dom';
import { PublicShell } from '../shell/public-shell.tsx';
import { MembersOnly, VisitorsOnly } from './guards.tsx';
import { PageFailure } from './page-failure.tsx';
import { NotFoundPage } from './status-pages.tsx';

type Page = () => Promise<{ default: React.ComponentType }>;

const page = (load: Page): Pick<RouteObject, 'lazy'> => ({
  lazy: async () => ({ Component: (await load()).default }),
});

/** Another spelling of an address, with whatever was asked along. */
function Redirect({ to }: { readonly to: string }) {
  const { search } = useLocation();
  return <Navigate replace to={{ pathname: to, search }} />;
}

/** Selling and buying are dialogs over the history they end in, so that closing them is already there. */
const orderPages = (side: 'sell' | 'buy'): RouteObject => ({
  ...(side === 'sell'
    ? page(() => import('../pages/sell-history.tsx'))
    : page(() => import('../pages/buy-history.tsx'))),
  children: [
    { path: `${side}-history`, element: null },
    {
      path: `${side}-order`,
      ...(side === 'sell'
        ? page(() => import('../pages/sell-order.tsx'))
        : page(() => import('../pages/buy-order.tsx'))),
    },
  ],
});

const dashboard: RouteObject[] = [
  { index: true, element: <Navigate replace to="profile" /> },
  { path: 'profile', ...page(() => import('../features/members/profile-page.tsx')) },
  orderPages('sell'),
  orderPages('buy'),
  { path: 'orders/:id', ...page(() => import('../features/orders/order-page.tsx')) },
  { path: 'edit-info', ...page(() => import('../features/members/edit-info-page.tsx')) },
  { path: 'settings', ...page(() => import('../features/members/edit-info-page.tsx')) },
];

export const router = createBrowserRouter([
  {
    errorElement: <PageFailure />,
    // Nothing is drawn before the first page's code is there; it is preloaded beside this one.
    hydrateFallbackElement: <div />,
    children: [
      {
        element: <PublicShell />,
        children: [
          {
            errorElement: <PageFailure />,
            children: [
              { index: true, ...page(() => import('../pages/landing.tsx')) },
              { path: 'post-offer', ...page(() => import('../pages/post-offer.tsx')) },
              {
                element: <VisitorsOnly />,
                children: [
                  { path: 'signin', ...page(() => import('../features/sessions/sign-in-page.tsx')) },
                  { path: 'signup', ...page(() => import('../features/members/sign-up-page.tsx')) },
                  { path: 'verify', ...page(() => import('../features/sessions/verify-page.tsx')) },
                ],
              },
              { path: 'OtpVerificationPage', element: <Redirect to="/verify" /> },
              { path: 'login', element: <Redirect to="/signin" /> },
              { path: '*', element: <NotFoundPage /> },
            ],
          },
        ],
      },
      {
        element: <MembersOnly />,
        children: [
          {
            lazy: async () => ({ Component: (await import('../shell/member-shell.tsx')).MemberShell }),
            children: [
              {
                errorElement: <PageFailure />,
                children: [
                  { path: 'dashboard', children: dashboard },
                  { path: 'settings', ...page(() => import('../pages/settings.tsx')) },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
]);
