import { createHmac, randomBytes } from 'node:crypto';
import path from 'node:path';
import { openEmbeddedPostgres } from '@matgyo/event-store/embedded-postgres/index';
import { startProgram } from './server.ts';

/** Starts the reference for trading calls, on the Postgres of the program whose data this is. */
export async function startCrudServer(dataDir: string) {
  const secret = randomBytes(32).toString('hex');
  const postgres = await openEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres') });
  const program = await startProgram('bench/crud-server.ts', {
    CRUD_SECRET: secret,
    CRUD_DATABASE: JSON.stringify(postgres.connection),
  });
  /** Of the member with that number, from 1. */
  const tokenOf = (number: number): string =>
    `member-${number}.${createHmac('sha256', secret).update(`member-${number}`).digest('hex')}`;
  return { ...program, tokenOf };
}
