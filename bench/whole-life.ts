import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openEmbeddedPostgres } from '@matgyo/event-store/embedded-postgres/index';
import { crudToken, startCrudServer } from './crud.ts';
import { type Call, callAt, callsOfALife, live, type Traders } from './life.ts';
import { alternating, percentile } from './measure.ts';
import { type Market, openMarket, startMatgyo } from './open-market.ts';
import type { Figure } from './report.ts';

const requestsPerSecond = 100;
const members = 16;
const turns = 7;

/**
 * Life cycles begun at 100 requests a second, whether or not earlier ones have ended: a slow response delays no later
 * request, and every wait counts.
 */
export async function benchWholeLife(dataDir: string, seconds: number): Promise<Figure> {
  const program = await startMatgyo(dataDir);
  const market = await openMarket(program, dataDir, members);
  const postgres = await openEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres') });
  const secret = randomBytes(32).toString('hex');
  const crud = await startCrudServer(secret, postgres.connection);
  try {
    const ours = callAt(`${program.url}/api/v1`);
    const reference = callAt(crud.url);
    const traders = tradersOf(market);
    const crudTraders = (life: number): Traders => ({
      admin: crudToken(secret, 'member-64'),
      seller: crudToken(secret, `member-${(life % members) + 1}`),
      buyer: crudToken(secret, `member-${((life + 1) % members) + 1}`),
    });
    // Until both run compiled code.
    await livesBegun(ours, traders, seconds / 4);
    await livesBegun(reference, crudTraders, seconds / 4);
    const latencies: number[] = [];
    const measured = await alternating(
      turns,
      async () => {
        const turn = await livesBegun(ours, traders, seconds / turns);
        latencies.push(...turn);
        return percentile(turn, 0.5);
      },
      async () => percentile(await livesBegun(reference, crudTraders, seconds / turns), 0.5),
    );
    return {
      what: `a whole life (${callsOfALife} calls) at ${requestsPerSecond} requests/s`,
      unit: 'ms',
      ...measured,
      referenceWhat: 'the same life by the hand-written server, a transaction a call',
      latency: { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) },
    };
  } finally {
    await crud.stop();
    await program.stop();
  }
}

export const tradersOf =
  ({ admin, members }: Market) =>
  (life: number): Traders => ({
    admin,
    seller: members[life % members.length] ?? '',
    buyer: members[(life + 1) % members.length] ?? '',
  });

/** Begins lives for so many seconds and resolves with their durations in milliseconds. */
export async function livesBegun(
  call: Call,
  traders: (life: number) => Traders,
  seconds: number,
): Promise<readonly number[]> {
  const lives = Math.ceil((seconds * requestsPerSecond) / callsOfALife);
  const everyMs = (1_000 * callsOfALife) / requestsPerSecond;
  const begun = performance.now();
  return Promise.all(
    Array.from({ length: lives }, async (_, life) => {
      const due = life * everyMs;
      await delay(due);
      await live(call, traders(life));
      return performance.now() - begun - due;
    }),
  );
}
