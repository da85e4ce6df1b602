import type { MemberId } from '@matgyo/contracts/ids';
import { parseRate, type Rate } from '@matgyo/contracts/money';
import { type EventLog, logStart, type RecordedEvent } from '@matgyo/event-store/event-log';
import { underFreeLock } from '@matgyo/event-store/postgres/session-lock';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Config } from '../../config.ts';
import type { Passwords } from '../../identity/passwords/passwords.ts';
import { createDatabase } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/tables.ts';
import { openImageFiles } from '../../platform/images/image-files.ts';
import { createImageStore } from '../../platform/images/image-store.ts';
import { openEventRestorer } from '../backup/restore-events.ts';
import { awakeTimeFrom, beginningOfMarket } from './awake-time.ts';
import { writeChats } from './chat-rows.ts';
import { writeInquiries } from './inquiry-rows.ts';
import { writeMembers } from './member-rows.ts';
import { firstCommandId, lastCommandId, playScenario } from './scenario.ts';
import { adminIdEnd, memberIdOf, seedMembersOf } from './seed-members.ts';
import { signInsOf, tableOf } from './sign-ins.ts';
import { demoStatements, writeTradeRows } from './trade-rows.ts';

export interface DemoMarketDependencies {
  readonly config: Pick<Config, 'dataDir' | 'feeRate' | 'firstAdmin'>;
  /** Has the migrated plain tables. */
  readonly pool: pg.Pool;
  readonly log: EventLog;
  readonly passwords: Passwords;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Receives the sign-ins once the market is complete. */
  readonly print: (text: string) => void;
}

/** `there`: filled before; `not ours`: the ledger holds other data; `elsewhere`: another process is filling it. */
export type DemoOutcome = 'filled' | 'there' | 'not ours' | 'elsewhere';

const fillMsMax = 60_000;
/** More than a demo market has. */
const eventsMax = 5_000;

/**
 * Fills an empty ledger with a market of some weeks, once. Resumes after an interruption: the market's beginning is
 * read from the stored data and determines everything else, and the log has to be the beginning of the scenario's
 * events. A ledger that holds anything else is left unchanged.
 *
 * The scenario runs in memory, through the real deciders; its events are then copied in order. So events become visible
 * only after their rows.
 */
export function fillDemoMarket(deps: DemoMarketDependencies): Promise<DemoOutcome> {
  return underFreeLock<DemoOutcome>(deps.pool, 'matgyo demo market', {
    work: () => fillAlone(deps),
    otherwise: () => 'elsewhere',
  });
}

async function fillAlone(deps: DemoMarketDependencies): Promise<DemoOutcome> {
  const { config, pool, log, passwords, now, print } = deps;
  const existing = (await log.readAll({ after: logStart, limit: eventsMax })).events;
  const [first] = existing;
  if (first !== undefined && first.metadata.commandId !== firstCommandId) return 'not ours';
  if (existing.some(({ metadata }) => metadata.commandId === lastCommandId)) return 'there';

  const db = createDatabase(pool);
  const seedMembers = seedMembersOf(config);
  const begun = first === undefined ? await beginningInRows(db) : Date.parse(first.metadata.at);
  const beginning = begun ?? beginningOfMarket(now());
  const time = awakeTimeFrom(startOfMinute(beginning));
  const statements = await demoStatements();
  const feeRate = feeRateOf(existing) ?? config.feeRate;
  const market = { seedMembers, time };
  const events = await playScenario({ ...market, feeRate, statements });
  const memberIds = seedMembers.map(({ key, joins }) => memberIdOf(key, time.timeAt(joins)));
  if (!isBeginning(existing, events) || (await hasOtherMembers(db, memberIds))) return 'not ours';

  const signIns = await signInsOf(config, seedMembers);
  const images = createImageStore(db, await openImageFiles(config.dataDir));
  await writeMembers({ db, images, passwords }, market, signIns);
  await writeInquiries(db, market);
  await writeChats(db, market, events);
  await writeTradeRows({ db, images }, { events, statements });
  await copyTo(log, events);
  print(tableOf(signIns, config.firstAdmin));
  return 'filled';
}

/** The beginning of a market that was interrupted after its rows were written and before its events. */
async function beginningInRows(db: Database): Promise<number | undefined> {
  const admin = await db
    .selectFrom('app.members')
    .select('created_at')
    .where(sql<string>`id`, 'like', `%${adminIdEnd}`)
    .executeTakeFirst();
  return admin?.created_at.getTime();
}

/** The clock advances within an action, so its event is a little later than the minute it began in. */
const startOfMinute = (atMs: number): number => Math.floor(atMs / 60_000) * 60_000;

/** The fee rate of an interrupted market, whatever is configured now. */
function feeRateOf(existing: readonly RecordedEvent[]): Rate | undefined {
  return parseRate(existing.find(({ type }) => type === 'TradeProposed')?.data['feeRate']);
}

const isBeginning = (existing: readonly RecordedEvent[], events: readonly RecordedEvent[]): boolean =>
  existing.every(({ id, metadata }, index) => {
    const event = events[index];
    return id === event?.id && metadata.hash === event.metadata.hash;
  });

async function hasOtherMembers(db: Database, memberIds: readonly MemberId[]): Promise<boolean> {
  const other = await db
    .selectFrom('app.members')
    .select('id')
    .where('id', 'not in', memberIds)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

async function copyTo(log: EventLog, events: readonly RecordedEvent[]): Promise<void> {
  const restorer = await openEventRestorer(log, AbortSignal.timeout(fillMsMax), () => {});
  for (const event of events) await restorer.add(event, JSON.stringify(event).length);
  await restorer.end();
}
