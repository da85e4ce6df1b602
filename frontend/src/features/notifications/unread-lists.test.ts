import type { NotificationView } from '@matgyo/contracts/endpoints/notifications';
import { notificationPaths } from '@matgyo/contracts/paths/notifications';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { rememberRead, unreadLists, unreadQuery } from './notification-queries.ts';

it('requests every unread list of the contracts: in the admins’ area all, elsewhere the own ones', () => {
  const ofContracts = Object.entries(notificationPaths).filter(([name]) => /^(own)?[uU]nread/.test(name));
  const pathsOf = (wanted: RegExp) =>
    ofContracts.flatMap(([name, { path }]) => (wanted.test(name) ? [path] : [])).toSorted();
  const requested = (box: 'admins' | 'own') => unreadLists[box].map(({ path }) => path).toSorted();
  expect(requested('admins')).toEqual(pathsOf(/./));
  expect(requested('own')).toEqual(pathsOf(/^own/));
});

it('keeps what came while all were being marked as read', () => {
  const queryClient = new QueryClient();
  const { queryKey } = unreadQuery('own', 'ko');
  const [known, arrived] = ['known', 'arrived'].map((_id) => ({ _id }) as NotificationView);
  queryClient.setQueryData(queryKey, [arrived, known] as NotificationView[]);
  rememberRead(queryClient, 'own', ['known']);
  expect(queryClient.getQueryData(queryKey)).toEqual([arrived]);
});
