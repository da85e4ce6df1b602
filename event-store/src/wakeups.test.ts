import { expect, test } from 'vitest';
import { Wakeups } from './wakeups.ts';

const longMs = 60_000;

test('all who wait are woken', async () => {
  const wakeups = new Wakeups();
  const waiting = [wakeups.since(wakeups.count, longMs), wakeups.since(wakeups.count, longMs)];
  wakeups.wake();
  await Promise.all(waiting);
  expect(wakeups.count).toBe(1);
});

test('a wake-up before the wait begins is not missed', async () => {
  const wakeups = new Wakeups();
  const { count } = wakeups;
  wakeups.wake();
  await wakeups.since(count, longMs);
});

test('a wait ends without a wake-up after its time, or when it is aborted before or meanwhile', async () => {
  const wakeups = new Wakeups();
  const aborting = new AbortController();
  const waiting = wakeups.since(0, longMs, aborting.signal);
  await wakeups.since(0, 1);
  aborting.abort();
  await waiting;
  await wakeups.since(0, longMs, aborting.signal);
  expect(wakeups.count).toBe(0);
});
