import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { queryKeys } from '../api/queries.ts';
import { makeQueryClient } from '../api/query-client.ts';
import { collectChanges, queriesOf } from './changes.ts';

/** Every kind of key that contracts/src/realtime.ts names. */
const kinds = [
  ...[
    'order:1',
    'trade:1',
    'trail:1',
    'member:1',
    'account:1',
    'approval:1',
    'chat:1',
    'notifications',
    'inquiries',
  ],
  ...['orders', 'price', 'stats', 'fees', 'journal'],
];

test('every kind of change concerns something that is shown', () => {
  for (const key of kinds) expect(queriesOf(key), key).not.toEqual([]);
  expect(queriesOf('what a later server may say')).toEqual([]);
});

test('orders and trades of a member do not reload the lists and counts of all members', () => {
  const { members } = queryKeys.own.staff;
  for (const key of ['order:1', 'trade:1', 'member:1'])
    expect(queriesOf(key)).not.toContainEqual(members.all);
  expect(queriesOf('member:1')).toContainEqual(members.one('1'));
  expect(queriesOf('account:1')).toContainEqual(members.all);
});

test('a changed trade reloads the cards and lists that show it', () => {
  expect(queriesOf('trade:1')).toContainEqual(queryKeys.own.orders.all);
  expect(queriesOf('trade:1')).toContainEqual(queryKeys.own.admin.orders);
});

test('fetches simultaneous changes once, and later changes again', async () => {
  vi.useFakeTimers();
  try {
    const client = new QueryClient();
    const invalidated = vi.spyOn(client, 'invalidateQueries');
    const changed = collectChanges(client);
    for (let index = 0; index < 50; index += 1) changed(['price', `order:${index}`]);
    await vi.advanceTimersByTimeAsync(20);
    const keysOf = () => invalidated.mock.calls.map(([filters]) => JSON.stringify(filters?.queryKey));
    expect(keysOf().sort()).toEqual([...new Set(keysOf())].sort());
    expect(keysOf()).toContain('["price"]');
    invalidated.mockClear();
    changed(['price']);
    await vi.advanceTimersByTimeAsync(20);
    expect(keysOf()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(keysOf()).toContain('["price"]');
  } finally {
    vi.useRealTimers();
  }
});

test('a busy list does not delay an order', async () => {
  vi.useFakeTimers();
  try {
    const client = new QueryClient();
    const invalidated = vi.spyOn(client, 'invalidateQueries');
    const changed = collectChanges(client);
    changed(['orders']);
    await vi.advanceTimersByTimeAsync(20);
    changed(['orders', 'trail:1']);
    await vi.advanceTimersByTimeAsync(20);
    const keys = invalidated.mock.calls.map(([filters]) => filters?.queryKey);
    expect(keys.filter((key) => key?.[0] === 'public-orders')).toHaveLength(1);
    expect(keys).toContainEqual(queryKeys.own.trail('1'));
  } finally {
    vi.useRealTimers();
  }
});

test('fetches everything if the changes are unknown', async () => {
  vi.useFakeTimers();
  try {
    const client = new QueryClient();
    const invalidated = vi.spyOn(client, 'invalidateQueries');
    collectChanges(client)(['everything', 'price']);
    await vi.advanceTimersByTimeAsync(20);
    expect(invalidated.mock.calls).toEqual([[{ queryKey: [] }, { cancelRefetch: false }]]);
  } finally {
    vi.useRealTimers();
  }
});

test('fetches again after a first answer that was under way during a change', async () => {
  vi.useFakeTimers();
  try {
    const client = new QueryClient();
    const answers = ['as it was', 'as it is'];
    let answer = () => {};
    const requested = vi.fn(
      () =>
        new Promise<string>((resolve) => {
          answer = () => resolve(answers.shift() ?? '');
        }),
    );
    const shown = new QueryObserver(client, { queryKey: queryKeys.own.trail('1'), queryFn: requested });
    const close = shown.subscribe(() => undefined);
    collectChanges(client)(['trail:1']);
    await vi.advanceTimersByTimeAsync(20);
    answer();
    await vi.advanceTimersByTimeAsync(20);
    answer();
    await vi.advanceTimersByTimeAsync(20);
    expect(shown.getCurrentResult().data).toBe('as it is');
    expect(requested).toHaveBeenCalledTimes(2);
    close();
  } finally {
    vi.useRealTimers();
  }
});

test('fetches again for a later screen after an answer that was under way during a change', async () => {
  vi.useFakeTimers();
  try {
    const client = makeQueryClient();
    const answers = ['as it is', 'as it was'];
    const answer = Promise.withResolvers<void>();
    const queryKey = queryKeys.own.trail('1');
    const options = {
      queryKey,
      queryFn: async () => {
        const read = answers.pop();
        await answer.promise;
        return read;
      },
    };
    client.setQueryData(queryKey, 'long ago');
    await client.invalidateQueries({ queryKey });
    const dialog = new QueryObserver(client, options);
    const closeDialog = dialog.subscribe(() => undefined);
    // Its response is still pending when the dialog no longer needs it.
    dialog.setOptions({ ...options, enabled: false });
    collectChanges(client)(['trail:1']);
    await vi.advanceTimersByTimeAsync(20);
    answer.resolve();
    await vi.advanceTimersByTimeAsync(20);
    const page = new QueryObserver(client, options);
    const closePage = page.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(20);
    expect(page.getCurrentResult().data).toBe('as it is');
    closeDialog();
    closePage();
  } finally {
    vi.useRealTimers();
  }
});

test('shows an answer that takes longer than the pauses of a busy market', async () => {
  vi.useFakeTimers();
  try {
    const client = new QueryClient();
    const queryKey = queryKeys.publicOrders;
    client.setQueryData(queryKey, 0);
    let requested = 0;
    const queryFn = async () => {
      requested += 1;
      const read = requested;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return read;
    };
    const shown = new QueryObserver(client, { queryKey, queryFn, staleTime: 60_000 });
    const close = shown.subscribe(() => undefined);
    const changed = collectChanges(client);
    for (let index = 0; index < 12; index += 1) {
      changed(['orders']);
      await vi.advanceTimersByTimeAsync(250);
    }
    expect(shown.getCurrentResult().data).toBe(2);
    // What changed last is in the last answer, after which nothing is fetched.
    await vi.advanceTimersByTimeAsync(10_000);
    expect(shown.getCurrentResult().data).toBe(requested);
    close();
  } finally {
    vi.useRealTimers();
  }
});
