import { notificationPaths } from '@matgyo/contracts/paths/notifications';
import { expect, it } from 'vitest';
import { unreadLists } from './notification-queries.ts';

it('requests every unread list of the contracts', () => {
  const ofContracts = Object.entries(notificationPaths)
    .filter(([name]) => /^(own)?[uU]nread(?!Count)/.test(name))
    .map(([, { path }]) => path);
  const requested = [...unreadLists.admins, ...unreadLists.own].map(({ path }) => path);
  expect(requested.toSorted()).toEqual(ofContracts.toSorted());
});
