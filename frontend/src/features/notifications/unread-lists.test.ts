import type { NotificationView } from '@matgyo/contracts/endpoints/notifications';
import { notificationPaths } from '@matgyo/contracts/paths/notifications';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { rememberRead, unreadLists, unreadQuery } from './notification-queries.ts';

it('requests every unread list of the contracts', () => {
  const ofContracts = Object.entries(notificationPaths)
    .filter(([name]) => /^(own)?[uU]nread(?!Count)/.test(name))
    .map(([, { path }]) => path);
  const requested = [...unreadLists.admins, ...unreadLists.own].map(({ path }) => path);
  expect(requested.toSorted()).toEqual(ofContracts.toSorted());
});

it('keeps what came while all were being marked as read', () => {
  const queryClient = new QueryClient();
  const { queryKey } = unreadQuery('own', 'ko');
  const [known, arrived] = ['known', 'arrived'].map((_id) => ({ _id }) as NotificationView);
  queryClient.setQueryData(queryKey, [arrived, known] as NotificationView[]);
  rememberRead(queryClient, 'own', ['known']);
  expect(queryClient.getQueryData(queryKey)).toEqual([arrived]);
});
