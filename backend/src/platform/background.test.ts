import { setImmediate as otherWork } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { everyTenMinutes, repeated } from './background.ts';

const logger = { warn: vi.fn() };
const run = (work: () => Promise<unknown>, signal: AbortSignal, everyMs = everyTenMinutes) =>
  repeated('a sweep', everyMs, work, logger as never)(signal);

/** Stops once the work has nothing to do but wait for its interval. */
async function stopWhileItWaits(running: Promise<void>, stop: AbortController): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await otherWork();
  stop.abort();
  await running;
}

test('calls again at once while there is more, then after the interval', async () => {
  const stop = new AbortController();
  const work = vi.fn(async () => work.mock.calls.length < 3);
  await stopWhileItWaits(run(work, stop.signal), stop);
  expect(work).toHaveBeenCalledTimes(3);
});

test('calls again after the interval whatever else the work resolves to', async () => {
  const stop = new AbortController();
  const work = vi.fn(async () => 1);
  await stopWhileItWaits(run(work, stop.signal), stop);
  expect(work).toHaveBeenCalledTimes(1);
});

test('a stop comes between two batches', async () => {
  const stop = new AbortController();
  const work = vi.fn(async () => {
    if (work.mock.calls.length === 2) stop.abort();
    return work.mock.calls.length < 10;
  });
  await run(work, stop.signal);
  expect(work).toHaveBeenCalledTimes(2);
});

test('a failure of a later batch is logged, and the next comes after the interval', async () => {
  const stop = new AbortController();
  const work = vi.fn(async () => {
    if (work.mock.calls.length === 2) throw new Error('no connection');
    return work.mock.calls.length < 10;
  });
  await stopWhileItWaits(run(work, stop.signal), stop);
  expect(work).toHaveBeenCalledTimes(2);
  expect(logger.warn).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ work: 'a sweep' }),
    'will be tried again',
  );
});

test('goes on after the interval, also after a failure', async () => {
  const stop = new AbortController();
  const work = vi.fn(async () => {
    if (work.mock.calls.length === 3) stop.abort();
    throw new Error('no connection');
  });
  await run(work, stop.signal, 1);
  expect(work).toHaveBeenCalledTimes(3);
});
