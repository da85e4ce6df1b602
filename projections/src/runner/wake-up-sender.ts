import type pg from 'pg';
import { changesChannel } from '../changes.ts';

/**
 * Sends wake-ups after commits: never two at once, and one more after those that came meanwhile. Nothing
 * depends on a wake-up arriving, so a failure is not retried: whoever waits also looks by itself.
 */
export class WakeUpSender {
  readonly #pool: pg.Pool;
  #sending = false;
  #again = false;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  wake(): void {
    this.#again = true;
    if (!this.#sending) void this.#send();
  }

  async #send(): Promise<void> {
    this.#sending = true;
    while (this.#again) {
      this.#again = false;
      await this.#pool.query(`notify ${changesChannel}`).catch(() => {});
    }
    this.#sending = false;
  }
}
