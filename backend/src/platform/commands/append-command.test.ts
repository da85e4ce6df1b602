import type { Price } from '@matgyo/contracts/money';
import { priceStream } from '@matgyo/contracts/streams';
import { sampleEvent } from '@matgyo/event-store/conformance/sample-events';
import type { EventLog } from '@matgyo/event-store/event-log';
import { MemoryLog } from '@matgyo/event-store/memory-log';
import { createPostgresEventLog } from '@matgyo/event-store/postgres/postgres-event-log';
import { priceDecider, setPrice } from '@matgyo/ledger/price/price';
import { LedgerRefusal } from '@matgyo/ledger/refusal';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { createDatabase } from '../database/database.ts';
import { createPool } from '../database/pool.ts';
import type { RateLimit } from '../http/rate-limits.ts';
import { failure } from '../http/request-failure.ts';
import { migrateAppSchema } from '../schema/migrate.ts';
import { type AppendDependencies, appendCommand } from './append-command.ts';
import { appendWindowMs } from './command-times.ts';
import { executeOnStream } from './execute-on-stream.ts';
import type { CommandContext, CommandRequest, Done } from './ledger-command.ts';
import { RecentStreams } from './recent-streams.ts';
import { systemTiming } from './timing.ts';

async function openDatabase() {
  const database = await createTestDatabase();
  await migrateAppSchema(database.connection);
  const pool = createPool(database.connection, () => undefined);
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  return { pool, connection: database.connection };
}

