import type pg from 'pg';
import { pagesOf } from '../pages.ts';

/** Some rows have 250 kB. */
const rowsOfAPage = 200;

/** The rows of a long table, read in pages. `text` selects the first $2 rows after the key $1, in the order of that key. */
export async function* rowsInPages<Row extends pg.QueryResultRow>(
  client: Pick<pg.ClientBase, 'query'>,
  text: string,
  start: string,
  keyOf: (row: Row) => string,
): AsyncGenerator<Row, void, undefined> {
  const read = async (after: string) => (await client.query<Row>(text, [after, rowsOfAPage])).rows;
  for await (const page of pagesOf({ start, size: rowsOfAPage }, read, keyOf)) yield* page;
}
