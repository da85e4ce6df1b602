import type pg from 'pg';
import type { ReadModel } from '../read-model.ts';
import { type Querying, tableName } from '../stored-rows.ts';
import type { StoredTable } from '../table-shape.ts';

const buckets = 256;
const namedMax = 20;

/** Per bucket of keys: the number of rows and the sum of their hashes. */
type TableFingerprint = ReadonlyMap<number, string>;
export type Fingerprint = ReadonlyMap<StoredTable, TableFingerprint>;

export interface Difference {
  readonly table: string;
  /** How many rows differ, and how many of those only one of the builds has; the others have different contents. */
  readonly rows: number;
  readonly onlyInFirst: number;
  readonly onlyInSecond: number;
  /** Keys of some of the rows, columns joined by a slash. */
  readonly keys: readonly string[];
}

/** The fingerprints of a build's tables, independent of the rows' order on disk. */
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

/**
 * The differences between two builds of a read model, with the keys of some rows; empty when they are equal. Fetches
 * rows only of buckets with different sums, one bucket at a time.
 */
export async function differences(
  model: ReadModel,
  one: Build,
  other: Build,
): Promise<readonly Difference[]> {
  const [a, b] = await Promise.all([
    fingerprint(one.client, model, one.schema),
    fingerprint(other.client, model, other.schema),
  ]);
  const found: Difference[] = [];
  for (const shape of model.tables) {
    let difference: Difference = { table: shape.name, rows: 0, onlyInFirst: 0, onlyInSecond: 0, keys: [] };
    for (const bucket of differentBuckets(a.get(shape), b.get(shape)))
      difference = withRows(difference, await rowsIn(one, shape, bucket), await rowsIn(other, shape, bucket));
    if (difference.rows > 0) found.push(difference);
  }
  return found;
}

function differentBuckets(
  a: TableFingerprint | undefined,
  b: TableFingerprint | undefined,
): readonly number[] {
  return Array.from({ length: buckets }, (_, bucket) => bucket).filter(
    (bucket) => a?.get(bucket) !== b?.get(bucket),
  );
}

function withRows(
  { table, rows, onlyInFirst, onlyInSecond, keys }: Difference,
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): Difference {
  const different = [...new Set([...one.keys(), ...other.keys()])].filter(
    (key) => one.get(key) !== other.get(key),
  );
  return {
    table,
    rows: rows + different.length,
    onlyInFirst: onlyInFirst + different.filter((key) => !other.has(key)).length,
    onlyInSecond: onlyInSecond + different.filter((key) => !one.has(key)).length,
    keys: [...keys, ...different].slice(0, namedMax),
  };
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
