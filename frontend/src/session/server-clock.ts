import { readStored, writeStored } from './storage.ts';

/** A device's clock may be hours off. Smaller differences do no harm, and slow answers cause them too. */
const toleratedMs = 60_000;

let aheadMs = Number(readStored('clockAhead')) || 0;

/** The time by the server's clock, in milliseconds since 1970. */
export const serverNow = (): number => Date.now() - aheadMs;

/** Compares the device's clock with the time of an answer. */
export function compareClocks({ headers }: Response): void {
  // Any other answer may be an old one of the browser's cache.
  if (headers.get('cache-control') !== 'no-store') return;
  const measured = Date.now() - Date.parse(headers.get('date') ?? '');
  // Also without a date, which makes it NaN.
  if (!(Math.abs(measured - aheadMs) > toleratedMs)) return;
  aheadMs = measured;
  // A reload has to know at once whether the session has expired.
  writeStored('clockAhead', String(measured));
}
