import { ownConnection } from '@matgyo/event-store/postgres/own-connection';
import { tryLock } from '@matgyo/event-store/postgres/session-lock';
import type pg from 'pg';

/** Of the process that updates the read models. */
export const leaderLock = 'projections: leader';

/**
 * Whether this process leads the read models: a session lock. It is lost with the connection, and another process takes
 * over; compare-and-set prevents even two leaders from counting an event twice.
 */
export type Leadership = Awaited<ReturnType<typeof openLeadership>>;

export async function openLeadership(connection: pg.ClientConfig) {
  const { client, lost } = ownConnection({ ...connection, application_name: 'matgyo projections leader' });
  await client.connect();
  await client.query('set idle_session_timeout = 0');
  return {
    /** Aborts when the connection, and with it the lock, is lost. */
    lost,
    tryToLead: () => tryLock(client, leaderLock),
    close: () => client.end().catch(() => {}),
  };
}
