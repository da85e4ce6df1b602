import { setTimeout as delay } from 'node:timers/promises';
import { startCrudServer } from './crud.ts';
import {
  type Call,
  type CallKind,
  callAt,
  callKinds,
  callsOfALife,
  kindOf,
  live,
  type Traders,
} from './life.ts';
import { alternating, type Compared, latencyOf, percentile } from './measure.ts';
import { type Market, openMarket, startMatgyo } from './open-market.ts';
import type { Figure } from './report.ts';

export const requestsPerSecond = 100;
const members = 16;
const rounds = 7;

/** Durations in milliseconds: of whole lives, and of their calls by what they do. */
interface Lives {
  readonly whole: readonly number[];
  readonly calls: ReadonlyMap<CallKind, readonly number[]>;
}

/**
 * Life cycles begun at 100 requests a second, whether or not earlier ones have ended: a slow response delays no later
 * request, and every wait counts.
 */
export async function benchWholeLife(dataDir: string, seconds: number): Promise<readonly Figure[]> {
  await using program = await startMatgyo(dataDir);
  const market = await openMarket(program, dataDir, members);
  await using crud = await startCrudServer(dataDir);
  const ours = callAt(`${program.url}/api/v1`);
  const reference = callAt(crud.url);
  const traders = tradersOf(market);
  const crudTraders = (life: number): Traders => ({
    admin: crud.tokenOf(64),
    seller: crud.tokenOf((life % members) + 1),
    buyer: crud.tokenOf(((life + 1) % members) + 1),
  });
  // Warms up both until they run compiled code.
  await runLives(ours, traders, seconds / 4);
  await runLives(reference, crudTraders, seconds / 4);
  const [oursByRound, referenceByRound]: [Lives[], Lives[]] = [[], []];
  const measuring = (call: Call, by: (life: number) => Traders, byRound: Lives[]) => async () => {
    const lives = await runLives(call, by, seconds / rounds);
    byRound.push(lives);
    return percentile(lives.whole, 0.5);
  };
  const measured = await alternating(
    rounds,
    measuring(ours, traders, oursByRound),
    measuring(reference, crudTraders, referenceByRound),
  );
  return figuresOf(measured, oursByRound, referenceByRound);
}

/** The median and the 99th percentile of whole lives, and the median of each kind of call. */
function figuresOf(
  measured: Compared,
  oursByRound: readonly Lives[],
  referenceByRound: readonly Lives[],
): readonly Figure[] {
  const wholeOf = (byRound: readonly Lives[]) => byRound.flatMap(({ whole }) => whole);
  const callsOf = (byRound: readonly Lives[], kind: CallKind) =>
    byRound.flatMap(({ calls }) => calls.get(kind) ?? []);
  const [ours, reference] = [latencyOf(wholeOf(oursByRound)), latencyOf(wholeOf(referenceByRound))];
  const what = `a whole life (${callsOfALife} calls) at ${requestsPerSecond} requests/s`;
  const referenceWhat = 'the same life by the hand-written server, a transaction a call';
  return [
    { what, unit: 'ms', ...measured, referenceWhat, latency: ours },
    {
      what: `${what}: the slowest of a hundred`,
      unit: 'ms',
      ours: ours.p99,
      reference: reference.p99,
      referenceWhat,
    },
    ...callKinds.map((kind) => {
      const own = latencyOf(callsOf(oursByRound, kind));
      return {
        what: `one call of such a life: ${kind}`,
        unit: 'ms',
        ours: own.p50,
        reference: percentile(callsOf(referenceByRound, kind), 0.5),
        referenceWhat: 'the same call of the hand-written server',
        latency: own,
      };
    }),
  ];
}

export const tradersOf =
  ({ admin, members }: Market) =>
  (life: number): Traders => ({
    admin,
    seller: members[life % members.length] ?? '',
    buyer: members[(life + 1) % members.length] ?? '',
  });

/** Begins lives for that many seconds and resolves when all have ended. */
export async function runLives(
  call: Call,
  traders: (life: number) => Traders,
  seconds: number,
): Promise<Lives> {
  const calls = new Map<CallKind, number[]>(callKinds.map((kind) => [kind, []]));
  const timed: Call = async (token, method, path, body) => {
    const sent = performance.now();
    const answer = await call(token, method, path, body);
    calls.get(kindOf(path))?.push(performance.now() - sent);
    return answer;
  };
  const lives = Math.ceil((seconds * requestsPerSecond) / callsOfALife);
  const everyMs = (1_000 * callsOfALife) / requestsPerSecond;
  const begun = performance.now();
  const whole = await Promise.all(
    Array.from({ length: lives }, async (_, life) => {
      const due = life * everyMs;
      await delay(due);
      await live(timed, traders(life));
      return performance.now() - begun - due;
    }),
  );
  return { whole, calls };
}
