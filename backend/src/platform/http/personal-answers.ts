import type { Endpoint } from '@matgyo/contracts/endpoints/endpoint';

/** Where answers are about people: names, phones, accounts, what they wrote. */
const aboutPeople = [
  '/user',
  '/admin/members',
  '/chat',
  '/inquiry',
  '/audit/log',
  '/trades/:id/payment',
  '/sell/allmatched-orders',
  '/cases',
  '/case-images',
];

/** Whether a call's answers are for its caller alone and may be kept nowhere, not even in the browser's cache. */
export const isPersonal = ({ access, path }: Pick<Endpoint, 'access' | 'path'>): boolean =>
  access !== 'anyone' && aboutPeople.some((place) => path === place || path.startsWith(`${place}/`));
