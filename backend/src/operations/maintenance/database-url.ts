import { connectionOf } from '@matgyo/projections/projection-pool';
import type pg from 'pg';

/** Where a pool connects to, as the one text that programs take (DATABASE_URL); a socket's folder included. */
export function databaseUrlOf(pool: pg.Pool): string {
  const { connectionString, host, port, user, password, database } = connectionOf(pool);
  if (connectionString !== undefined) return connectionString;
  const url = new URL(`postgres://localhost/${encodeURIComponent(database ?? '')}`);
  if (user !== undefined) url.username = encodeURIComponent(user);
  if (typeof password === 'string') url.password = encodeURIComponent(password);
  if (host !== undefined) url.searchParams.set('host', host);
  if (port !== undefined) url.searchParams.set('port', String(port));
  return url.href;
}
