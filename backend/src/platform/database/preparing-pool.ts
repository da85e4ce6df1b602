import { prepared } from '@matgyo/event-store/postgres/prepared';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';

/** Before that a statement may be one of many that differ in the number of their values. */
const usesMin = 10;
/** Counted texts; when there are more, counting starts again. */
const countedMax = 2_000;

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
      const known = clients.get(client) ?? preparingClient(client, statements);
      clients.set(client, known);
      return known;
    },
  };
}

/** Without cursors, which no query here uses. */
function preparingClient(client: pg.PoolClient, statements: Statements): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[]) =>
    statements.run(client, { text, values: [...values] });
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  };
}

type Statement = Required<Pick<pg.QueryConfig, 'text' | 'values'>>;

/** Others, like `begin`, have no plan. */
const planned = /^\s*(?:select|with|insert|update|delete)\s/;

class Statements {
  readonly #uses = new Map<string, number>();
  /** Those that cannot keep their plan: a table they select `*` from has got another column. */
  readonly #unpreparable = new Set<string>();

  async run(client: pg.PoolClient, statement: Statement): Promise<pg.QueryResult> {
    const { text, values } = statement;
    if (!this.#isFrequent(text) || this.#unpreparable.has(text)) return client.query(text, values);
    try {
      return await client.query(prepared(statement));
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error;
      this.#unpreparable.add(text);
      return client.query(text, values);
    }
  }

  /** Counts this use. */
  #isFrequent(text: string): boolean {
    if (!planned.test(text)) return false;
    const used = (this.#uses.get(text) ?? 0) + 1;
    if (this.#uses.size >= countedMax) this.#uses.clear();
    this.#uses.set(text, used);
    return used > usesMin;
  }
}

/** "cached plan must not change result type" */
const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
