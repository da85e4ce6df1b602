import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EventLog, NewEvent, StreamAppend } from '@matgyo/event-store/event-log';
import { createPostgresEventLog } from '@matgyo/event-store/postgres/postgres-event-log';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { rebuildReadModels } from '../../../../test/rebuild-read-models.ts';
import { createPool } from '../../platform/database/pool.ts';
import { migrateAppSchema } from '../../platform/schema/migrate.ts';
import type { WrittenArchive } from './archive-writer.ts';
import { createBackup } from './create-backup.ts';
import type { Installation } from './installation.ts';
import type { Manifest } from './manifest.ts';
import { checkBackup, type Restored, restoreBackup } from './restore-backup.ts';

export interface TestInstallation extends Installation {
  readonly database: TestDatabase;
  close(): Promise<void>;
}

export interface Place {
  /** Opens a log other than the one in the Postgres database. */
  readonly openLog?: () => Promise<EventLog>;
}

/** An empty installation to restore into. */
export async function emptyInstallation({ openLog }: Place = {}): Promise<TestInstallation> {
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

/** An installation with the tables of a first start, to be backed up. */
export async function startedInstallation(): Promise<TestInstallation> {
  const installation = await emptyInstallation();
  await migrateAppSchema(installation.database.connection);
  return installation;
}

/** Adds members as a sign-up does, row first, but many at once and without pending registrations. */
export async function signUp(
  { log, pool }: Installation,
  memberIds: readonly string[],
): Promise<readonly StreamAppend[]> {
  await pool.query(
    `insert into app.members (id, nickname, nickname_key, username, full_name, phone, phone_verified, dob,
       bank_name, bank_account, telegram, tether_address)
     select id, 'n' || id, 'n' || id, 'n' || id, E'Kim "\\\\"\t민수\n', null, true, '1990-01-01', '국민은행', '1234', 't', 'w'
     from unnest($1::text[]) as id`,
    [memberIds],
  );
  const appends = memberIds.map(
    (memberId): StreamAppend => ({
      stream: `member-${memberId}`,
      expected: 'no-stream',
      events: [registered(memberId)],
    }),
  );
  await log.appendTogether(appends);
  return appends;
}

const registered = (memberId: string): NewEvent => {
  const commandId = randomUUID();
  return {
    id: randomUUID(),
    type: 'MemberRegistered',
    data: { memberId, referralCode: null, inviteCode: 'INVITE' },
    metadata: {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      actorId: memberId,
      actorRole: 'member',
      at: new Date().toISOString(),
      schemaVersion: 1,
    },
  };
};

export const newMemberIds = (count: number): readonly string[] =>
  Array.from({ length: count }, () => randomBytes(12).toString('hex'));

const never = new AbortController().signal;

export const backUp = (
  from: Installation,
  file: string,
  { signal = never, eventLog = 'postgres' }: { signal?: AbortSignal; eventLog?: Manifest['eventLog'] } = {},
): Promise<WrittenArchive> =>
  createBackup(from, { file, eventLog, software: '0.0.0-test', signal, onProgress: () => {} });

/** Checks the file and restores it, as the program does. Throw in `onProgress` to interrupt it. */
export async function restore(
  into: Installation,
  file: string,
  {
    signal = never,
    onProgress = () => {},
  }: { signal?: AbortSignal; onProgress?: (events: number) => void } = {},
): Promise<Restored> {
  return restoreBackup(into, await checkBackup(file, signal), {
    file,
    signal,
    onProgress,
    onStep: () => {},
    sealedRows: undefined,
    rebuildReadModels: () => rebuildReadModels(into.log, into.pool),
  });
}

/** The log with another way to tell its last event, which may let the log go on meanwhile. */
export const withLastEvent = (log: EventLog, lastEvent: EventLog['lastEvent'], more: object = {}): EventLog =>
  new Proxy(log, {
    get(target, name) {
      const value = { lastEvent, ...more }[name as 'lastEvent'] ?? Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

/** The same as if it were not in the database of the tables. */
export const inAnotherStore = (log: EventLog, lastEvent: EventLog['lastEvent']): EventLog =>
  withLastEvent(log, lastEvent, { appendScope: 'streams' });
