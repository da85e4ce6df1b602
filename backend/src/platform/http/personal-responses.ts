import type { Endpoint } from '@matgyo/contracts/endpoints/endpoint';

/** Paths whose responses contain personal data. */
const personalPaths = [
  '/user',
  '/admin/members',
  '/admin/payout-changes',
  '/chat',
  '/inquiry',
  '/admin/levels',
  '/admin/live-trades',
  '/approvals',
  '/audit',
  '/fees',
  '/journal',
  '/orders',
  '/trades',
  '/sell/allmatched-orders',
  '/cases',
  '/case-images',
];

/** Whether responses are only for their caller and must not be cached, not even by the browser. */
export const isPersonal = ({ access, path }: Pick<Endpoint, 'access' | 'path'>): boolean =>
  access !== 'anyone' && personalPaths.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
