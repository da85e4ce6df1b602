import { access } from 'node:fs/promises';
import path from 'node:path';
import { openEmbeddedPostgres } from '@matgyo/event-store/embedded-postgres/index';
import type { EventLog } from '@matgyo/event-store/event-log';
import { isConnectionString } from '@matgyo/event-store/eventstoredb/connection-string';
import { openEventLog } from '@matgyo/event-store/open-event-log';
import { connectionTo, databaseUrlForm, isDatabaseUrl } from '@matgyo/event-store/postgres/database-url';
import { asProgram } from '@matgyo/event-store/postgres/program-role';
import type pg from 'pg';
import { dataDirOf, givenVariables } from './program.ts';
import { CannotRun, InvalidConfiguration } from './program-fault.ts';
import { openProjectionPool } from './projection-pool.ts';

export interface ProgramSources extends AsyncDisposable {
  readonly log: EventLog;
  readonly pool: pg.Pool;
}

interface SourcesOptions {
  /** As who owns the tables (DATABASE_OWNER_URL, where it is another role), for programs that make them anew. */
  readonly asOwner?: boolean;
  /** As `OpenEventLogOptions`. */
  readonly onConnectionLost?: (cause: unknown) => void;
}

/** The longest statement compares a whole read model. */
const statementTimeoutMs = 3_600_000;

/** @throws InvalidConfiguration, which does not repeat the value: it may hold a password. */
export function requireValidUrls(environment: NodeJS.ProcessEnv): void {
  const require = (isValid: (value: string) => boolean, form: string, ...names: readonly string[]) => {
    const wrong = names.find((name) => environment[name] && !isValid(environment[name]));
    if (wrong !== undefined) throw new InvalidConfiguration(`${wrong} is not valid: expected ${form}.`);
  };
  require(isDatabaseUrl, databaseUrlForm, 'DATABASE_URL', 'DATABASE_OWNER_URL');
  require(isConnectionString, 'a URL like esdb://user:password@host:2113', 'EVENTSTORE_URL', 'EVENTSTORE_ADMIN_URL');
}

/**
 * The log and database for programs of this workspace, from the backend's environment: DATABASE_URL, or the embedded
 * PostgreSQL in DATA_DIR (the running server's, or one started while the program runs), and EVENTSTORE_URL.
 */
export async function openSources(
  environment: NodeJS.ProcessEnv,
  { asOwner = false, onConnectionLost }: SourcesOptions = {},
): Promise<ProgramSources> {
  const given = givenVariables(environment);
  requireValidUrls(given);
  const closing = new AsyncDisposableStack();
  try {
    const connection = await connectionOf(given, closing, asOwner);
    const log = await openEventLog({
      eventStoreUrl: given['EVENTSTORE_URL'],
      postgres: connection,
      ...(onConnectionLost && { onConnectionLost }),
    });
    closing.defer(() => log.close());
    const pool = openProjectionPool({ connection, connectionsMax: 6, statementTimeoutMs });
    closing.defer(() => pool.end());
    return { log, pool, [Symbol.asyncDispose]: () => closing.disposeAsync() };
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

async function connectionOf(environment: NodeJS.ProcessEnv, closing: AsyncDisposableStack, asOwner: boolean) {
  const { DATABASE_URL, DATABASE_OWNER_URL } = environment;
  if (DATABASE_URL) return connectionTo(asOwner && DATABASE_OWNER_URL ? DATABASE_OWNER_URL : DATABASE_URL);
  const dataDir = path.join(dataDirOf(environment), 'postgres');
  // A wrong folder would get a new database.
  if (!asOwner)
    await access(path.join(dataDir, 'PG_VERSION')).catch(() => {
      throw new CannotRun(
        `There is no installation in ${path.dirname(dataDir)}. DATA_DIR or DATABASE_URL says where it is.`,
      );
    });
  const postgres = await openEmbeddedPostgres({ dataDir });
  closing.defer(() => postgres.stop());
  const { connection } = postgres;
  return asOwner ? { ...connection } : asProgram({ ...connection });
}
