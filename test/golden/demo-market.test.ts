import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { emptyInstallation, restore } from '@matgyo/backend/operations/backup/installations.fixture';
import { afterAll, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
/** A demo market with some additional trades, backed up in November 2026. Never regenerated: backups like it exist. */
const backup = path.join(import.meta.dirname, 'demo-market.backup');

const installation = await emptyInstallation();

afterAll(() => installation.close());

async function verify(): Promise<{ readonly code: unknown; readonly output: string }> {
  const { connection } = installation.database;
  const child = spawn(process.execPath, [path.join(root, 'projections/src/verify/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: installation.dataDir,
      DATABASE_URL: `postgres://${connection.user}@localhost:${connection.port}/${connection.database}?host=${encodeURIComponent(connection.host)}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { code, output };
}

test('restores an earlier backup that verifies completely', async () => {
  const { halted } = await restore(installation, backup);
  expect(halted).toEqual([]);
  const { code, output } = await verify();
  expect(output).not.toContain('WRONG');
  expect(output).toContain('1,062 events, the last one dbcf56e4-72c9-50a2-8f2f-967eb029238b.');
  expect(output).toContain('1,062 are signed by checkpoint 2');
  // The checkpoint file outside the database is not part of a backup.
  expect(output).toContain('?      the file of checkpoints is not here');
  expect(code).toBe(3);
}, 60_000);
