import { expect, test } from 'vitest';
import { matchedOrdersQuery } from './matched-orders.ts';

const filters = { search: '', from: '', to: '', status: '' } as const;
const page = (sells: number, buys: number) =>
  ({ sell: Array(sells).fill({}), buy: Array(buys).fill({}), nextCursor: 'next' }) as never;

test('a side that has ended counts no more of its own, and keeps the further pages of the other side', () => {
  const loaded = [page(50, 50), page(3, 50)];
  const { select, getNextPageParam } = matchedOrdersQuery(filters, 'sell');
  expect(select?.({ pages: loaded, pageParams: [] }).counts).toEqual({
    sell: { loaded: 53, hasMore: false },
    buy: { loaded: 100, hasMore: true },
  });
  // A refetch ends where no page follows.
  expect(getNextPageParam(page(3, 50), loaded, undefined, [])).toBe('next');
});
