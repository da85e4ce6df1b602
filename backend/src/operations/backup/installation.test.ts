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
  const claiming = () =>
    claim(installation, 'fingerprint').then(
      () => 'claimed',
      ({ message }) => message,
    );
  const claimed = claiming();
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%members%'`;
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
  const connect = async (application_name: string) => {
    const connected = createPool({ ...database.connection, application_name, options: '' }, () => undefined);
    await refuseHalfRestored(connected);
    return connected;
  };
  const backend = await connect('matgyo backend 0123456789abcdef');
  await locking.query('rollback');
  locking.release();
  expect(await claimed).toBe('A backend is connected to this database. Stop it first.');
  await refuseHalfRestored(backend);
  const leader = await connect('matgyo projections leader');
  await backend.end();
  await expect.poll(claiming).toBe('A projections leader is connected to this database. Stop it first.');
  await leader.end();
  await installation.close();
});
