import pg from 'pg';
import { startEmbeddedPostgres } from './index.ts';

/**
 * For the crash tests: starts the database of the given folder, commits the numbers from 1 on and prints each one once
 * it is committed, until it is killed.
 */
const [, , dataDir = ''] = process.argv;
const { connection } = await startEmbeddedPostgres({ dataDir });
const client = new pg.Client({ ...connection });
await client.connect();
await client.query('CREATE TABLE IF NOT EXISTS committed (number int)');
// If the server is killed first, this process ends too.
client.on('error', () => process.exit());
for (let number = 1; ; number += 1) {
  await client.query('INSERT INTO committed VALUES ($1)', [number]).catch(() => process.exit());
  process.stdout.write(`${number}\n`);
}
