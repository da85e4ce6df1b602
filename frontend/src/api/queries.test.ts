import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { loadNextPage, pollEveryMs, pollUnlessPushed, setPushed } from './queries.ts';

const succeeded = { state: { error: null } };
const failed = { state: { error: new Error('no answer') } };

afterEach(() => setPushed(false));

it('polls every 3 seconds unless changes are pushed', () => {
  expect(pollUnlessPushed()(succeeded)).toBe(pollEveryMs);
  expect(pollUnlessPushed(15_000)(succeeded)).toBe(15_000);
  setPushed(true);
  expect(pollUnlessPushed()(succeeded)).toBe(false);
});

it('retries a failed fetch after a push, since the push is not repeated', () => {
  setPushed(true);
  expect(pollUnlessPushed()(failed)).toBe(pollEveryMs);
});

it('loads the next page without losing a change whose fetch was under way', async () => {
  const rows = ['one', 'two'];
  const client = new QueryClient();
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    queryFn: async ({ pageParam }: { readonly pageParam: number }) => rows[pageParam],
    initialPageParam: 0,
    getNextPageParam: (_last: unknown, pages: readonly unknown[]) =>
      pages.length < 2 ? pages.length : undefined,
  });
  const close = list.subscribe(() => undefined);
  await expect.poll(() => list.getCurrentResult().isSuccess).toBe(true);
  rows[0] = 'changed';
  void client.invalidateQueries({ queryKey: ['list'] });
  await loadNextPage(list.getCurrentResult() as never);
  expect(list.getCurrentResult().data?.pages).toEqual(['changed', 'two']);
  close();
});
