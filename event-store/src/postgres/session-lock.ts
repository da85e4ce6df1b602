import type pg from 'pg';
import { endsWhenCutOff } from './sessions.ts';

/** A number, or a text of which PostgreSQL makes one. All processes use the same key for the same work. */
type LockKey = number | string;

interface Session {
  query(query: {
    readonly text: string;
    readonly values: unknown[];
  }): Promise<{ readonly rows: readonly unknown[] }>;
}

/** Takes the lock until `unlock` or the end of the session; waits while another session has it. */
export async function lock(session: Session, key: LockKey): Promise<void> {
  await session.query(endSoonIfCutOff);
  await call(session, 'pg_advisory_lock', key);
}

export async function tryLock(session: Session, key: LockKey): Promise<boolean> {
  await session.query(endSoonIfCutOff);
  return (await call(session, 'pg_try_advisory_lock', key)) === true;
}

export async function unlock(session: Session, key: LockKey): Promise<void> {
  await call(session, 'pg_advisory_unlock', key);
}

/** Runs `work` with the lock, on the session that has it. When the work fails, the session ends, and the lock with it. */
export async function underLock<T>(
  pool: pg.Pool,
  key: LockKey,
  work: (session: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const session = await pool.connect();
  let isFree = false;
  try {
    await lock(session, key);
    const result = await work(session);
    isFree = await isUnlocked(session, key);
    return result;
  } finally {
    session.release(!isFree);
  }
}

interface WorkUnderLock<T> {
  /** `lost` aborts when the session, and with it the lock, is lost. */
  readonly work: (lost: AbortSignal) => Promise<T>;
  /** Called instead while another session has the lock. */
  readonly otherwise: () => T;
}

/**
 * Runs `work` with the lock if it is free. The lock of a session that only ends lasts a little longer and would refuse
 * the next try, so it is freed first, after a failure too.
 */
export async function underFreeLock<T>(
  pool: pg.Pool,
  key: LockKey,
  { work, otherwise }: WorkUnderLock<T>,
): Promise<T> {
  const session = await pool.connect();
  const lost = new AbortController();
  const onLost = () => lost.abort();
  session.on('error', onLost);
  session.on('end', onLost);
  let isFree = false;
  try {
    if (!(await tryLock(session, key))) {
      isFree = true;
      return otherwise();
    }
    try {
      return await work(lost.signal);
    } finally {
      isFree = !lost.signal.aborted && (await isUnlocked(session, key));
    }
  } finally {
    session.off('error', onLost);
    session.off('end', onLost);
    session.release(!isFree);
  }
}

/** SQL: whether a session has the lock of this text. Checks without taking the lock. */
export const isLocked = (text: string): string => `exists (
  select from pg_locks join pg_database d on d.oid = database and d.datname = current_database()
  where locktype = 'advisory' and objsubid = 1
    and (classid::bigint << 32) | objid::bigint = ${numberOf(text)})`;

const numberOf = (text: string): string => `hashtextextended(${text}, 0)`;

const endSoonIfCutOff = { text: `select ${endsWhenCutOff}`, values: [] };

async function call(session: Session, name: string, key: LockKey): Promise<unknown> {
  const { rows } = await session.query({
    text: `select ${name}(${typeof key === 'number' ? '$1' : numberOf('$1')}) as outcome`,
    values: [key],
  });
  return (rows[0] as { readonly outcome: unknown }).outcome;
}

/** False for a session that may still have the lock: it must not return to its pool. */
const isUnlocked = (session: Session, key: LockKey): Promise<boolean> =>
  unlock(session, key).then(
    () => true,
    () => false,
  );
