import { notificationEndpoints } from '@matgyo/contracts/endpoints/notifications';
import { expect, it } from 'vitest';
import { notificationRoutes, unreadRoutes } from './notification-routes.ts';

const place = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`;

it('the calls of the notifications are where the contracts put them', () => {
  for (const [name, route] of Object.entries(notificationRoutes))
    expect(place(route), name).toBe(place(notificationEndpoints[name as keyof typeof notificationRoutes]));
});

it('every unread list of the contracts is asked for', () => {
  const asked = [...unreadRoutes.admins, ...unreadRoutes.own].map(place);
  const there = Object.entries(notificationEndpoints)
    .filter(([name]) => /^(own)?[uU]nread(?!Count)/.test(name))
    .map(([, endpoint]) => place(endpoint));
  expect(asked.toSorted()).toEqual(there.toSorted());
});
