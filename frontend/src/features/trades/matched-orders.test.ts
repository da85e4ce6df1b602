import type { Side } from '@matgyo/contracts/ids';
import { expect, test } from 'vitest';
import { matchedOrdersQuery } from './matched-orders.ts';

const filters = { search: '', from: '', to: '', status: '' } as const;
const page = (sells: number, buys: number) =>
  ({ sell: Array(sells).fill({}), buy: Array(buys).fill({}), nextCursor: 'next' }) as never;

test('a side that has ended asks for no further pages of the other side, and counts no more of its own', () => {
  const loaded = [page(50, 50), page(3, 50)];
  const of = (side: Side) => matchedOrdersQuery(filters, side);
  const next = (side: Side) => of(side).getNextPageParam(loaded[1] as never, loaded, undefined, []);
  expect([next('sell'), next('buy')]).toEqual([undefined, 'next']);
  expect(of('sell').select?.({ pages: loaded, pageParams: [] }).counts).toEqual({
    sell: { loaded: 53, hasMore: false },
    buy: { loaded: 100, hasMore: true },
  });
});
