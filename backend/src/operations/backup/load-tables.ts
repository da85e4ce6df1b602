import { CannotRun } from '@matgyo/projections/program-fault';
import { quoted } from '@matgyo/projections/table-shape';
import type pg from 'pg';
import type { ImageFiles } from '../../platform/images/image-files.ts';
import { migrateAppSchema } from '../../platform/schema/migrate.ts';
import { migrations } from '../../platform/schema/migrations.ts';
import type { ReaderOf } from './archive-reader.ts';
import {
  type Column,
  imagesTable,
  type PlainTable,
  plainTables,
  qualified,
  sameTextEverywhere,
} from './plain-tables.ts';

type Row = readonly (string | null)[];

const rowsOfAnInsert = 1_000;
const imageId = /^[0-9a-f]{32}$/;

/** @throws CannotRun when the tables come from a newer version of the software. */
export function refuseNewerTables(names: readonly string[]): void {
  const unknown = names.find((name) => !Object.hasOwn(migrations, name));
  if (unknown !== undefined)
    throw new CannotRun(`The backup comes from a newer version: ${unknown} is unknown to this one.`);
}

/** Recreates the schema `app`, without rows, at the backup's migrations. */
export async function recreateSchema(
  client: pg.ClientBase,
  connection: pg.ClientConfig,
  names: readonly string[],
): Promise<void> {
  await client.query('drop schema if exists app cascade');
  const chosen = Object.entries(migrations).filter(([name]) => names.includes(name));
  await migrateAppSchema(connection, Object.fromEntries(chosen));
}

/** Readers that fill the tables of a schema made by `recreateSchema`. */
export async function tableReaders(client: pg.ClientBase, images: ImageFiles): Promise<ReaderOf> {
  await client.query(sameTextEverywhere);
  const tables = await plainTables(client);
  return (part) => {
    const table = tables.find(({ name }) => part.part === `app.${name}`);
    const columns = part.columns?.map((name) => table?.columns.find((column) => column.name === name));
    if (table === undefined || columns === undefined || !columns.every((column) => column !== undefined))
      throw new CannotRun(`The backup holds ${part.part} in a form unknown to this version.`);
    return {
      async lines(lines) {
        const rows = lines.map((line) => JSON.parse(line) as Row);
        if (table.name === imagesTable) await writeFiles(images, columns, rows);
        for (let from = 0; from < rows.length; from += rowsOfAnInsert)
          await insert(client, table, columns, rows.slice(from, from + rowsOfAnInsert));
      },
      async end() {
        for (const { name, sequence } of columns) {
          const last = part.sequences?.[name];
          if (sequence !== null && last !== undefined)
            await client.query('select setval($1::regclass, $2::bigint)', [sequence, last]);
        }
      },
    };
  };
}

/**
 * Writes the photo that follows the columns of an image row; the file exists before its row, as when it was first
 * stored.
 */
async function writeFiles(images: ImageFiles, columns: readonly Column[], rows: readonly Row[]) {
  const idAt = columns.findIndex(({ name }) => name === 'id');
  for (const row of rows) {
    const id = row[idAt] ?? '';
    if (!imageId.test(id)) throw new CannotRun('The backup names a photo that cannot be one.');
    await images.write(id, Buffer.from(row[columns.length] ?? '', 'base64'));
  }
}

async function insert(
  client: pg.ClientBase,
  { name }: PlainTable,
  columns: readonly Column[],
  rows: readonly Row[],
): Promise<void> {
  const values = columns.map(({ type }, index) => `v${index}::${type}`).join(', ');
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const names = columns.map((_, index) => `v${index}`).join(', ');
  await client.query(
    `insert into ${qualified(name)} (${columns.map((column) => quoted(column.name)).join(', ')})
     overriding system value select ${values} from unnest(${arrays}) as v (${names})`,
    columns.map((_, index) => rows.map((row) => row[index] ?? null)),
  );
}
