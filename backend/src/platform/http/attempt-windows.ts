import type pg from 'pg';

/** The attempts that are counted in a window, and how long it lasts. */
export interface AttemptWindow {
  readonly attempts: number;
  readonly msLeft: number;
}

/** Counts attempts by keys. A key's window begins with its first attempt; all windows last equally long. */
export interface AttemptWindows {
  add(key: string): Promise<AttemptWindow>;
  /** Subtracts one, unless none is left: one whose window is over is not subtracted from the next one. */
  subtract(key: string): Promise<void>;
  /** Undefined: the key has no window. */
  read(key: string): Promise<AttemptWindow | undefined>;
}

const nowMs = '(extract(epoch from now()) * 1000)::bigint';
/**
 * A window that ends later than twice the period from now was counted before the database's clock was set back.
 * Concurrent statements differ by less.
 */
const isOpen = `(r.expire > ${nowMs} and r.expire <= ${nowMs} + 2 * $2::bigint)`;
const windowColumns = `points as attempts, (r.expire - ${nowMs})::float8 as "msLeft"`;

const addText = `
  insert into app.rate_limits as r (key, points, expire) values ($1, 1, ${nowMs} + $2::bigint)
  on conflict (key) do update set
    points = case when ${isOpen} then r.points + 1 else 1 end,
    expire = case when ${isOpen} then r.expire else excluded.expire end
  returning ${windowColumns}`;
const subtractText = `
  update app.rate_limits as r set points = r.points - 1
  where key = $1 and points > 0 and ${isOpen}`;
const readText = `select ${windowColumns} from app.rate_limits as r where key = $1 and ${isOpen}`;

/** In Postgres and by its clock, so that the clocks of processes need not agree. */
export function windowsInPostgres(pool: pg.Pool, name: string, seconds: number): AttemptWindows {
  const query = (statement: string, text: string, key: string) =>
    pool.query<AttemptWindow>({
      name: `rate_limits ${statement}`,
      text,
      values: [`${name}:${key}`, seconds * 1000],
    });
  return {
    async add(key) {
      const [added] = (await query('add', addText, key)).rows;
      if (added === undefined) throw new Error('an attempt is always counted');
      return added;
    },
    async subtract(key) {
      await query('subtract', subtractText, key);
    },
    async read(key) {
      return (await query('read', readText, key)).rows[0];
    },
  };
}

export const deleteExpiredWindows = (pool: pg.Pool): Promise<unknown> =>
  pool.query(`delete from app.rate_limits where expire < ${nowMs}`);

/** In this process, by a clock that is never set. */
export function windowsInMemory(
  seconds: number,
  now: () => number = () => performance.now(),
): AttemptWindows {
  /** The oldest first, which therefore end first. */
  const windows = new Map<string, { attempts: number; readonly endsMs: number }>();
  const deleteEnded = (): void => {
    for (const [key, { endsMs }] of windows) {
      if (endsMs > now()) return;
      windows.delete(key);
    }
  };
  const open = (key: string) => {
    deleteEnded();
    return windows.get(key);
  };
  return {
    async add(key) {
      const counted = open(key) ?? { attempts: 0, endsMs: now() + seconds * 1000 };
      counted.attempts += 1;
      windows.set(key, counted);
      return { attempts: counted.attempts, msLeft: counted.endsMs - now() };
    },
    async subtract(key) {
      const counted = open(key);
      if (counted !== undefined && counted.attempts > 0) counted.attempts -= 1;
    },
    async read(key) {
      const counted = open(key);
      return counted && { attempts: counted.attempts, msLeft: counted.endsMs - now() };
    },
  };
}
