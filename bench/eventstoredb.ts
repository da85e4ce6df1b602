import { randomUUID } from 'node:crypto';
import { type BareClient, openBareClient } from '@matgyo/event-store/eventstoredb/bare-client.fixture';
import { createEventStoreDbEventLog } from '@matgyo/event-store/eventstoredb/eventstoredb-event-log';
import { orderPlaced } from './append.ts';
import { callAt, callsOfALife, live } from './life.ts';
import { alternatingRuns, concurrently, perSecond, type Run } from './measure.ts';
import { openMarket, startMatgyo } from './open-market.ts';
import type { Figure } from './report.ts';

const writers = 16;
const rounds = 5;
/** Two placements, two approvals, four steps to match and four to complete. */
const appendsOfALife = 12;

/** One event in a new stream. */
const appendTo = (bare: BareClient) => () => bare.append(`bare-${randomUUID()}`, orderPlaced());

/** Connection strings: of a log, and of a server of the same kind for the reference. */
export interface EventStores {
  readonly ours: string;
  readonly bare: string;
}

/** 16 writers × 1 event through the log, compared with the plain client. */
export async function benchEventStoreAppend(servers: EventStores, appends: number): Promise<Figure> {
  const log = createEventStoreDbEventLog({ connectionString: servers.ours });
  const bare = openBareClient(servers.bare);
  const each = Math.ceil(appends / writers / rounds);
  const rate = (run: Run) => perSecond(each * writers, run);
  const append = () => log.append(`order-${randomUUID()}`, 'no-stream', [orderPlaced()]);
  try {
    await Promise.all([log.lastEvent(), appendTo(bare)()]);
    return {
      what: `EventStoreDB: append, ${writers} writers × 1 event`,
      unit: 'events/s',
      ...(await alternatingRuns({ rounds, workers: writers, each }, rate, append, appendTo(bare))),
      referenceWhat: 'its client alone, one call an append',
    };
  } finally {
    await log.close();
    await bare.close();
  }
}

/** Life cycles of two orders over HTTP, compared with as many plain appends, one after the other. */
export async function benchEventStoreLife(
  dataDir: string,
  servers: EventStores,
  lives: number,
): Promise<Figure> {
  await using program = await startMatgyo(dataDir, { EVENTSTORE_URL: servers.ours });
  const bare = openBareClient(servers.bare);
  try {
    const { admin, members } = await openMarket(program, dataDir, writers);
    const call = callAt(`${program.url}/api/v1`);
    const each = Math.ceil(lives / writers / rounds);
    const rate = (run: Run) => perSecond(each * writers, run);
    const ours = (worker: number) => {
      const [seller = '', buyer = ''] = [members[worker], members[(worker + 1) % writers]];
      return live(call, { admin, seller, buyer });
    };
    const reference = async () => {
      for (let count = 0; count < appendsOfALife; count += 1) await appendTo(bare)();
    };
    await concurrently(writers, each, ours);
    return {
      what: `EventStoreDB: whole lives (${callsOfALife} calls), ${writers} at a time`,
      unit: 'lives/s',
      ...(await alternatingRuns({ rounds, workers: writers, each }, rate, ours, reference)),
      referenceWhat: `${appendsOfALife} appends by its client alone, for each life`,
    };
  } finally {
    await bare.close();
  }
}
