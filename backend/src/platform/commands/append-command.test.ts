import type { Price } from '@matgyo/contracts/money';
import { priceStream } from '@matgyo/contracts/streams';
import type { EventLog } from '@matgyo/event-store/event-log';
import { MemoryLog } from '@matgyo/event-store/memory-log';
import { priceDecider, setPrice } from '@matgyo/ledger/price/price';
import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { createDatabase } from '../database/database.ts';
import { createPool } from '../database/pool.ts';
import type { RateLimit } from '../http/rate-limits.ts';
import { failure } from '../http/request-failure.ts';
import { migrateAppSchema } from '../schema/migrate.ts';
import { type AppendDependencies, appendCommand } from './append-command.ts';
import { appendWindowMs } from './command-times.ts';
import { executeOnStream } from './execute-on-stream.ts';
import type { CommandRequest } from './ledger-command.ts';
import { RecentStreams } from './recent-streams.ts';
import { systemTiming } from './timing.ts';

async function openPool(): Promise<pg.Pool> {
  const database = await createTestDatabase();
  await migrateAppSchema(database.connection);
  const pool = createPool(database.connection, () => undefined);
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  return pool;
}

test.each([
  ['of one append', true],
  ['of several steps', false],
])(
  'keeps refusals %s for repeats up to a member’s limit of a day, and then decides a repeat again',
  async (_name, runsCompanions) => {
    const pool = await openPool();
    let left = 1;
    const keptRepliesOf: Pick<RateLimit, 'unlessRefused'> = {
      unlessRefused: async (_, work, whenUsedUp) =>
        left-- > 0 || whenUsedUp === undefined ? work() : whenUsedUp(failure('TOO_MANY_REQUESTS')),
    };
    const log = { capabilities: { appendsTogether: true, runsCompanions } } as EventLog;
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
  Object.assign(log.capabilities, { runsCompanions: steps === 'of one append' });
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
        return setPrice(state, '1400' as Price);
      },
    });
    if (when === 'after it has decided') nowMs += appendWindowMs;
    return { answer: 'set', event: undefined };
  });
  await expect(answered).rejects.toMatchObject({ name: 'EventLogUnavailable', outcome: 'none' });
  expect(log.events).toEqual([]);
});
