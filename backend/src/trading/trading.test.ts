import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { parseConfig } from '../config.ts';
import { systemTiming } from '../platform/commands/timing.ts';
import { createDatabase } from '../platform/database/database.ts';
import { createTrading } from './trading.ts';

const server = await startTestServer();
const { pool, log } = server;
afterAll(() => server.close());

const ofTimes = ['expired approvals', 'offers', 'payment windows'];
const watched = ['approvals', ...ofTimes];

/**
 * Runs all work once, as another backend on the same database whose clock is so many seconds ahead. Returns the failures
 * that the watched work logged.
 */
async function runOnceAt(secondsAhead: number) {
  const failed: { readonly work: string; readonly error: { readonly message: string } }[] = [];
  const timing = { ...systemTiming, now: () => Date.now() + secondsAhead * 1_000 };
  const { background } = createTrading({
    config: parseConfig({ NODE_ENV: 'test' }),
    ...{ pool, db: createDatabase(pool), log, ledger: { log, timing }, timing },
    logger: pino({}, { write: (line: string) => failed.push(JSON.parse(line)) }),
    sessions: { onEnded: () => undefined, knownForMs: () => 0 },
  } as unknown as Parameters<typeof createTrading>[0]);
  const stop = new AbortController();
  const running = background.map((work) => work(stop.signal));
  stop.abort();
  await Promise.all(running);
  return failed.filter(({ work }) => watched.includes(work)).toSorted((a, b) => (a.work < b.work ? -1 : 1));
}

test('a clock that is ahead ends nothing that has its time, and stops no recovery', async () => {
  expect(await runOnceAt(0)).toEqual([]);
  const error = { message: expect.stringContaining('clock is') };
  expect(await runOnceAt(3_600)).toMatchObject(ofTimes.map((work) => ({ work, error })));
});
