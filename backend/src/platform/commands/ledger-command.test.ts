import { randomUUID } from 'node:crypto';
import type { MemberId } from '@matgyo/contracts/ids';
import type { AppendScope, EventLog, Position } from '@matgyo/event-store/event-log';
import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { db, setUpDatabase } from '../database/migrated-database.fixture.ts';
import type { RateLimit, RateLimits } from '../http/rate-limits.ts';
import { failure, RequestFailure } from '../http/request-failure.ts';
import { releaseAllCommands } from './command-store.ts';
import { type CommandContext, type CommandRequest, type Done, ledgerCommand } from './ledger-command.ts';
import { systemTiming } from './timing.ts';

setUpDatabase();
beforeEach(async () => {
  inStreams.clear();
  await sql`truncate app.commands`.execute(db);
});

interface CallInput {
  readonly member?: string;
  readonly method?: 'POST' | 'DELETE';
  readonly path?: string;
  readonly key?: string | undefined;
  readonly bodyHash?: string;
}

const memberA = 'a'.repeat(24);
const memberB = 'b'.repeat(24);

function requestOf({ member = memberA, method = 'POST', path = '/buy', key, bodyHash = 'body' }: CallInput) {
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
    bodyHash: () => bodyHash,
    reply: { header: (name: string, value: string) => Object.assign(headers, { [name]: value }) },
  } as unknown as CommandRequest;
  return { request, headers };
}

const event = { id: randomUUID(), position: '7' as Position };
let visible = true;
/** By its scope a lost append can still arrive at any time, or not. */
const logOf = (appendScope: AppendScope) => ({ appendScope }) as EventLog;
let log = logOf('transaction');

/** Events in the streams of commands whose runs have not replied. */
const inStreams = new Map<string, Done<unknown>>();

