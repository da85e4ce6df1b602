import { randomUUID } from 'node:crypto';
import { createPostgresEventLog } from '@matgyo/event-store/postgres/postgres-event-log';
import { startProjections } from '@matgyo/projections/runner/start-projections';
import { createVisibility } from '@matgyo/projections/visibility/visibility';
import pg from 'pg';
import { newId, registered } from './events.ts';
import { alternatingRuns, concurrently, median, type Run } from './measure.ts';
import type { Figure } from './report.ts';

const turns = 8;

/** From sending an append until a read model shows it, in one process as in the embedded default. */
export async function benchVisible(connection: pg.ClientConfig, appends: number): Promise<Figure> {
  const ending = new AbortController();
  const log = await createPostgresEventLog({ connection });
  const pool = new pg.Pool({ ...connection, max: 10 });
  // Without a listener a broken idle connection would end the process; its user gets the error anyway.
  pool.on('error', () => {});
  const projections = startProjections({ log, pool, signal: ending.signal, alone: true });
  try {
    await projections.ready;
    const visibility = createVisibility({ pool, signal: ending.signal, projections });
    const append = async () => {
      const memberId = newId();
      const { position } = await log.append(`member-${memberId}`, 'no-stream', [registered(memberId)]);
      if (!(await visibility.waitUntilVisible(position, ['accounts'], 5_000)))
        throw new Error('not visible within 5 s');
    };
    await pool.query(
      'create table if not exists plain_members (id text primary key, at timestamptz not null)',
    );
    const insert = () => pool.query('insert into plain_members values ($1, now())', [randomUUID()]);
    const each = Math.ceil(appends / turns);
    // Warms up both until they run compiled code.
    for (const operation of [append, insert]) await concurrently(1, each, operation);
    const p50 = ({ latenciesMs }: Run) => median(latenciesMs);
    return {
      what: 'append to visible, one at a time',
      unit: 'ms',
      ...(await alternatingRuns({ rounds: turns, workers: 1, each }, p50, append, insert)),
      referenceWhat: 'one committed INSERT',
    };
  } finally {
    ending.abort();
    await projections.finished;
    await log.close();
    await pool.end();
  }
}
