import type pg from 'pg';
import type { ReadModel } from '../read-model.ts';
import { type Querying, tableName } from '../stored-rows.ts';
import type { StoredTable } from '../table-shape.ts';

const buckets = 256;
const namedAtMost = 5;

/** Rows and the sum of their hashes, of the rows whose key falls into a bucket. */
type TableFingerprint = ReadonlyMap<number, string>;
export type Fingerprint = ReadonlyMap<StoredTable, TableFingerprint>;

/** Rows of one table that two builds do not have in common. */
export interface Difference {
  readonly table: string;
  /** Keys of some of them, the columns joined by a slash. */
  readonly keys: readonly string[];
}

/** What the rows of a build come to, whatever their order on disk. */
async function fingerprint(client: Querying, model: ReadModel, schema: string): Promise<Fingerprint> {
  const tables = new Map<StoredTable, TableFingerprint>();
  for (const shape of model.tables) {
    const { rows } = await client.query({
      text: `select ${bucketOf(shape)} as bucket, count(*) || ':' || sum(hashtextextended(t::text, 0)::numeric) as sum
        from ${tableName(schema, shape)} t group by 1`,
    });
    tables.set(shape, new Map(rows.map(({ bucket, sum }) => [bucket, sum])));
  }
  return tables;
}

export interface Build {
  readonly client: Querying;
  readonly schema: string;
}

/** Where two builds of a read model differ, with the keys of some of the rows; empty when they are equal. */
export async function differences(
  model: ReadModel,
  one: Build,
  other: Build,
): Promise<readonly Difference[]> {
  const [a, b] = [
    await fingerprint(one.client, model, one.schema),
    await fingerprint(other.client, model, other.schema),
  ];
  const found: Difference[] = [];
  for (const shape of model.tables) {
    const bucket = firstDifference(a.get(shape), b.get(shape));
    if (bucket === undefined) continue;
    const [rowsA, rowsB] = [await rowsIn(one, shape, bucket), await rowsIn(other, shape, bucket)];
    const keys = [...new Set([...rowsA.keys(), ...rowsB.keys()])].filter(
      (key) => rowsA.get(key) !== rowsB.get(key),
    );
    found.push({ table: shape.name, keys: keys.slice(0, namedAtMost) });
  }
  return found;
}

function firstDifference(
  a: TableFingerprint | undefined,
  b: TableFingerprint | undefined,
): number | undefined {
  for (let bucket = 0; bucket < buckets; bucket++) if (a?.get(bucket) !== b?.get(bucket)) return bucket;
  return undefined;
}

async function rowsIn(
  { client, schema }: Build,
  shape: StoredTable,
  bucket: number,
): Promise<ReadonlyMap<string, string>> {
  const query: pg.QueryConfig = {
    text: `select ${keyText(shape)} as key, t::text as row from ${tableName(schema, shape)} t where ${bucketOf(shape)} = $1`,
    values: [bucket],
  };
  const { rows } = await client.query(query);
  return new Map(rows.map(({ key, row }) => [key, row]));
}

const keyText = ({ key }: StoredTable): string =>
  `concat_ws('/', ${key.map((column) => `t.${column}`).join(', ')})`;
const bucketOf = (shape: StoredTable): string =>
  `(hashtextextended(${keyText(shape)}, 0) & ${buckets - 1})::integer`;
