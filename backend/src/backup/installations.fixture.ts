import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EventLog } from '@matgyo/event-store/event-log';
import { createPostgresEventLog } from '@matgyo/event-store/postgres/postgres-event-log';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { rebuildReadModels } from '../../../test/rebuild-read-models.ts';
import { createPool } from '../database/pool.ts';
import type { WrittenArchive } from './archive-writer.ts';
import { createBackup } from './create-backup.ts';
import type { Installation } from './installation.ts';
import type { Manifest } from './manifest.ts';
import { checkBackup, type Restored, restoreBackup } from './restore-backup.ts';

export interface TestInstallation extends Installation {
  readonly database: TestDatabase;
  close(): Promise<void>;
}

/** An empty place to restore into. `openLog`: another log than the one in its Postgres. */
export async function emptyInstallation(openLog?: () => Promise<EventLog>): Promise<TestInstallation> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'installation-'));
  const pool = createPool({ ...database.connection, application_name: 'test', options: '' }, () => undefined);
  const log = await (openLog?.() ?? createPostgresEventLog({ connection: database.connection }));
  return {
    database,
    dataDir,
    pool,
    log,
    async close() {
      await log.close();
      await pool.end();
      await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}

const never = new AbortController().signal;

export const backUp = (
  from: Installation,
  file: string,
  { signal = never, eventLog = 'postgres' }: { signal?: AbortSignal; eventLog?: Manifest['eventLog'] } = {},
): Promise<WrittenArchive> =>
  createBackup(from, { file, eventLog, software: '0.0.0-test', signal, passed: () => {} });

/** Checks the file and restores it, as the program does. `passed` may throw, to interrupt it. */
export async function restore(
  into: Installation,
  file: string,
  { signal = never, passed = () => {} }: { signal?: AbortSignal; passed?: (events: number) => void } = {},
): Promise<Restored> {
  return restoreBackup(into, await checkBackup(file, signal), {
    file,
    signal,
    passed,
    tell: () => {},
    rebuildReadModels: () => rebuildReadModels(into.log, into.pool),
  });
}
