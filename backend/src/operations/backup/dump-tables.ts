import { CannotRun } from '@matgyo/projections/program-fault';
import type pg from 'pg';
import type { ImageFiles } from '../../platform/images/image-files.ts';
import type { Part } from './archive-writer.ts';
import {
  expressionOf,
  imagesTable,
  type PlainTable,
  plainTables,
  qualified,
  sameTextEverywhere,
} from './plain-tables.ts';

/** Texts, or null. */
type Row = readonly (string | null)[];

const rowsOfAFetch = 500;
const asText = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig;

/**
 * Dumps the plain tables as of now: `client` stays in one snapshot transaction until the caller ends it.
 * `photosWithoutFile` is final once the parts are read.
 */
export async function dumpTables(client: pg.ClientBase, images: ImageFiles) {
  await client.query('set transaction_timeout = 0; set idle_in_transaction_session_timeout = 0');
  await client.query(sameTextEverywhere);
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query<{ name: string }>(
    'select name from app.kysely_migration order by name',
  );
  const tables = await plainTables(client);
  const dump = { migrations: rows.map(({ name }) => name), photosWithoutFile: 0, parts: parts() };
  async function* parts(): AsyncGenerator<Part, void, undefined> {
    for (const table of tables) {
      const columns = table.columns.map(({ name }) => name);
      const sequences = await lastValues(client, table);
      const lines =
        table.name === imagesTable
          ? withFiles(rowsOf(client, table), columns)
          : linesOf(rowsOf(client, table));
      yield { start: { part: `app.${table.name}`, columns, sequences }, lines };
    }
  }
  async function* withFiles(batches: AsyncIterable<readonly Row[]>, columns: readonly string[]) {
    const id = columns.indexOf('id');
    let photos = 0;
    for await (const rows of batches)
      for (const row of rows) {
        photos += 1;
        // The photo was swept since the snapshot, or is lost. A row without its file is useless.
        const file = await images.read(row[id] ?? '');
        if (file === undefined) dump.photosWithoutFile += 1;
        else yield [JSON.stringify([...row, file.toString('base64')])];
      }
    if (photos > 0 && photos === dump.photosWithoutFile && !(await images.hasLostAll()))
      throw new CannotRun(`None of the ${photos} photos has its file. Is DATA_DIR the folder of the server?`);
  }
  return dump;
}

async function* linesOf(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly string[]> {
  for await (const rows of batches) yield rows.map((row) => JSON.stringify(row));
}

async function* rowsOf(client: pg.ClientBase, { name, columns }: PlainTable): AsyncGenerator<readonly Row[]> {
  const expressions = columns.map((column) => expressionOf(name, column.name)).join(', ');
  await client.query(`declare dumped no scroll cursor for select ${expressions} from ${qualified(name)}`);
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({
      text: `fetch ${rowsOfAFetch} from dumped`,
      rowMode: 'array',
      types: asText,
    });
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query('close dumped');
}

/** The sequences' last values: a restored installation must not assign a number twice. */
async function lastValues(client: pg.ClientBase, { columns }: PlainTable): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const { name, sequence } of columns) {
    if (sequence === null) continue;
    const { rows } = await client.query<{ last: string; used: boolean }>(
      `select last_value::text as last, is_called as used from ${sequence}`,
    );
    if (rows[0]?.used === true) values[name] = rows[0].last;
  }
  return values;
}
