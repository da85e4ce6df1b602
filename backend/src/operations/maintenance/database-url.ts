import { connectionOf } from '@matgyo/projections/projection-pool';
import type pg from 'pg';

/** A pool's connection as a DATABASE_URL for programs, also for a Unix socket. */
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
