import { underFreeLock } from '@matgyo/event-store/postgres/session-lock';
import { restoreLock } from '@matgyo/projections/half-restored';
import { CannotRun } from '@matgyo/projections/program-fault';
import { sql } from 'kysely';
import pg from 'pg';
import { createDatabase } from '../../platform/database/database.ts';
import { openImageFiles } from '../../platform/images/image-files.ts';
import { migrateAppSchema } from '../../platform/schema/migrate.ts';
import type { SealedRows } from '../../proof/sealed-rows/sealed-rows.ts';
import { type PartReader, readArchive } from './archive-reader.ts';
import type { WrittenArchive } from './archive-writer.ts';
import { eventOfLine, Seal } from './event-lines.ts';
import { claim, type Installation, PlaceTaken, release } from './installation.ts';
import { differencesOfTotals } from './ledger-totals.ts';
import { recreateSchema, refuseNewerTables, tableReaders } from './load-tables.ts';
import { eventsPart, type Manifest } from './manifest.ts';
import { reconcileCheckpoints, reconcileSignatures } from './reconcile-with-log.ts';
import { type EventReceiver, openEventRestorer, sealOfLog } from './restore-events.ts';

export interface RestoreOptions {
  readonly file: string;
  readonly signal: AbortSignal;
  /** Folds the whole log into every read model, as a start does; resolves to the names of those that halted. */
  readonly rebuildReadModels: () => Promise<readonly string[]>;
  /** Undefined while the installation has no secret: its first start records all rows. */
  readonly sealedRows: SealedRows | undefined;
  readonly onStep: (step: string) => void;
  readonly onProgress: (events: number) => void;
}

export interface Restored {
  /** Read models that halted before an event they cannot apply, as in the source of the backup. */
  readonly halted: readonly string[];
  /** Number of members removed because the log does not have them. */
  readonly membersRemoved: number;
}

/**
 * Checks, without writing anything, that a backup is complete, that every event matches its hash, and that this version
 * can restore it.
 *
 * @throws CannotRun
 */
export async function checkBackup(file: string, signal: AbortSignal): Promise<WrittenArchive> {
  const seal = new Seal();
  const events = eventReader({ add: async (event) => seal.add(event), end: async () => {} });
  const read = await readArchive(file, ({ part }) => (part === eventsPart ? events : ignoredPart), signal);
  refuseNewerTables(read.manifest.migrations);
  requireSameSeal(seal.digest(), read.manifest.seal);
  return read;
}

/**
 * Restores a backup that passed `checkBackup` into an empty installation, and compares the log's seal, the counts and
 * the totals with its manifest. After an interruption, the same call resumes.
 *
 * @throws PlaceTaken, CannotRun, EventLogUnavailable
 */
export const restoreBackup = (
  installation: Installation,
  backup: WrittenArchive,
  options: RestoreOptions,
): Promise<Restored> =>
  // Another one, of the same backup too, would drop the tables that this one fills.
  underFreeLock(installation.pool, restoreLock, {
    work: () => restoreAlone(installation, backup, options),
    otherwise: () => {
      throw new PlaceTaken('Another restore is under way here. Wait for its end.');
    },
  });

async function restoreAlone(
  installation: Installation,
  { manifest, fingerprint }: WrittenArchive,
  options: RestoreOptions,
): Promise<Restored> {
  const { log, pool } = installation;
  const { signal, onStep, onProgress } = options;
  await claim(installation, fingerprint);
  onStep('restoring tables, photos and events');
  await restoreContent(installation, manifest, options);
  onStep('reading the log back');
  requireSameSeal(await sealOfLog(log, signal, onProgress), manifest.seal);
  await reconcileCheckpoints(installation);
  await reconcileSignatures(installation, signal);
  onStep('rebuilding the read models');
  const halted = await options.rebuildReadModels();
  await checkBooks(installation, manifest, halted);
  const membersRemoved = halted.includes('accounts')
    ? 0
    : await removeUnknownMembers(pool, options.sealedRows);
  await release(pool);
  return { halted, membersRemoved };
}

async function restoreContent(
  installation: Installation,
  manifest: Manifest,
  { file, signal, onProgress }: RestoreOptions,
): Promise<void> {
  const { pool, dataDir } = installation;
  const client = new pg.Client({ ...pool.options, application_name: 'matgyo restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await recreateSchema(client, pool.options, manifest.migrations);
    const tableReader = await tableReaders(client, await openImageFiles(dataDir));
    const events = eventReader(await openEventRestorer(installation.log, signal, onProgress));
    await readArchive(file, (part) => (part.part === eventsPart ? events : tableReader(part)), signal);
  } finally {
    await client.end();
  }
  // Migrations that are newer than the backup run on the restored rows.
  await migrateAppSchema(pool.options);
}

const eventReader = (receiver: EventReceiver): PartReader => ({
  async lines(lines) {
    for (const line of lines) await receiver.add(eventOfLine(line), line.length);
  },
  end: () => receiver.end(),
});

/** Parts that are only hashed. */
const ignoredPart: PartReader = { lines: async () => {}, end: async () => {} };

function requireSameSeal(is: string, shouldBe: string): void {
  if (is !== shouldBe) throw new CannotRun(`The seal is ${is}, not ${shouldBe}.`);
}

async function checkBooks(installation: Installation, { books }: Manifest, halted: readonly string[]) {
  if (books === null || halted.includes('fees') || halted.includes('journal')) return;
  const differences = await differencesOfTotals(installation, books);
  if (differences.length > 0) throw new CannotRun(`The books differ: ${differences.join('; ')}.`);
}

/**
 * Removes members who signed up between the end of the log and the snapshot of the tables: they have rows and no event,
 * and the backup does not include what happened after its end. A pending registration stays, and the next start
 * completes it.
 */
const removeUnknownMembers = (pool: pg.Pool, sealedRows: SealedRows | undefined): Promise<number> =>
  createDatabase(pool)
    .transaction()
    .execute(async (trx) => {
      const { rows } = await sql<Unknown>`
        with gone as (
          delete from app.members m
          where not exists (select from read_accounts.accounts a where a.member_id = m.id)
            and not exists (select from app.pending_registrations p where p.member_id = m.id)
          returning m.id)
        select gone.id,
          array(select i.id from app.inquiries i where i.member_id = gone.id) as inquiries,
          array(select p.id::text from app.payout_changes p where p.member_id = gone.id) as payouts
        from gone`.execute(trx);
      const members = rows.map(({ id }) => id);
      await sealedRows?.enter(trx, {
        'app.members': members,
        'app.credentials': members,
        'app.images': members,
        'app.inquiries': rows.flatMap(({ inquiries }) => inquiries),
        'app.payout_changes': rows.flatMap(({ payouts }) => payouts),
      });
      return members.length;
    });

/** A removed member with rows that were removed with it; its inquiries have no comments yet. */
interface Unknown {
  readonly id: string;
  readonly inquiries: readonly string[];
  readonly payouts: readonly string[];
}
