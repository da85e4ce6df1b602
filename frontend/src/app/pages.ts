import { type ComponentType, lazy } from 'react';
import { matchPath } from 'react-router-dom';

type Load = () => Promise<{ default: ComponentType }>;

/** A page in a chunk of its own, and a way to begin fetching it before it is drawn. */
const page = (load: Load) => Object.assign(lazy(load), { load });

export const pages = {
  landing: page(() => import('../pages/landing.tsx')),
  postOffer: page(() => import('../pages/post-offer.tsx')),
  signIn: page(() => import('../features/sessions/sign-in-page.tsx')),
  signUp: page(() => import('../features/members/sign-up-page.tsx')),
  verify: page(() => import('../features/sessions/verify-page.tsx')),
  memberShell: page(() => import('../shell/member-shell.tsx')),
  profile: page(() => import('../features/members/profile-page.tsx')),
  sellHistory: page(() => import('../pages/sell-history.tsx')),
  sellOrder: page(() => import('../pages/sell-order.tsx')),
  buyHistory: page(() => import('../pages/buy-history.tsx')),
  buyOrder: page(() => import('../pages/buy-order.tsx')),
  order: page(() => import('../features/orders/order-page.tsx')),
  inquiries: page(() => import('../features/inquiries/inquiry-page.tsx')),
  editInfo: page(() => import('../features/members/edit-info-page.tsx')),
  settings: page(() => import('../pages/settings.tsx')),
} as const;

/** What the first address of a visit will need. Guards may lead elsewhere; then it was fetched for later. */
const firstNeeds: readonly (readonly [pattern: string, ...needed: readonly { readonly load: Load }[]])[] = [
  ['/', pages.landing],
  ['/post-offer', pages.postOffer],
  ['/signin', pages.signIn],
  ['/signup', pages.signUp],
  ['/verify', pages.verify],
  ['/settings', pages.memberShell, pages.settings],
  ['/dashboard/profile', pages.memberShell, pages.profile],
  ['/dashboard/sell-history', pages.memberShell, pages.sellHistory],
  ['/dashboard/sell-order', pages.memberShell, pages.sellHistory, pages.sellOrder],
  ['/dashboard/buy-history', pages.memberShell, pages.buyHistory],
  ['/dashboard/buy-order', pages.memberShell, pages.buyHistory, pages.buyOrder],
  ['/dashboard/inquiry-history', pages.memberShell, pages.inquiries],
  ['/dashboard/orders/:id', pages.memberShell, pages.order],
];

/** Begins to fetch the first page while the texts are still coming. What fails is asked for again when it is drawn. */
export function fetchFirstPage(pathname: string): void {
  const [, ...needed] = firstNeeds.find(([pattern]) => matchPath(pattern, pathname) !== null) ?? [''];
  for (const { load } of needed) load().catch(() => undefined);
}