test.each([
  ['of one append', 'transaction'],
  ['of several steps', 'streams'],
] as const)(
  'keeps refusals %s for repeats up to a member’s limit of a day, and then decides a repeat again',
  async (_name, appendScope) => {
    const { pool } = await openDatabase();
    let left = 1;
    const keptRepliesOf: Pick<RateLimit, 'unlessRefused'> = {
      unlessRefused: async (_, work, whenUsedUp) =>
        left-- > 0 || whenUsedUp === undefined ? work() : whenUsedUp(failure('TOO_MANY_REQUESTS')),
    };
    const log = { appendScope } as EventLog;
    const deps = {
      db: createDatabase(pool),
      ledger: { log, timing: systemTiming },
      recent: new RecentStreams(),
      limits: { keptRepliesOf },
      now: Date.now,
    } as unknown as AppendDependencies;
    const refused = (idempotencyKey: string) => {
      const request = { caller: { memberId: 'member' }, idempotencyKey, bodyHash: () => 'body' };
      return appendCommand(deps, request as CommandRequest, async () => {
        throw failure('ORDER_NOT_FOUND');
      });
    };
    for (const key of ['first', 'second', 'third', 'second'])
      await expect(refused(key)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
    expect((await pool.query('select from app.commands')).rowCount).toBe(1);
  },
);

test.each([
  ['of one append', 'while it decides'],
  ['of one append', 'after it has decided'],
  ['of several steps', 'while it decides'],
])('a command %s appends nothing when its time ends %s', async (steps, when) => {
  let nowMs = 0;
  const timing = { ...systemTiming, now: () => nowMs };
  const log = new MemoryLog();
  Object.assign(log, { appendScope: steps === 'of one append' ? 'transaction' : 'streams' });
  const deps = {
    ledger: { log, timing },
    recent: new RecentStreams(),
    now: timing.now,
  } as unknown as AppendDependencies;
  const request = { caller: { memberId: 'member' } } as CommandRequest;
  const answered = appendCommand(deps, request, async ({ ledger, command }) => {
    await executeOnStream({
      ledger,
      stream: priceStream,
      decider: priceDecider,
      command,
      async decide(state) {
        if (when === 'while it decides') nowMs += appendWindowMs;
        return setPrice(state, '1400' as Price, 'not needed');
      },
    });
    if (when === 'after it has decided') nowMs += appendWindowMs;
    return { answer: 'set', event: undefined };
  });
  await expect(answered).rejects.toMatchObject({ name: 'EventLogUnavailable', outcome: 'none' });
  expect(log.events).toEqual([]);
});

describe('the same key again', () => {
  type Execute = (context: CommandContext) => Promise<Done<string>>;

  /** Two backends on one log, and what was given back of the member's stored replies. */
  async function twoBackends({ repliesLeft = true } = {}) {
    const { pool, connection } = await openDatabase();
    const givenBack: string[] = [];
    const keptRepliesOf: Pick<RateLimit, 'unlessRefused' | 'giveBack'> = {
      unlessRefused: async (_, work, whenUsedUp) =>
        repliesLeft || whenUsedUp === undefined ? work() : whenUsedUp(failure('TOO_MANY_REQUESTS')),
      giveBack: async (memberId) => void givenBack.push(memberId),
    };
    const open = async (nowMs: number) => {
      const log = await createPostgresEventLog({ connection });
      onTestFinished(() => log.close());
      const deps = {
        db: createDatabase(pool),
        ledger: { log, timing: systemTiming },
        recent: new RecentStreams(),
        limits: { keptRepliesOf },
        now: () => nowMs,
      } as unknown as AppendDependencies;
      const caller = { memberId: 'member' };
      const request = { caller, idempotencyKey: 'key', bodyHash: () => 'body' } as CommandRequest;
      return (execute: Execute) => appendCommand(deps, request, execute);
    };
    const count = async () => (await pool.query('select from event_log.events')).rowCount;
    return { first: await open(Date.now()), second: await open(Date.now() + 1), count, givenBack };
  }

  const done = (answer: string): Done<string> => ({ answer, event: undefined });
  const settingPrice =
    (answer: string, before = async () => {}): Execute =>
    async ({ ledger, command }) => {
      const decide = (state: Parameters<typeof setPrice>[0]) =>
        setPrice(state, '1400' as Price, 'not needed');
      await executeOnStream({ ledger, stream: priceStream, decider: priceDecider, command, decide });
      await before();
      return done(answer);
    };
  /** Each run has an id of its own for what it creates. */
  const creating =
    (answer: string): Execute =>
    async ({ ledger, newId, alsoWrite }) => {
      await ledger.log.append(`order-${newId}`, 'no-stream', [sampleEvent()]);
      await alsoWrite({ text: 'select', values: [] }, new LedgerRefusal('ORDER_NOT_PENDING', {}));
      return done(answer);
    };
  const refusing =
    (code: 'ORDER_NOT_FOUND' | 'STALE_REVISION'): Execute =>
    async () => {
      throw failure(code);
    };

  test.each([
    ['that would create another order', creating('again'), true],
    ['that appends nothing', async () => done('again'), true],
    ['that appends nothing, beyond the limit of stored replies', async () => done('again'), false],
    ['that would be refused', refusing('ORDER_NOT_FOUND'), true],
    ['that would be refused, beyond the limit of stored replies', refusing('ORDER_NOT_FOUND'), false],
    ['that would be refused for now', refusing('STALE_REVISION'), true],
  ] as const)('gets the first reply by a run %s', async (name, again, repliesLeft) => {
    const { first, second, count, givenBack } = await twoBackends({ repliesLeft });
    expect(await first(creating('first'))).toBe('first');
    expect(await second(again)).toBe('first');
    expect(await count()).toBe(1);
    const took = repliesLeft && name !== 'that would create another order' && !name.endsWith('for now');
    expect(givenBack).toEqual(took ? ['member'] : []);
  });

  test('gets one reply of two runs that append the same events', async () => {
    const { first, second, count } = await twoBackends();
    let ofSecond: string | undefined;
    const between = async () => {
      ofSecond ??= await second(settingPrice('of the second'));
    };
    expect(await first(settingPrice('of the first', between))).toBe('of the second');
    expect(ofSecond).toBe('of the second');
    expect(await count()).toBe(1);
  });
});
