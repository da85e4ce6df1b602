import { openSync, writeSync } from 'node:fs';
import pg from 'pg';

/** Loaded into a program before it starts: keeps in a file how many statements it has sent to Postgres. */
const file = openSync(process.env['COUNT_STATEMENTS_IN'] ?? '/dev/null', 'w');
const client = pg.Client.prototype as unknown as { query(...sent: unknown[]): unknown };
const { query } = client;
let count = 0;
client.query = function counted(...sent) {
  count += 1;
  writeSync(file, String(count), 0);
  return query.apply(this, sent);
};
