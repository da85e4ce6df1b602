import { randomUUID } from 'node:crypto';
import type { NewEvent } from '@matgyo/event-store/event-log';
import { createPostgresEventLog } from '@matgyo/event-store/postgres/postgres-event-log';
import pg from 'pg';
import { newId, placed } from './events.ts';
import { alternatingRuns, perSecond, type Run } from './measure.ts';
import type { Figure } from './report.ts';

const writers = 16;
const rounds = 7;

export const orderPlaced = (): NewEvent => placed(newId(), 'sell', newId());

/** 16 writers × `size` events per append, compared with the same rows by plain SQL from as many clients. */
export async function benchAppend(
  connection: pg.ClientConfig,
  size: number,
  appends: number,
): Promise<Figure> {
  const log = await createPostgresEventLog({ connection });
  const pool = new pg.Pool({ ...connection, max: writers });
  // Without a listener a broken idle connection would end the process; its user gets the error anyway.
  pool.on('error', () => {});
  try {
    await pool.query(`create table if not exists plain_events (
      n bigint generated always as identity primary key, stream text not null, revision bigint not null,
      id uuid not null unique, type text not null, data json not null, metadata json not null,
      prev_hash text not null, hash text not null, unique (stream, revision))`);
    const each = Math.ceil(appends / writers / rounds);
    const append = () =>
      log.append(`order-${randomUUID()}`, 'no-stream', Array.from({ length: size }, orderPlaced));
    const rate = (run: Run) => perSecond(each * writers * size, run);
    const insert = () => insertPlainly(pool, size);
    return {
      what: `append, 16 writers × ${size} event${size === 1 ? '' : 's'}`,
      unit: 'events/s',
      ...(await alternatingRuns({ rounds, workers: writers, each }, rate, append, insert)),
      referenceWhat: 'the same rows by plain INSERT',
    };
  } finally {
    await pool.end();
    await log.close();
  }
}

async function insertPlainly(pool: pg.Pool, size: number): Promise<void> {
  const stream = `order-${randomUUID()}`;
  const events = Array.from({ length: size }, orderPlaced);
  const hash = 'a'.repeat(64);
  await pool.query({
    name: 'plain_insert',
    text: `insert into plain_events (stream, revision, id, type, data, metadata, prev_hash, hash)
      select $1, n - 1, id, type, data::json, metadata::json, $6, $6
      from unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) with ordinality as e (id, type, data, metadata, n)`,
    values: [
      stream,
      events.map(({ id }) => id),
      events.map(({ type }) => type),
      events.map(({ data }) => JSON.stringify(data)),
      events.map(({ metadata }) => JSON.stringify(metadata)),
      hash,
    ],
  });
}
