import pg from 'pg';

/**
 * The client of pools that serve requests. It makes each statement with its callback, which pg sets later for a promise
 * or a time limit (docs/decisions/operations.md).
 *
 * `query_timeout` limits a statement as in pg, but also ends the connection, which would still be busy with it.
 */
export class PooledClient extends pg.Client {
  /** 0: none. A transaction that the server gives more time sets it meanwhile. */
  timeoutMs: number;

  constructor({ query_timeout = 0, ...config }: pg.ClientConfig = {}) {
    super(config);
    this.timeoutMs = query_timeout;
  }

  /** Takes and returns what `pg.Client` does. */
  override query(...[statement, second, third]: readonly unknown[]): never {
    // A cursor or the like has a callback of its own.
    if (typeof (statement as pg.Submittable).submit === 'function')
      return super.query(statement as never) as never;
    const [values, callback] = typeof second === 'function' ? [undefined, second] : [second, third];
    if (callback !== undefined) return this.#send(statement, values, callback as Callback) as never;
    return new Promise((resolve, reject) => {
      this.#send(statement, values, (error, result) => (error ? reject(error) : resolve(result)));
    }) as never;
  }

  #send(statement: unknown, values: unknown, callback: Callback): void {
    const late = this.timeoutMs > 0 ? setTimeout(() => this.#giveUp(), this.timeoutMs) : undefined;
    super.query(
      statement as string,
      values as unknown[],
      ((error, result) => {
        clearTimeout(late);
        callback(error, result);
      }) as Callback as never,
    );
  }

  /** All statements of the connection get the error, and the pool does not use it again. */
  #giveUp(): void {
    const { connection } = this as unknown as { connection: { stream: { destroy(error: Error): void } } };
    connection.stream.destroy(new Error('Query read timeout'));
  }
}

type Callback = (error?: Error | null, result?: unknown) => void;
