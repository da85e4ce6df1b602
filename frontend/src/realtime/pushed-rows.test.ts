import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { currentPriceQuery } from '../api/price.ts';
import { queryKeys } from '../api/queries.ts';
import { showPushed } from './pushed-rows.ts';

const current: QueryKey = currentPriceQuery.queryKey;
const priceAt = (revision: number, data: string) => ({ data, revision, setAt: '2026-01-01T00:00:00.000Z' });
const order = (_id: string, revision: number, status: string) =>
  ({ _id, revision, status, side: 'sell' }) as unknown as OrderView;
const own = queryKeys.own.orders;
const listsOf = (...items: OrderView[]) => {
  const client = new QueryClient();
  client.setQueryData(own.history('sell'), { pages: [{ items, nextCursor: null }], pageParams: [null] });
  client.setQueryData(own.inProgress('sell'), { items, nextCursor: null });
  return client;
};
const statusesIn = (client: QueryClient) => {
  const history = client.getQueryData<{ pages: { items: OrderView[] }[] }>(own.history('sell'));
  const inProgress = client.getQueryData<{ items: OrderView[] }>(own.inProgress('sell'));
  return [history?.pages.flatMap(({ items }) => items), inProgress?.items].map((items) =>
    items?.map(({ status }) => status),
  );
};

test('shows a pushed price without fetching it, but fetches related data', () => {
  const client = new QueryClient();
  client.setQueryData(current, priceAt(1, '1400'));
  expect(showPushed(client, { keys: ['price', 'stats'], price: priceAt(2, '1401') as never })).toEqual([
    'price-log',
    'stats',
  ]);
  expect(client.getQueryData(current)).toEqual(priceAt(2, '1401'));
});

test('ignores a price older than the one shown', () => {
  const client = new QueryClient();
  client.setQueryData(current, priceAt(3, '1403'));
  showPushed(client, { keys: ['price'], price: priceAt(2, '1401') as never });
  expect(client.getQueryData(current)).toEqual(priceAt(3, '1403'));
});

test('does not store a pushed price that no screen uses', () => {
  const client = new QueryClient();
  expect(showPushed(client, { keys: ['price'], price: priceAt(2, '1401') as never })).toEqual(['price']);
  expect(client.getQueryData(current)).toBeUndefined();
});

test('shows a pushed order in its lists, and fetches them as well', () => {
  const client = listsOf(order('a', 0, 'Pending Approval'), order('b', 0, 'Pending Approval'));
  const keys = ['order:a'];
  expect(showPushed(client, { keys, orders: [order('a', 1, 'On Sale')] })).toEqual(keys);
  expect(statusesIn(client)).toEqual(Array(2).fill(['On Sale', 'Pending Approval']));
});

test('keeps what only the call of one order answers', () => {
  const client = new QueryClient();
  client.setQueryData(own.one('a'), { ...order('a', 0, 'Pending Approval'), tetherAddress: 'wallet' });
  showPushed(client, { keys: ['order:a'], orders: [order('a', 1, 'On Sale')] });
  expect(client.getQueryData(own.one('a'))).toMatchObject({ status: 'On Sale', tetherAddress: 'wallet' });
});

test('keeps what only the list of orders in progress answers', () => {
  const client = listsOf({ ...order('a', 0, 'In Progress'), waitsForOwner: true } as OrderView);
  showPushed(client, { keys: ['order:a'], orders: [order('a', 1, 'In Progress')] });
  expect(client.getQueryData(own.inProgress('sell'))).toMatchObject({
    items: [{ revision: 1, waitsForOwner: true }],
  });
});

test('ignores an older order, and one in no list', () => {
  const client = listsOf(order('a', 2, 'Partially Matched'));
  const before = client.getQueryData(own.history('sell'));
  showPushed(client, { keys: ['order:a'], orders: [order('a', 1, 'On Sale'), order('z', 1, 'On Sale')] });
  expect(statusesIn(client)).toEqual(Array(2).fill(['Partially Matched']));
  expect(client.getQueryData(own.history('sell'))).toBe(before);
});

test('keeps a pushed order when an older answer that was under way comes', async () => {
  const client = listsOf(order('a', 0, 'Pending Approval'));
  const answer = Promise.withResolvers<unknown>();
  const older = client.getQueryData(own.inProgress('sell'));
  const fetching = client.fetchQuery({ queryKey: own.inProgress('sell'), queryFn: () => answer.promise });
  showPushed(client, { keys: ['order:a'], orders: [order('a', 1, 'On Sale')] });
  answer.resolve(older);
  await fetching;
  expect(statusesIn(client)).toEqual(Array(2).fill(['On Sale']));
});
