import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { eventVersions } from '@matgyo/contracts/events/ledger-event';
import { afterAll, expect, test, vi } from 'vitest';
import { liveSchema, readCheckpoint } from '../checkpoint.ts';
import { allReadModels } from '../read-models/all-read-models.ts';
import { startProjections } from '../runner/start-projections.ts';
import { tableName } from '../stored-rows.ts';
import { randomHistory } from '../testing/random-history.ts';
import { createReadModelDatabase } from '../testing/read-model-database.ts';
import { UncheckedLog } from '../testing/unchecked-log.ts';
import { compare } from './compare.ts';
import { rebuild } from './rebuild.ts';

const log = new UncheckedLog();

/** The runner starts before the first event and follows the growing log, as beside a server. */
const database = await createReadModelDatabase({ tables: false });
const ending = new AbortController();
const running = startProjections({ log, pool: database.pool, signal: ending.signal });
await running.ready;
await randomHistory(49, 1_200).writeTo(log);
await vi.waitFor(
  async () => {
    for (const { name, streams } of allReadModels) {
      const last = log.events.findLast(({ stream }) => streams.some((prefix) => stream.startsWith(prefix)));
      const { position, halted } = (await readCheckpoint(database.pool, liveSchema(name))) ?? {};
      expect({ name, halted, there: (position ?? '') >= (last?.position ?? '') }).toEqual({
        name,
        halted: null,
        there: true,
      });
    }
  },
  { timeout: 60_000, interval: 50 },
);
ending.abort();
await running.finished;
afterAll(() => database.drop());

test('uses a log with every event type', () => {
  expect(new Set(log.events.map(({ type }) => type))).toEqual(new Set(Object.keys(eventVersions)));
});

test('compares every read model that has a folder, tables or a schema', async () => {
  const folders = await readdir(path.join(import.meta.dirname, '../read-models'), { withFileTypes: true });
  const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(allReadModels.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  const previousBuild = await database.rows<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
       where table_schema like 'read\\_%' and table_name <> 'checkpoint'`,
  );
  const compared = allReadModels.flatMap(({ name, tables }) =>
    tables.map((table) => `${liveSchema(name)}.${table.name}`),
  );
  expect(compared.toSorted()).toEqual(
    previousBuild.map(({ schema, name }) => `${schema}.${name}`).toSorted(),
  );
});

test.each(allReadModels.map((model) => [model.name, model] as const))(
  'a replay of %s equals the live build row for row, and detects a missing row in every table (8)',
  async (_name, model) => {
    const { pool } = database;
    expect(await compare({ log, pool, model })).toEqual([]);
    const removed = await Promise.all(
      model.tables.map(async (shape) => {
        const table = tableName(liveSchema(model.name), shape);
        const [row] = await database.rows(
          `delete from ${table} where ctid = (select min(ctid) from ${table}) returning *`,
        );
        expect(row, `${table} has rows`).toBeDefined();
        return { table, row, columns: Object.keys(shape.columns).join(', ') };
      }),
    );
    const missing = model.tables.map(({ name }) => ({ table: name, rows: 1 }));
    expect(await compare({ log, pool, model })).toMatchObject(missing);
    for (const { table, row, columns } of removed)
      await database.rows(
        `insert into ${table} (${columns}) select ${columns} from json_populate_record(null::${table}, $1)`,
        [JSON.stringify(row)],
      );
    expect(await rebuild({ log, pool, model })).toEqual({ kind: 'swapped', compared: 'equal' });
  },
);
