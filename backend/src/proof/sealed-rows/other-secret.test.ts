import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { untouchedApplication } from '../../../../test/untouched-application.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { createPool } from '../../platform/database/pool.ts';
import { type AuditEntry, recordAudit } from '../audit/audit-log.ts';
import { enterRowsOnce } from './enter-rows.ts';
import { connectionName, refuseEarlierSecret, refuseOtherSecret } from './other-secret.ts';
import { createSealedRows } from './sealed-rows.ts';

const database = await createTestDatabase(untouchedApplication);
afterAll(() => database.drop());

/** As `main.ts` does. */
function connect(secret: string) {
  const application_name = connectionName(secret);
  const pool = createPool({ ...database.connection, application_name }, () => undefined);
  return { refused: refuseOtherSecret(pool, secret), end: () => pool.end() };
}

test('of backends connected to a database all have one secret', async () => {
  const [first, second] = [connect('the secret'), connect('the secret')];
  await Promise.all([first.refused, second.refused]);
  const earlier = connect('an earlier secret');
  await expect(earlier.refused).rejects.toThrow(/^A backend with another TOKEN_SECRET is connected/);
  await Promise.all([first.end(), second.end(), earlier.end()]);
  await expect
    .poll(async () => {
      const alone = connect('an earlier secret');
      return alone.refused.then(alone.end, alone.end).then(() => alone.refused);
    })
    .toBeUndefined();
});

test('an earlier secret is refused after a newer one, unless that is named as the previous one', async () => {
  const pool = createPool(database.connection, () => undefined);
  const db = createDatabase(pool);
  const earlier = createSealedRows('the earlier secret');
  const newer = createSealedRows('the newer secret');
  const none = async () => [];
  const appendEntered = (details: NonNullable<AuditEntry['details']>) =>
    recordAudit(db, { action: 'rows-entered', actor: null, subjectId: null, requestId: null, details });
  const start = (previous?: string) => refuseEarlierSecret(db, earlier, previous);
  await start();
  await enterRowsOnce(db, earlier, none);
  await start();
  await enterRowsOnce(db, newer, none);
  await expect(start()).rejects.toThrow(/^TOKEN_SECRET is an earlier one/);
  await expect(start('another secret')).rejects.toThrow(/^TOKEN_SECRET is an earlier one/);
  await start('the newer secret');
  await refuseEarlierSecret(db, newer, undefined);
  // The database's role can append such an entry, after which rows that it has changed would be entered as found.
  await appendEntered({ key: createSealedRows('the earlier secret').keyId, tables: [] });
  await expect(start()).rejects.toThrow(/^TOKEN_SECRET is an earlier one/);
  await pool.end();
});
