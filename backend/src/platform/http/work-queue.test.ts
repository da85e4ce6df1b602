import { expect, test } from 'vitest';
import { RequestFailure } from './request-failure.ts';
import { createWorkQueue, createWorkQueues } from './work-queue.ts';

test('limits running and waiting work, keeps the order, and refuses the next', async () => {
  const queued = createWorkQueue({ concurrentMax: 2, waitingMax: 3 });
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const work = (name: number) =>
    queued(() => {
      started.push(name);
      return new Promise<number>((resolve) => ends.push(() => resolve(name)));
    });
  const five = [1, 2, 3, 4, 5].map(work);
  expect(started).toEqual([1, 2]);
  const refused = await work(6).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RequestFailure);
  expect(refused).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 2 });
  for (let index = 0; index < 5; index++) {
    ends[index]?.();
    expect(await five[index]).toBe(index + 1);
  }
  expect(started).toEqual([1, 2, 3, 4, 5]);
});

test('only the work that runs longest sees that other work waits for its end', async () => {
  const queued = createWorkQueue({ concurrentMax: 2, waitingMax: 1 });
  const asked: (() => boolean)[] = [];
  const ends: (() => void)[] = [];
  const work = () =>
    queued((othersWait) => {
      asked.push(othersWait);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const three = [work(), work(), work()];
  expect(asked.map((othersWait) => othersWait())).toEqual([true, false]);
  for (const index of [0, 1, 2]) {
    ends[index]?.();
    await three[index];
  }
});

test('work can see whether other work waits', async () => {
  const queued = createWorkQueue({ concurrentMax: 1, waitingMax: 1 });
  const seen: boolean[] = [];
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const first = queued(async (othersWait) => {
    seen.push(othersWait());
    await end;
    seen.push(othersWait());
  });
  const second = queued(async (othersWait) => void seen.push(othersWait()));
  resolve();
  await Promise.all([first, second]);
  expect(seen).toEqual([false, true, false]);
});

test('failed work frees its slot', async () => {
  const queued = createWorkQueue({ concurrentMax: 1, waitingMax: 1 });
  const failing = queued(() => Promise.reject(new Error('no')));
  const next = queued(async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
  expect(await queued(async () => 'again')).toBe('again');
});

test('work of later lanes continues although an earlier lane never empties', async () => {
  const queued = createWorkQueue({ concurrentMax: 1, waitingMax: [10, 10, 10] });
  const ended: number[] = [];
  const work = (lane: number): Promise<void> =>
    queued(async () => {
      ended.push(lane);
      // Its slot is taken at once.
      if (lane === 0 && ended.length < 40) void work(0);
    }, lane);
  await Promise.all([work(0), work(0), work(0), ...[1, 2, 1, 2].map(work)]);
  expect(ended.filter((lane) => lane > 0)).toHaveLength(4);
  expect(ended.slice(0, 20).filter((lane) => lane > 0)).toEqual([2, 1, 2, 1]);
});

test('queues per key: a key with too much work delays no other', async () => {
  const inOwnQueue = createWorkQueues({ concurrentMax: 1, waitingMax: 1 });
  const ends: (() => void)[] = [];
  const slow = () => inOwnQueue('a', () => new Promise<void>((resolve) => ends.push(resolve)));
  const [first, second] = [slow(), slow()];
  await expect(slow()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await inOwnQueue('b', async () => 'done')).toBe('done');
  ends[0]?.();
  await first;
  ends[1]?.();
  await second;
  expect(await inOwnQueue('a', async () => 'again')).toBe('again');
});