/** Runs one call; `contexts` collects the context of each execution. */
async function call(
  input: CallInput,
  contexts: CommandContext[],
  result: () => Done<unknown> | Promise<Done<unknown>>,
) {
  const { request, headers } = requestOf(input);
  const ledger = { log, timing: systemTiming };
  const limits = { keptRepliesOf: { unlessRefused: (_, work) => work() } as RateLimit } as RateLimits;
  const deps = { db, ledger, visibility: { waitUntilVisible: async () => visible }, now: Date.now, limits };
  const answer = await ledgerCommand(deps, request, async (action) => {
    const before = inStreams.get(action.command.commandId);
    if (before !== undefined) return before;
    if (Date.now() >= (action.command.until?.hereMs ?? Infinity)) throw new EventLogUnavailable('none');
    contexts.push(action);
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
  test('is executed once, and a repeat gets the same reply and event', async () => {
    const contexts: CommandContext[] = [];
    const first = await call({ key: 'k' }, contexts, done({ order: 1 }));
    const second = await call({ key: 'k' }, contexts, done({ order: 2 }));
    expect(second).toEqual(first);
    expect(second.headers).toEqual({ 'Ledger-Event': event.id, 'Ledger-Visible': 'true' });
    expect(contexts).toHaveLength(1);
  });

  test('is a different command for another member, method, path or key', async () => {
    const contexts: CommandContext[] = [];
    const four = [{ member: memberB }, { method: 'DELETE' as const }, { path: '/sell' }, { key: 'other' }];
    for (const input of [{}, ...four]) await call({ key: 'k', ...input }, contexts, done(null));
    expect(new Set(contexts.map(({ command }) => command.commandId)).size).toBe(5);
    await sql`truncate app.commands`.execute(db);
    await call({ key: 'k' }, contexts, done(null));
    expect(contexts.at(-1)?.command.commandId).toBe(contexts[0]?.command.commandId);
  });

  test('is refused with another body, whether the first is running or finished', async () => {
    const contexts: CommandContext[] = [];
    const during: unknown[] = [];
    await call({ key: 'k' }, contexts, async () => {
      during.push(await codeOf(call({ key: 'k', bodyHash: 'other' }, contexts, done(null))));
      return done(null)();
    });
    expect(during).toEqual(['IDEMPOTENCY_KEY_REUSED']);
    expect(await codeOf(call({ key: 'k', bodyHash: 'other' }, contexts, done(null)))).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    expect(contexts).toHaveLength(1);
  });

  test('is answered with a time to wait while the first is running', async () => {
    const contexts: CommandContext[] = [];
    const during: unknown[] = [];
    await call({ key: 'k' }, contexts, async () => {
      during.push(await codeOf(call({ key: 'k' }, contexts, done(null))));
      return done(null)();
    });
    expect(during).toEqual(['IN_PROGRESS']);
    expect(contexts).toHaveLength(1);
  });

  test('is answered from the stream while the first is running or has crashed', async () => {
    const contexts: CommandContext[] = [];
    const during: unknown[] = [];
    await call({ key: 'k' }, contexts, async () => {
      const [{ command, newId } = { command: { commandId: '' }, newId: '' }] = contexts;
      inStreams.set(command.commandId, { answer: { order: newId }, event });
      during.push((await call({ key: 'k' }, contexts, done(null))).answer);
      return { answer: { order: newId }, event };
    });
    expect(during).toEqual([{ order: contexts[0]?.newId }]);
    expect(contexts).toHaveLength(1);
  });

  test('is answered with a short time to wait while the outcome is unknown, not with the end of the lease', async () => {
    await call({ key: 'k' }, [], async () => {
      const error = await call({ key: 'k' }, [], done(null)).catch((thrown) => thrown);
      expect(error).toMatchObject({ code: 'IN_PROGRESS', retryAfterSeconds: 2 });
      return done(null)();
    });
  });

  test('runs once out of sixteen concurrent repeats; the others wait or get its reply', async () => {
    const contexts: CommandContext[] = [];
    const all = await Promise.all(
      Array.from({ length: 16 }, () => codeOf(call({ key: 'k' }, contexts, done({ order: 1 })))),
    );
    expect(contexts).toHaveLength(1);
    expect(all.every((code) => code === 'answered' || code === 'IN_PROGRESS')).toBe(true);
    expect(all).toContain('answered');
  });

  test('stores a final refusal with its details', async () => {
    const contexts: CommandContext[] = [];
    const refuse = () => {
      throw failure('PRICE_CHANGED', { price: '1400' });
    };
    for (let round = 0; round < 2; round += 1)
      await expect(call({ key: 'k' }, contexts, refuse)).rejects.toMatchObject({
        code: 'PRICE_CHANGED',
        details: { price: '1400' },
      });
    expect(contexts).toHaveLength(1);
  });

  test('is decided again after a refusal for an outdated view', async () => {
    const contexts: CommandContext[] = [];
    const stale = () => {
      throw failure('STALE_REVISION', { changed: [] });
    };
    expect(await codeOf(call({ key: 'k' }, contexts, stale))).toBe('STALE_REVISION');
    expect(await call({ key: 'k' }, contexts, done({ order: 1 }))).toMatchObject({ answer: { order: 1 } });
    expect(await codeOf(call({ key: 'k' }, contexts, stale))).toBe('answered');
  });

  test.each([
    ['a fault of ours', () => new TypeError('broken')],
    ['the log being unavailable', () => failure('UNAVAILABLE')],
    ['another run in progress', () => failure('IN_PROGRESS')],
  ])('does not store %s: a repeat runs at once with the same ids', async (_, fault) => {
    const contexts: CommandContext[] = [];
    const fail = () => {
      throw fault();
    };
    await expect(call({ key: 'k' }, contexts, fail)).rejects.toThrow();
    const { answer } = await call({ key: 'k' }, contexts, done({ order: 1 }));
    expect(answer).toEqual({ order: 1 });
    expect(contexts).toHaveLength(2);
    expect(contexts[1]?.newId).toBe(contexts[0]?.newId);
    expect(contexts[1]?.command.commandId).toBe(contexts[0]?.command.commandId);
  });
});

describe('a call whose append may still arrive', () => {
  const unavailable = (outcome: 'none' | 'unknown') => () => {
    throw new EventLogUnavailable(outcome);
  };

  test('is executed by a repeat at once with the same ids, which knows that the outcome is in doubt', async () => {
    const contexts: CommandContext[] = [];
    await expect(call({ key: 'k' }, contexts, unavailable('unknown'))).rejects.toThrow(EventLogUnavailable);
    const { answer } = await call({ key: 'k' }, contexts, done({ order: 1 }));
    expect(answer).toEqual({ order: 1 });
    expect(contexts[1]?.newId).toBe(contexts[0]?.newId);
    expect(contexts.map(({ earlier }) => earlier)).toEqual(['none', 'may append']);
  });

  const refuse = () => {
    throw failure('PRICE_CHANGED', { price: '1400' });
  };
  /** Ages all commands. */
  const age = (seconds: number) =>
    sql`update app.commands set lease_until = lease_until - ${seconds} * interval '1 s',
      in_doubt_until = in_doubt_until - ${seconds} * interval '1 s'`.execute(db);

  test('has a deadline for appending, and a lease longer by the time of a commit', async () => {
    const contexts: CommandContext[] = [];
    await call({ key: 'k' }, contexts, done(null));
    const until = contexts[0]?.command.until;
    const { rows } = await sql<{ left: number }>`
      select extract(epoch from lease_until - ${until?.inDatabase}::timestamptz)::float8 as left
        from app.commands`.execute(db);
    expect(rows[0]?.left).toBeCloseTo(6, 1);
  });

  test('gets a final refusal from a repeat once the log refuses the append', async () => {
    const contexts: CommandContext[] = [];
    await expect(call({ key: 'k' }, contexts, unavailable('unknown'))).rejects.toThrow(EventLogUnavailable);
    await age(60);
    for (let round = 0; round < 2; round += 1)
      expect(await codeOf(call({ key: 'k' }, contexts, refuse))).toBe('PRICE_CHANGED');
    expect(contexts).toHaveLength(2);
  });

  test('gets no final refusal from a repeat where a lost append may arrive at any time', async () => {
    log = logOf('streams');
    try {
      const contexts: CommandContext[] = [];
      await expect(call({ key: 'k' }, contexts, unavailable('unknown'))).rejects.toThrow(EventLogUnavailable);
      await expect(call({ key: 'k' }, contexts, refuse)).rejects.toMatchObject({ outcome: 'unknown' });
      await age(60);
      expect(await codeOf(call({ key: 'k' }, contexts, refuse))).toBe('PRICE_CHANGED');
      const { answer } = await call({ key: 'k' }, contexts, done({ order: 1 }));
      expect(answer).toEqual({ order: 1 });
    } finally {
      log = logOf('transaction');
    }
  });

  test.each([
    ['what it sent was not answered', () => unavailable('unknown')()],
    [
      'a fault hid what became of it',
      () => {
        throw new TypeError('rolled back');
      },
    ],
  ])('gets no refusal while it may arrive: %s', async (_, first) => {
    const contexts: CommandContext[] = [];
    await expect(call({ key: 'k' }, contexts, first)).rejects.toThrow();
    await releaseAllCommands(db);
    await expect(call({ key: 'k' }, contexts, refuse)).rejects.toMatchObject({
      name: 'EventLogUnavailable',
      outcome: 'unknown',
    });
    await age(60);
    expect(await codeOf(call({ key: 'k' }, contexts, refuse))).toBe('PRICE_CHANGED');
  });

  test('gets no refusal from an overtaken run, as the new run may decide otherwise', async () => {
    const contexts: CommandContext[] = [];
    const overtaken = call({ key: 'k' }, contexts, async () => {
      await age(60);
      expect(await call({ key: 'k' }, contexts, done({ order: 1 }))).toMatchObject({ answer: { order: 1 } });
      return refuse();
    });
    await expect(overtaken).rejects.toMatchObject({ outcome: 'unknown' });
  });

  test('gets no reply stored by an overtaken run while the new run is at work', async () => {
    const contexts: CommandContext[] = [];
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let newRun: ReturnType<typeof call> | undefined;
    const overtaken = call({ key: 'k' }, contexts, async () => {
      await age(60);
      newRun = call({ key: 'k' }, contexts, async () => {
        begun.resolve();
        await mayEnd.promise;
        return done({ order: 1 })();
      });
      await begun.promise;
      return refuse();
    });
    await expect(overtaken).rejects.toMatchObject({ outcome: 'unknown' });
    mayEnd.resolve();
    expect(await newRun).toMatchObject({ answer: { order: 1 } });
    expect(await call({ key: 'k' }, contexts, refuse)).toMatchObject({ answer: { order: 1 } });
  });

  test('is repeated at once when nothing was sent', async () => {
    const contexts: CommandContext[] = [];
    await expect(call({ key: 'k' }, contexts, unavailable('none'))).rejects.toThrow(EventLogUnavailable);
    expect(await call({ key: 'k' }, contexts, done({ order: 1 }))).toMatchObject({ answer: { order: 1 } });
  });
});

describe('a call without a key', () => {
  test('is a new command each time and stores nothing', async () => {
    const contexts: CommandContext[] = [];
    for (let round = 0; round < 2; round += 1) await call({}, contexts, done(null));
    expect(new Set(contexts.map(({ command }) => command.commandId)).size).toBe(2);
    expect(new Set(contexts.map(({ newId }) => newId)).size).toBe(2);
    expect(await db.selectFrom('app.commands').select('command_id').execute()).toEqual([]);
  });
});

test('a reply states that its events are not visible yet', async () => {
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
