import pg from 'pg';
import { DeadlineExceeded, within } from '../deadline.ts';
import { asLogError, provesRollback } from './failures.ts';
import { PooledClient } from './pooled-client.ts';

/** Rows come as arrays of text: the log parses its few columns itself, which reads twice as fast. */
export type Row = readonly (string | null)[];

export interface Statement {
  /** With a name the statement is parsed once per session. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface SessionsOptions {
  readonly connection: pg.ClientConfig;
  readonly sessionsMax: number;
  readonly deadlineMs: number;
  /** Called when a connection breaks; the calls that used it report their own error. */
  readonly onConnectionLost: (cause: unknown) => void;
}

const asText = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig;

/**
 * A bounded number of prepared sessions. Every call ends by its deadline; the server's timeouts are shorter than the
 * client's, because they end a statement with a proven rollback and the client's do not.
 */
export class Sessions {
  readonly #pool: pg.Pool;
  readonly #deadlineMs: number;

  constructor({ connection, sessionsMax, deadlineMs, onConnectionLost }: SessionsOptions) {
    this.#deadlineMs = deadlineMs;
    this.#pool = new pg.Pool({
      Client: PooledClient,
      keepAlive: true,
      application_name: 'matgyo event log',
      ...connection,
      max: sessionsMax,
      connectionTimeoutMillis: Math.ceil(deadlineMs / 2),
      onConnect: (client) => prepare(client, deadlineMs),
    });
    // Without a listener an idle connection that breaks would end the process.
    this.#pool.on('error', onConnectionLost);
  }

  /** Runs one statement in a transaction of its own. `writes` decides the outcome reported for a lost reply. */
  async run(statement: Statement, { writes = false } = {}): Promise<readonly Row[]> {
    const startedMs = performance.now();
    const client = await this.#connect();
    const left = Math.max(1, this.#deadlineMs - (performance.now() - startedMs));
    const query = { ...statement, values: [...statement.values], rowMode: 'array' as const, types: asText };
    try {
      const { rows } = await within(left, client.query<(string | null)[]>(query));
      client.release();
      return rows;
    } catch (cause) {
      // A session that has not replied cannot be reused.
      client.release(!provesRollback(cause));
      throw asLogError(cause, { sent: writes });
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    const connecting = this.#pool.connect();
    try {
      return await within(this.#deadlineMs, connecting);
    } catch (cause) {
      if (cause instanceof DeadlineExceeded)
        connecting.then(
          (late) => late.release(),
          () => {},
        );
      throw asLogError(cause, { sent: false });
    }
  }

  async close(): Promise<void> {
    await within(this.#deadlineMs, this.#pool.end()).catch(() => {});
  }
}

/** Commits of the session are on disk: overrides a laxer default of the server, but not a stricter one. */
export const commitsDurably = `set_config('synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), false)`;

/** Times are texts that the driver reads, and a day has 24 hours, whatever the server's or the role's defaults are. */
export const timesInUtc = `set_config('timezone', 'UTC', false), set_config('datestyle', 'ISO', false)`;

/**
 * The server ends the session half a minute after its machine has died, whether a reply was on its way or not. By
 * default it notices after two hours, and until then the session has its locks, and its name in the list of sessions.
 */
export const endsWhenCutOff = `set_config('tcp_keepalives_idle', '10', false),
  set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false),
  set_config('tcp_user_timeout', '25000', false)`;

/** Sets what the log relies on, whatever the server's or the role's defaults are. */
async function prepare(client: pg.ClientBase, deadlineMs: number): Promise<void> {
  // The pool only listens to idle clients; a running statement reports the error itself.
  client.on('error', () => {});
  const settings = {
    transaction_timeout: `${Math.floor((deadlineMs * 5) / 6)}ms`,
    statement_timeout: `${Math.floor((deadlineMs * 2) / 3)}ms`,
    lock_timeout: `${Math.floor(deadlineMs / 3)}ms`,
    // The append reads the streams after it has waited for the lock, with a snapshot taken then.
    default_transaction_isolation: 'read committed',
    jit: 'off',
    // Every statement here uses an index. A plan made for an empty table must not change that.
    enable_seqscan: 'off',
    enable_bitmapscan: 'off',
    plan_cache_mode: 'force_generic_plan',
  };
  const assignments = Object.keys(settings).map(
    (name, index) => `set_config('${name}', $${index + 1}, false)`,
  );
  const work = client.query(`select ${[...assignments, commitsDurably].join(', ')}`, Object.values(settings));
  await within(deadlineMs, work);
}
