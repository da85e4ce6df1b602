import { sql } from 'kysely';
import type { Database } from './database/tables.ts';

/** Clocks that NTP keeps differ by far less. */
const aheadSecondsMax = 60;

/**
 * By how many seconds at least this process's clock is ahead of the database's, which all backends share; negative:
 * behind.
 */
export async function clockAheadSeconds(db: Database, now: () => number): Promise<number> {
  const here = now();
  const read = sql<{ there: string }>`select extract(epoch from clock_timestamp()) * 1000 as there`;
  const { rows } = await read.execute(db);
  return (here - Number(rows[0]?.there)) / 1_000;
}

/**
 * Work that ends what has had its time. By a clock that is ahead it would take the rest of that time from members, and
 * cancel matches whose payment is under way; another backend, or a later run, does it in time.
 */
export const unlessClockIsAhead =
  ({ db, now }: { readonly db: Database; readonly now: () => number }, work: () => Promise<unknown>) =>
  async (): Promise<void> => {
    const ahead = await clockAheadSeconds(db, now);
    if (ahead > aheadSecondsMax)
      throw new Error(`this machine’s clock is ${Math.round(ahead)} s ahead of the database’s`);
    await work();
  };
