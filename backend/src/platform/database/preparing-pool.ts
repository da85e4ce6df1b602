import { statementName } from '@matgyo/event-store/postgres/prepared';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';

/** A statement is prepared from the next use on. */
const usesBefore = 10;
/** Counted texts; when there are more, counting starts again. */
const countedMax = 2_000;
/** Each connection keeps the plans of what it has prepared. */
const preparedMax = 200;

/**
 * The pool for Kysely, which passes no names: statements that run often are prepared, because planning most of them
 * takes longer than running them.
 */
export function preparingPool(pool: pg.Pool): PostgresPool {
  const statements = new Statements();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const prepared = clients.get(client) ?? preparingClient(client, statements);
      clients.set(client, prepared);
      return prepared;
    },
  };
}

/** Without cursors, which no query here uses. */
function preparingClient(client: pg.PoolClient, statements: Statements): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[]) => statements.run(client, text, [...values]);
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  };
}

/** Others have no plan; lists of five values or more make a text for each length. */
const preparable = /^\s*(?:select|with|insert|update|delete)\s(?!.* in \(\$\d+(?:, \$\d+){4})/s;

class Statements {
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();
  /** Those whose plan was lost: see `isUnprepared`. */
  readonly #unpreparable = new Set<string>();

  async run(client: pg.PoolClient, text: string, values: unknown[]): Promise<pg.QueryResult> {
    const name = this.#nameOf(text);
    // In a transaction an outdated plan would end it, and might read a table that was replaced since it began.
    if (name === undefined || client.getTransactionStatus() !== 'I') return client.query(text, values);
    try {
      return await client.query({ name, text, values });
    } catch (error) {
      if (!isUnprepared(error)) throw error;
      this.#unpreparable.add(text);
      this.#names.delete(text);
      return client.query(text, values);
    }
  }

  /** The statement's name, and counts this use of it. Undefined: it is not to be prepared. */
  #nameOf(text: string): string | undefined {
    const prepared = this.#names.get(text);
    if (prepared !== undefined) return prepared;
    if (this.#names.size >= preparedMax || this.#unpreparable.has(text) || !preparable.test(text))
      return undefined;
    const used = (this.#uses.get(text) ?? 0) + 1;
    if (this.#uses.size >= countedMax) this.#uses.clear();
    this.#uses.set(text, used);
    if (used <= usesBefore) return undefined;
    const name = statementName(text);
    this.#names.set(text, name);
    return name;
  }
}

/**
 * "cached plan must not change result type", or the statement is missing because an earlier use failed before it was
 * sent.
 */
const isUnprepared = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery'));
