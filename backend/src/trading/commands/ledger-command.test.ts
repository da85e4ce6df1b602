import { randomUUID } from 'node:crypto';
import type { MemberId } from '@matgyo/contracts/ids';
import type { EventLog, Position } from '@matgyo/event-store/event-log';
import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { createPool } from '../../platform/database/pool.ts';
import type { Database } from '../../platform/database/tables.ts';
import { failure, RequestFailure } from '../../platform/http/request-failure.ts';
import { migrateAppSchema } from '../../platform/schema/migrate.ts';
import { type Claim, claimCommand, releaseAllCommands, sweepCommands } from './command-store.ts';
import { type Act, type CommandRequest, type Done, ledgerCommand } from './ledger-command.ts';
import { systemTiming } from './timing.ts';

let database: TestDatabase;
let pool: pg.Pool;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  await migrateAppSchema(database.connection);
  pool = createPool(database.connection, () => undefined);
  db = createDatabase(pool);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

beforeEach(async () => {
  held.clear();
  await sql`truncate app.commands`.execute(db);
});

interface Asked {
  readonly member?: string;
  readonly method?: 'POST' | 'DELETE';
  readonly path?: string;
  readonly key?: string | undefined;
  readonly bodyHash?: string;
}

const memberA = 'a'.repeat(24);
const memberB = 'b'.repeat(24);

function requestOf({ member = memberA, method = 'POST', path = '/buy', key, bodyHash = 'body' }: Asked) {
  const headers: Record<string, string> = {};
  const caller = {
    memberId: member as MemberId,
    nickname: 'mina',
    admin: false,
    manager: false,
    status: 'active',
    verified: true,
    sessionId: 'session',
  };
  const request = {
    caller,
    method,
    path,
    idempotencyKey: key,
    bodyHash,
    reply: { header: (name: string, value: string) => Object.assign(headers, { [name]: value }) },
  } as unknown as CommandRequest;
  return { request, headers };
}

const event = { id: randomUUID(), position: '7' as Position };
let visible = true;
/** Whether what was lost can turn up for ever. */
const logThat = (refusesLateAppends: boolean) =>
  ({ capabilities: { appendsTogether: true, runsCompanions: true, refusesLateAppends } }) as EventLog;
let log = logThat(true);

/** What the streams hold of commands whose runs have not answered. */
const held = new Map<string, Done<unknown>>();

/** Runs one call; `acts` collects what was given to it each time it was really carried out. */
async function call(asked: Asked, acts: Act[], result: () => Done<unknown> | Promise<Done<unknown>>) {
  const { request, headers } = requestOf(asked);
  const ledger = { log, timing: systemTiming };
  const deps = { db, ledger, visibility: { waitUntilVisible: async () => visible }, now: Date.now };
  const answer = await ledgerCommand(deps, request, async (act) => {
    const before = held.get(act.command.commandId);
    if (before !== undefined) return before;
    if (Date.now() >= (act.command.until?.hereMs ?? Infinity)) throw new EventLogUnavailable('none');
    acts.push(act);
    return result();
  });
  return { answer, headers };
}

const done =
  (answer: unknown): (() => Done<unknown>) =>
  () => ({ answer, event });

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'answered',
    (error: unknown) => (error instanceof RequestFailure ? error.code : error),
  );

