import { openSync, writeSync } from 'node:fs';
import pg from 'pg';

/** Preloaded into a program: writes the number of its Postgres statements to a file. */
const file = openSync(process.env['COUNT_STATEMENTS_IN'] ?? '/dev/null', 'w');
const client = pg.Client.prototype as unknown as { query(...sent: unknown[]): unknown };
const { query } = client;
let count = 0;
client.query = function counted(...sent) {
  count += 1;
  writeSync(file, String(count), 0);
  return query.apply(this, sent);
};
