import { randomBytes, randomUUID } from 'node:crypto';
import { createPostgresEventLog } from '@matgyo/event-store/postgres/postgres-event-log';
import { startProjections } from '@matgyo/projections/runner/start-projections';
import { createVisibility } from '@matgyo/projections/visibility/visibility';
import pg from 'pg';
import { concurrently, percentile, type Run } from './measure.ts';
import type { Figure } from './report.ts';

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
      const memberId = randomBytes(12).toString('hex');
      const { position } = await log.append(`member-${memberId}`, 'no-stream', [registered(memberId)]);
      if (!(await visibility.waitUntilVisible(position, ['accounts'], 5_000)))
        throw new Error('not visible within 5 s');
    };
    await concurrently(1, 50, append);
    const ours = await concurrently(1, appends, append);
    await pool.query(
      'create table if not exists plain_members (id text primary key, at timestamptz not null)',
    );
    const reference = await concurrently(1, appends, () =>
      pool.query('insert into plain_members values ($1, now())', [randomUUID()]),
    );
    const p50 = ({ latenciesMs }: Run) => percentile(latenciesMs, 0.5);
    return {
      what: 'append to visible, one at a time',
      unit: 'ms',
      ours: p50(ours),
      reference: p50(reference),
      referenceWhat: 'one committed INSERT',
      latency: { p50: p50(ours), p99: percentile(ours.latenciesMs, 0.99) },
    };
  } finally {
    ending.abort();
    await projections.finished;
    await log.close();
    await pool.end();
  }
}

function registered(memberId: string) {
  const commandId = randomUUID();
  return {
    id: randomUUID(),
    type: 'MemberRegistered',
    data: { memberId, referralCode: null, inviteCode: memberId.slice(0, 10).toUpperCase() },
    metadata: {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      actorId: memberId,
      actorRole: 'member' as const,
      at: new Date().toISOString(),
      schemaVersion: 1,
    },
  };
}