describe('a call with an idempotency key', () => {
  test('is carried out once, and a repeat gets the first answer and names the same event', async () => {
    const acts: Act[] = [];
    const first = await call({ key: 'k' }, acts, done({ order: 1 }));
    const second = await call({ key: 'k' }, acts, done({ order: 2 }));
    expect(second).toEqual(first);
    expect(second.headers).toEqual({ 'Ledger-Event': event.id, 'Ledger-Visible': 'true' });
    expect(acts).toHaveLength(1);
  });

  test('is another command for another member, method, path or key, and the same for the same four', async () => {
    const acts: Act[] = [];
    const four = [{ member: memberB }, { method: 'DELETE' as const }, { path: '/sell' }, { key: 'other' }];
    for (const asked of [{}, ...four]) await call({ key: 'k', ...asked }, acts, done(null));
    expect(new Set(acts.map(({ command }) => command.commandId)).size).toBe(5);
    await sql`truncate app.commands`.execute(db);
    await call({ key: 'k' }, acts, done(null));
    expect(acts.at(-1)?.command.commandId).toBe(acts[0]?.command.commandId);
  });

  test('is refused with another body, whether the first one is still running or done', async () => {
    const acts: Act[] = [];
    const during: unknown[] = [];
    await call({ key: 'k' }, acts, async () => {
      during.push(await codeOf(call({ key: 'k', bodyHash: 'other' }, acts, done(null))));
      return done(null)();
    });
    expect(during).toEqual(['IDEMPOTENCY_KEY_REUSED']);
    expect(await codeOf(call({ key: 'k', bodyHash: 'other' }, acts, done(null)))).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    expect(acts).toHaveLength(1);
  });

  test('is told to wait while the first one still runs', async () => {
    const acts: Act[] = [];
    const during: unknown[] = [];
    await call({ key: 'k' }, acts, async () => {
      during.push(await codeOf(call({ key: 'k' }, acts, done(null))));
      return done(null)();
    });
    expect(during).toEqual(['IN_PROGRESS']);
    expect(acts).toHaveLength(1);
  });

  test('is answered with what the stream holds, also while the first one still runs or has died over it', async () => {
    const acts: Act[] = [];
    const during: unknown[] = [];
    await call({ key: 'k' }, acts, async () => {
      const [{ command, newId } = { command: { commandId: '' }, newId: '' }] = acts;
      held.set(command.commandId, { answer: { order: newId }, event });
      during.push((await call({ key: 'k' }, acts, done(null))).answer);
      return { answer: { order: newId }, event };
    });
    expect(during).toEqual([{ order: acts[0]?.newId }]);
    expect(acts).toHaveLength(1);
  });

  test('asks to come again soon while nothing is known, not when the lease has run out', async () => {
    await call({ key: 'k' }, [], async () => {
      const error = await call({ key: 'k' }, [], done(null)).catch((thrown) => thrown);
      expect(error).toMatchObject({ code: 'IN_PROGRESS', retryAfterSeconds: 2 });
      return done(null)();
    });
  });

  test('sixteen at once: one is carried out, the others wait or get its answer', async () => {
    const acts: Act[] = [];
    const all = await Promise.all(
      Array.from({ length: 16 }, () => codeOf(call({ key: 'k' }, acts, done({ order: 1 })))),
    );
    expect(acts).toHaveLength(1);
    expect(all.every((code) => code === 'answered' || code === 'IN_PROGRESS')).toBe(true);
    expect(all).toContain('answered');
  });

  test('keeps a refusal that stands, with its details', async () => {
    const acts: Act[] = [];
    const refuse = () => {
      throw failure('PRICE_CHANGED', { price: '1400' });
    };
    for (let round = 0; round < 2; round += 1)
      await expect(call({ key: 'k' }, acts, refuse)).rejects.toMatchObject({
        code: 'PRICE_CHANGED',
        details: { price: '1400' },
      });
    expect(acts).toHaveLength(1);
  });

  test('that was refused for what its caller had not seen is decided again, once they have looked', async () => {
    const acts: Act[] = [];
    const stale = () => {
      throw failure('STALE_REVISION', { changed: [] });
    };
    expect(await codeOf(call({ key: 'k' }, acts, stale))).toBe('STALE_REVISION');
    expect(await call({ key: 'k' }, acts, done({ order: 1 }))).toMatchObject({ answer: { order: 1 } });
    expect(await codeOf(call({ key: 'k' }, acts, stale))).toBe('answered');
  });

  test.each([
    ['a fault of ours', () => new TypeError('broken')],
    ['the log being away', () => failure('UNAVAILABLE')],
    ['somebody else being at it', () => failure('IN_PROGRESS')],
  ])('does not keep %s: a repeat tries again at once, with the same ids', async (_, fault) => {
    const acts: Act[] = [];
    const fail = () => {
      throw fault();
    };
    await expect(call({ key: 'k' }, acts, fail)).rejects.toThrow();
    const { answer } = await call({ key: 'k' }, acts, done({ order: 1 }));
    expect(answer).toEqual({ order: 1 });
    expect(acts).toHaveLength(2);
    expect(acts[1]?.newId).toBe(acts[0]?.newId);
    expect(acts[1]?.command.commandId).toBe(acts[0]?.command.commandId);
  });
});

