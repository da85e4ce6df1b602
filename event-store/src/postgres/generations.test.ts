import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCluster, type TestDatabase } from '../../../test/database.ts';
import { followUntil } from '../conformance/follow-until.ts';
import { headAfter, sampleEvents, sampleStream } from '../conformance/sample-events.ts';
import { logStart, type RecordedEvent } from '../event-log.ts';
import { verifyStream } from '../hash-chain.ts';
import { migrateEventLog } from './migrate.ts';
import { createPostgresEventLog, type PostgresEventLog } from './postgres-event-log.ts';
import { lockStream, withSession } from './raw-sessions.fixture.ts';

/** What a restore does: the same tables with the same rows, in a cluster that counts its transactions anew. */
async function restoreInto(target: pg.ClientConfig, source: pg.ClientConfig): Promise<void> {
  await migrateEventLog(target);
  await withSession(source, (from) =>
    withSession(target, async (to) => {
      for (const table of ['event_log.meta', 'event_log.events']) {
        const { rows } = await from.query(`select row_to_json(t)::text as row from ${table} t`);
        await to.query(`delete from ${table}`);
        await to.query(
          `insert into ${table} select r.* from unnest($1::text[]) as t (row),
          json_populate_record(null::${table}, t.row::json) r`,
          [rows.map(({ row }) => row)],
        );
      }
    }),
  );
}

async function generationOf(connection: pg.ClientConfig): Promise<number> {
  const { rows } = await withSession(connection, (client) =>
    client.query<{ generation: number }>('select generation from event_log.meta'),
  );
  return rows[0]?.generation ?? 0;
}

/** Lets the cluster's counter of transactions run ahead. */
async function burnTransactions(connection: pg.ClientConfig, count: number): Promise<void> {
  await withSession(connection, (client) =>
    client.query(
      `do $$ begin for i in 1..${count} loop perform pg_current_xact_id(); commit; end loop; end $$`,
    ),
  );
}

function idsOf(events: readonly RecordedEvent[]): string[] {
  return events.map(({ id }) => id);
}

