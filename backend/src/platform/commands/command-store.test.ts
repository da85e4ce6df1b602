import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { db, setUpDatabase } from '../database/migrated-database.fixture.ts';
import {
  type Claim,
  claimCommand,
  finishCommand,
  forgetCommand,
  releaseAllCommands,
  releaseCommand,
  sweepCommands,
} from './command-store.ts';

setUpDatabase();
beforeEach(() => sql`truncate app.commands`.execute(db));

describe('a command whose process crashed', () => {
  const wanted = (newId: string) => ({ commandId: randomUUID(), bodyHash: 'body', newId });

  test('is taken over after its lease has expired, with the same ids', async () => {
    const first = wanted('first');
    expect(await claimCommand(db, first)).toMatchObject({ kind: 'mine', newId: 'first' });
    const repeat = { ...first, newId: 'second' };
    expect(await claimCommand(db, repeat)).toMatchObject({ kind: 'running' });
    await sql`update app.commands set lease_until = now() - interval '1 ms'`.execute(db);
    expect(await claimCommand(db, { ...repeat, bodyHash: 'other' })).toEqual({ kind: 'other body' });
    expect(await claimCommand(db, repeat)).toMatchObject({ kind: 'mine', newId: 'first' });
    expect(await claimCommand(db, repeat)).toMatchObject({ kind: 'running' });
  });

  test('is taken over although the database’s clock was set back by hours', async () => {
    const command = wanted('first');
    await claimCommand(db, command);
    await sql`update app.commands set lease_until = now() + interval '3 hours',
      in_doubt_until = now() + interval '3 hours'`.execute(db);
    expect(await claimCommand(db, command)).toMatchObject({ kind: 'mine', newId: 'first', doubt: 'open' });
    expect(await claimCommand(db, command)).toMatchObject({ kind: 'running' });
  });

  test('is forgotten and released only by the run that has its lease, and not once it is finished', async () => {
    const command = wanted('first');
    const { commandId } = command;
    const claimed = async () => {
      const claim = await claimCommand(db, command);
      if (claim.kind !== 'mine') throw new Error(`claimed by another run: ${claim.kind}`);
      return { commandId, lease: claim.lease };
    };
    const overtaken = await claimed();
    await releaseAllCommands(db);
    const current = await claimed();
    expect(await forgetCommand(db, overtaken)).toBe(false);
    await releaseCommand(db, overtaken, { sure: true });
    expect(await claimCommand(db, command)).toMatchObject({ kind: 'running' });
    expect(await forgetCommand(db, current)).toBe(true);
    const again = await claimed();
    await finishCommand(db, again, { kind: 'answer', answer: 1, event: null });
    expect(await forgetCommand(db, again)).toBe(false);
    expect(await claimCommand(db, command)).toMatchObject({ kind: 'finished' });
  });

  test('is taken over at once after a start as the only process', async () => {
    const command = wanted('first');
    await claimCommand(db, command);
    await releaseAllCommands(db);
    expect(await claimCommand(db, command)).toMatchObject({
      kind: 'mine',
      newId: 'first',
    } satisfies Partial<Claim>);
  });
});

test('sweeps finished commands after a day and abandoned ones after a week, in batches', async () => {
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
  expect([await sweepCommands(db, 2), await sweepCommands(db, 2)]).toEqual([true, false]);
  const left = await db.selectFrom('app.commands').select('body_hash').orderBy('body_hash').execute();
  expect(left.map(({ body_hash }) => body_hash)).toEqual(['crashed yesterday', 'finished today']);
});
