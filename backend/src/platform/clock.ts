import { sql } from 'kysely';
import type { Timing } from './commands/timing.ts';
import type { Database } from './database/tables.ts';

/** Clocks that NTP keeps differ by far less. */
const aheadSecondsMax = 60;
const readingServesMs = 600_000;

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
 * For work that ends what has had its time. By a clock that is ahead it would take the rest of that time from members,
 * and cancel matches whose payment is under way; another backend, or a later run, does it in time. The monotonic clock
 * continues a reading of the database's, which serves all such works of a process for ten minutes.
 */
export function unlessClockIsAhead({ db, timing }: { readonly db: Database; readonly timing: Timing }) {
  /** Of the last reading: how far this clock was ahead, and by how much it then differed from the monotonic one. */
  let last = { aheadSeconds: Number.NaN, differenceMs: 0, readAtMs: 0 };
  const differenceMs = () => timing.now() - timing.elapsed();
  const ahead = () => last.aheadSeconds + (differenceMs() - last.differenceMs) / 1_000;
  const isUsable = () => timing.elapsed() - last.readAtMs < readingServesMs && ahead() <= aheadSecondsMax;
  return (work: () => Promise<unknown>) => async (): Promise<void> => {
    if (!isUsable())
      last = {
        aheadSeconds: await clockAheadSeconds(db, timing.now),
        differenceMs: differenceMs(),
        readAtMs: timing.elapsed(),
      };
    if (!isUsable())
      throw new Error(`this machine’s clock is ${Math.round(ahead())} s ahead of the database’s`);
    await work();
  };
}
