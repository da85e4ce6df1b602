import path from 'node:path';
import { openEmbeddedPostgres } from '@matgyo/event-store/embedded-postgres/index';
import type { EventLog } from '@matgyo/event-store/event-log';
import { openEventLog } from '@matgyo/event-store/open-event-log';
import { asProgram } from '@matgyo/event-store/postgres/program-role';
import type pg from 'pg';
import { dataDirOf } from './program.ts';
import { openProjectionPool } from './projection-pool.ts';

export interface ProgramSources {
  readonly log: EventLog;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

interface SourcesOptions {
  /** As who owns the tables (DATABASE_OWNER_URL, where it is another role), for programs that make them anew. */
  readonly asOwner?: boolean;
  /** As `OpenEventLogOptions`. */
  readonly onConnectionLost?: (cause: unknown) => void;
}

/** The longest statement compares a whole read model. */
const statementTimeoutMs = 3_600_000;

/**
 * The log and database for programs of this workspace, from the backend's environment: DATABASE_URL, or the embedded
 * PostgreSQL in DATA_DIR (the running server's, or one started while the program runs), and EVENTSTORE_URL.
 */
export async function openSources(
  environment: NodeJS.ProcessEnv,
  { asOwner = false, onConnectionLost }: SourcesOptions = {},
): Promise<ProgramSources> {
  const closing = new AsyncDisposableStack();
  try {
    const connection = await connectionOf(environment, closing, asOwner);
    const log = await openEventLog({
      eventStoreUrl: environment['EVENTSTORE_URL'] || undefined,
      postgres: connection,
      ...(onConnectionLost && { onConnectionLost }),
    });
    closing.defer(() => log.close());
    const pool = openProjectionPool({ connection, connectionsMax: 6, statementTimeoutMs });
    closing.defer(() => pool.end());
    return { log, pool, close: () => closing.disposeAsync() };
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

async function connectionOf(
  environment: NodeJS.ProcessEnv,
  closing: AsyncDisposableStack,
  asOwner: boolean,
): Promise<pg.ClientConfig> {
  const { DATABASE_URL, DATABASE_OWNER_URL } = environment;
  if (DATABASE_URL)
    return { connectionString: asOwner && DATABASE_OWNER_URL ? DATABASE_OWNER_URL : DATABASE_URL };
  const postgres = await openEmbeddedPostgres({ dataDir: path.join(dataDirOf(environment), 'postgres') });
  closing.defer(() => postgres.stop());
  const { connection } = postgres;
  return asOwner ? { ...connection } : asProgram({ ...connection });
}