describe('a call whose append may still arrive', () => {
  const away = (outcome: 'none' | 'unknown') => () => {
    throw new EventLogUnavailable(outcome);
  };

  test('is carried out by a repeat at once, with the same ids, and knows of the doubt', async () => {
    const acts: Act[] = [];
    await expect(call({ key: 'k' }, acts, away('unknown'))).rejects.toThrow(EventLogUnavailable);
    const { answer } = await call({ key: 'k' }, acts, done({ order: 1 }));
    expect(answer).toEqual({ order: 1 });
    expect(acts[1]?.newId).toBe(acts[0]?.newId);
    expect(acts.map(({ earlier }) => earlier)).toEqual(['none', 'may append']);
  });

  const refuse = () => {
    throw failure('PRICE_CHANGED', { price: '1400' });
  };
  /** As if so much time had passed since whatever has been done. */
  const age = (seconds: number) =>
    sql`update app.commands set lease_until = lease_until - ${seconds} * interval '1 s',
      in_doubt_until = in_doubt_until - ${seconds} * interval '1 s'`.execute(db);

  test('is told until when it may append, and its lease is longer by what a commit may take', async () => {
    const acts: Act[] = [];
    await call({ key: 'k' }, acts, done(null));
    const until = acts[0]?.command.until;
    const { rows } = await sql<{ left: number }>`
      select extract(epoch from lease_until - ${until?.inDatabase}::timestamptz)::float8 as left
        from app.commands`.execute(db);
    expect(rows[0]?.left).toBeCloseTo(6, 1);
  });

  test('is refused for good by a repeat, once the log takes it no more', async () => {
    const acts: Act[] = [];
    await expect(call({ key: 'k' }, acts, away('unknown'))).rejects.toThrow(EventLogUnavailable);
    await age(60);
    for (let round = 0; round < 2; round += 1)
      expect(await codeOf(call({ key: 'k' }, acts, refuse))).toBe('PRICE_CHANGED');
    expect(acts).toHaveLength(2);
  });

  test('is refused by a repeat, but not for good, where what was lost may turn up at any time', async () => {
    log = logThat(false);
    try {
      const acts: Act[] = [];
      await expect(call({ key: 'k' }, acts, away('unknown'))).rejects.toThrow(EventLogUnavailable);
      await expect(call({ key: 'k' }, acts, refuse)).rejects.toMatchObject({ outcome: 'unknown' });
      await age(60);
      expect(await codeOf(call({ key: 'k' }, acts, refuse))).toBe('PRICE_CHANGED');
      const { answer } = await call({ key: 'k' }, acts, done({ order: 1 }));
      expect(answer).toEqual({ order: 1 });
    } finally {
      log = logThat(true);
    }
  });

  test.each([
    ['what it sent was not answered', () => away('unknown')()],
    [
      'a fault hid what became of it',
      () => {
        throw new TypeError('rolled back');
      },
    ],
  ])('is not refused at all while it may: %s', async (_, first) => {
    const acts: Act[] = [];
    await expect(call({ key: 'k' }, acts, first)).rejects.toThrow();
    await releaseAllCommands(db);
    await expect(call({ key: 'k' }, acts, refuse)).rejects.toMatchObject({
      name: 'EventLogUnavailable',
      outcome: 'unknown',
    });
    await age(60);
    expect(await codeOf(call({ key: 'k' }, acts, refuse))).toBe('PRICE_CHANGED');
  });

  test('gets no refusal from one that was overtaken: who took over may decide otherwise', async () => {
    const acts: Act[] = [];
    const overtaken = call({ key: 'k' }, acts, async () => {
      await age(60);
      expect(await call({ key: 'k' }, acts, done({ order: 1 }))).toMatchObject({ answer: { order: 1 } });
      return refuse();
    });
    await expect(overtaken).rejects.toMatchObject({ outcome: 'unknown' });
  });

  test('is repeated at once when nothing was sent', async () => {
    const acts: Act[] = [];
    await expect(call({ key: 'k' }, acts, away('none'))).rejects.toThrow(EventLogUnavailable);
    expect(await call({ key: 'k' }, acts, done({ order: 1 }))).toMatchObject({ answer: { order: 1 } });
  });
});

