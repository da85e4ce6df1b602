import path from 'node:path';
import { emptyInstallation, restore } from '@matgyo/backend/operations/backup/installations.fixture';
import { afterAll, expect, test } from 'vitest';
import { databaseUrl } from '../database.ts';
import { runVerify } from '../run-verify.ts';

/** A demo market with some additional trades, backed up in November 2026. Never regenerated: backups like it exist. */
const backup = path.join(import.meta.dirname, 'demo-market.backup');

const installation = await emptyInstallation();

afterAll(() => installation.close());

test('restores an earlier backup that verifies completely', async () => {
  const { halted } = await restore(installation, backup);
  expect(halted).toEqual([]);
  const { code, output } = await runVerify({
    DATA_DIR: installation.dataDir,
    DATABASE_URL: databaseUrl(installation.database.connection),
  });
  expect(output).not.toContain('WRONG');
  expect(output).toContain('1,062 events, the last one dbcf56e4-72c9-50a2-8f2f-967eb029238b.');
  expect(output).toContain('1,062 are signed by checkpoint 2');
  // The checkpoint file outside the database is not part of a backup.
  expect(output).toContain('?      the file of checkpoints is not here');
  expect(code).toBe(3);
});