describe('a log restored into a fresh cluster', () => {
  let old: TestDatabase;
  let fresh: TestDatabase;
  let copies = 0;
  const written: RecordedEvent[] = [];
  const streams = [sampleStream(), sampleStream(), sampleStream()];

  beforeAll(async () => {
    [old, fresh] = await Promise.all([createTestCluster(), createTestCluster()]);
    const log = await createPostgresEventLog({ connection: old.connection });
    await burnTransactions(old.connection, 2_000);
    for (let round = 0; round < 20; round += 1) {
      const stream = streams[round % 3] ?? '';
      const before = written.filter((event) => event.stream === stream);
      const expected = before.length === 0 ? 'no-stream' : headAfter(before);
      written.push(...(await log.append(stream, expected, sampleEvents(3))).events);
    }
    await log.close();
  });
  afterAll(async () => {
    await old?.drop();
    await fresh?.drop();
  });

  /** Opens a copy of the log in the fresh cluster, after `before` has changed what it finds there. */
  async function restored(
    test: (log: PostgresEventLog, connection: pg.ClientConfig) => Promise<void>,
    before: (connection: pg.ClientConfig) => Promise<void> = async () => {},
  ): Promise<void> {
    copies += 1;
    const database = `copy_${copies}`;
    await withSession(fresh.connection, (client) => client.query(`create database ${database}`));
    const connection = { ...fresh.connection, database };
    await restoreInto(connection, old.connection);
    await before(connection);
    const log = await createPostgresEventLog({ connection });
    try {
      await test(log, connection);
    } finally {
      await log.close();
    }
  }

  test('shows everything at once, continues behind it, and keeps every old position', async () => {
    await restored(async (log, connection) => {
      expect(idsOf(await log.readAll({ after: logStart, limit: 1_000 }))).toEqual(idsOf(written));
      const checkpoint = written[29]?.position ?? logStart;
      const more: RecordedEvent[] = [];
      const following = followUntil(log, { after: checkpoint }, (seen) => seen.length === 30 + 12);
      for (let round = 0; round < 4; round += 1) {
        const stream = streams[round % 3] ?? '';
        const before = [...written, ...more].filter((event) => event.stream === stream);
        more.push(...(await log.append(stream, headAfter(before), sampleEvents(3))).events);
      }
      expect(idsOf(await following)).toEqual(idsOf([...written.slice(30), ...more]));
      const whole = await log.readAll({ after: logStart, limit: 1_000 });
      expect(idsOf(whole)).toEqual(idsOf([...written, ...more]));
      expect(whole.slice(0, written.length)).toEqual(written);
      const positions = whole.map(({ position }) => position);
      expect(positions.toSorted()).toEqual(positions);
      for (const stream of streams) {
        expect(verifyStream(whole.filter((event) => event.stream === stream))).toBeUndefined();
      }
      expect(await generationOf(connection)).toBe(2);
    });
  });

  test('recognises the repeat of an append that was made before the restore', async () => {
    await restored(async (log) => {
      const [first] = written;
      if (first === undefined) throw new Error('nothing written');
      const events = written.slice(0, 3);
      expect((await log.append(first.stream, 'no-stream', events)).events).toEqual(events);
    });
  });

  test('moves on by one generation when several processes open it at once', async () => {
    await restored(
      async (_, connection) => expect(await generationOf(connection)).toBe(2),
      async (connection) => {
        const logs = await Promise.all(
          Array.from({ length: 6 }, () => createPostgresEventLog({ connection, appendConnections: 1 })),
        );
        await Promise.all(logs.map((log) => log.append(sampleStream(), 'no-stream', sampleEvents(1))));
        await Promise.all(logs.map((log) => log.close()));
      },
    );
  });

  test('is told by transaction ids from the future alone where the cluster cannot be asked its name', async () => {
    await restored(
      async (log, connection) => {
        await log.append(sampleStream(), 'no-stream', sampleEvents(1));
        expect(await generationOf(connection)).toBe(2);
      },
      (connection) =>
        withSession(connection, async (client) => {
          await client.query('update event_log.meta set system_identifier = null');
        }),
    );
  });

  test('underneath a running process is noticed with the next connection', async () => {
    await restored(async (log, connection) => {
      const { position } = await log.append(sampleStream(), 'no-stream', sampleEvents(1));
      await withSession(connection, (client) =>
        client.query(`update event_log.meta set system_identifier = '1';
          select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'matgyo event log'`),
      );
      await expect.poll(() => log.lastEvent().then(Boolean, () => false)).toBe(true);
      const again = await log.append(sampleStream(), 'no-stream', sampleEvents(1));
      expect(again.position > position).toBe(true);
      expect(await generationOf(connection)).toBe(3);
    });
  });

  test('waits for appends under way, so that none lands in a generation already left', async () => {
    await restored(async (_, connection) => {
      const patient = await createPostgresEventLog({ connection, deadlineMs: 30_000 });
      const stream = sampleStream();
      let ended: 'nothing' | 'append' | 'generation' = 'nothing';
      const ends = (what: 'append' | 'generation') => () => {
        if (ended === 'nothing') ended = what;
      };
      await withSession(connection, async (holder) => {
        await holder.query('begin');
        await holder.query(lockStream, [stream]);
        const appending = patient.append(stream, 'no-stream', sampleEvents(1)).then(ends('append'));
        const waits = (locktype: string) =>
          `select from pg_locks where not granted and locktype = '${locktype}'
            and database = (select oid from pg_database where datname = current_database())`;
        const waiting = async (locktype: string) => (await holder.query(waits(locktype))).rowCount;
        await expect.poll(() => waiting('advisory'), { timeout: 15_000 }).toBe(1);
        // It has read which generation to append to. Now the log moves house.
        await withSession(connection, async (mover) => {
          await mover.query(`update event_log.meta set system_identifier = '1'`);
          const moving = mover.query('select event_log.settle_generation()').then(ends('generation'));
          await expect
            .poll(async () => ended !== 'nothing' || (await waiting('relation')) === 1, { timeout: 15_000 })
            .toBe(true);
          await holder.query('rollback');
          await Promise.all([appending, moving]);
        });
      });
      await patient.close();
      expect(ended).toBe('append');
    });
  }, 40_000);

  // Last of those in the fresh cluster: from here on its transactions are ahead.
  test('is told by the name of the cluster where its transactions have run ahead already', async () => {
    await restored(
      async (log, connection) => {
        const { position } = await log.append(sampleStream(), 'no-stream', sampleEvents(1));
        expect(position > (written.at(-1)?.position ?? '')).toBe(true);
        expect(await generationOf(connection)).toBe(2);
      },
      (connection) => burnTransactions(connection, 5_000),
    );
  });

  test('in the same cluster, or merely reopened, stays in its generation', async () => {
    for (let start = 0; start < 3; start += 1) {
      const log = await createPostgresEventLog({ connection: old.connection });
      expect(idsOf(await log.readAll({ after: logStart, limit: 1_000 }))).toEqual(idsOf(written));
      await log.close();
    }
    expect(await generationOf(old.connection)).toBe(1);
  });
});