describe('a call without a key', () => {
  test('is a command of its own each time and leaves nothing to repeat', async () => {
    const acts: Act[] = [];
    for (let round = 0; round < 2; round += 1) await call({}, acts, done(null));
    expect(new Set(acts.map(({ command }) => command.commandId)).size).toBe(2);
    expect(new Set(acts.map(({ newId }) => newId)).size).toBe(2);
    expect(await db.selectFrom('app.commands').select('command_id').execute()).toEqual([]);
  });
});

test('an answer whose events are not visible within the wait says so', async () => {
  visible = false;
  const { headers } = await call({}, [], done(null)).finally(() => {
    visible = true;
  });
  expect(headers).toEqual({ 'Ledger-Event': event.id, 'Ledger-Visible': 'false' });
});

test('a command that appended nothing names no event', async () => {
  const { headers } = await call({}, [], () => ({ answer: null, event: undefined }));
  expect(headers).toEqual({});
});

describe('a command whose process died', () => {
  const wanted = (newId: string) => ({ commandId: randomUUID(), bodyHash: 'body', newId });

  test('is taken over once its lease has run out, with the ids it had', async () => {
    const first = wanted('first');
    expect(await claimCommand(db, first)).toMatchObject({ kind: 'mine', newId: 'first' });
    const repeat = { ...first, newId: 'second' };
    expect(await claimCommand(db, repeat)).toMatchObject({ kind: 'running' });
    await sql`update app.commands set lease_until = now() - interval '1 ms'`.execute(db);
    expect(await claimCommand(db, repeat)).toMatchObject({ kind: 'mine', newId: 'first' });
    expect(await claimCommand(db, repeat)).toMatchObject({ kind: 'running' });
  });

  test('is taken over at once after a start that knows it is alone', async () => {
    const command = wanted('first');
    await claimCommand(db, command);
    await releaseAllCommands(db);
    expect(await claimCommand(db, command)).toMatchObject({
      kind: 'mine',
      newId: 'first',
    } satisfies Partial<Claim>);
  });
});

test('sweeping removes what finished a day ago and what was abandoned a week ago, no more than asked', async () => {
  const ages = [
    { key: 'finished long ago', finished: '25 hours', created: '25 hours' },
    { key: 'finished too', finished: '24 hours 1 second', created: '30 days' },
    { key: 'finished today', finished: '23 hours', created: '23 hours' },
    { key: 'abandoned', finished: null, created: '7 days 1 second' },
    { key: 'crashed yesterday', finished: null, created: '25 hours' },
  ];
  for (const { key, finished, created } of ages)
    await sql`
      insert into app.commands (command_id, body_hash, new_id, lease, lease_until, created_at, finished_at, reply)
      values (gen_random_uuid(), ${key}, 'id', gen_random_uuid(), now(), now() - ${created}::interval,
        now() - ${finished}::interval, case when ${finished}::text is null then null else '{}'::json end)`.execute(
      db,
    );
  expect([await sweepCommands(db, 2), await sweepCommands(db, 2), await sweepCommands(db, 2)]).toEqual([
    2, 1, 0,
  ]);
  const left = await db.selectFrom('app.commands').select('body_hash').orderBy('body_hash').execute();
  expect(left.map(({ body_hash }) => body_hash)).toEqual(['crashed yesterday', 'finished today']);
});
