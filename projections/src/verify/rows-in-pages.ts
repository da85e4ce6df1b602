import type pg from 'pg';

/** Some rows have 250 kB. */
const rowsOfAPage = 200;

/** The rows of a long table, read in pages. `text` selects the first $2 rows after the key $1, in the order of that key. */
export async function* rowsInPages<Row extends pg.QueryResultRow>(
  client: Pick<pg.ClientBase, 'query'>,
  text: string,
  start: string,
  keyOf: (row: Row) => string,
): AsyncGenerator<Row, void, undefined> {
  let after = start;
  for (;;) {
    const { rows } = await client.query<Row>(text, [after, rowsOfAPage]);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsOfAPage) return;
    after = keyOf(last);
  }
}
