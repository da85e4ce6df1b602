import { refuseHalfRestored } from '@matgyo/projections/half-restored';
import { expect, test } from 'vitest';
import { createPool } from '../../platform/database/pool.ts';
import { claim } from './installation.ts';
import { startedInstallation } from './installations.fixture.ts';

test('a restore is refused by a backend that began while it looked at what is there', async () => {
  const installation = await startedInstallation();
  const { pool, database } = installation;
  const locking = await pool.connect();
  await locking.query('begin; lock table app.members in access exclusive mode');
  const claimed = claim(installation, 'fingerprint').then(
    () => 'claimed',
    ({ message }) => message,
  );
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%members%'`;
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
  const application_name = 'matgyo backend 0123456789abcdef';
  const backend = createPool({ ...database.connection, application_name, options: '' }, () => undefined);
  await refuseHalfRestored(backend);
  await locking.query('rollback');
  locking.release();
  expect(await claimed).toBe('A backend is connected to this database. Stop it first.');
  await refuseHalfRestored(backend);
  await backend.end();
  await installation.close();
});
