import { type EventLog, logStart, type Position, type RecordedEvent } from '@matgyo/event-store/event-log';
import { refuseHalfRestored } from '@matgyo/projections/half-restored';
import { logPages } from '@matgyo/projections/log-pages';
import { CannotRun } from '@matgyo/projections/program-fault';
import pg from 'pg';
import { openImageFiles } from '../../platform/images/image-files.ts';
import { type Part, type WrittenArchive, writeArchive } from './archive-writer.ts';
import { dumpTables } from './dump-tables.ts';
import { isIntact, lineOfEvent, Seal } from './event-lines.ts';
import type { Installation } from './installation.ts';
import { LedgerTotalsSum } from './ledger-totals.ts';
import { eventsPart, format, formatVersion, type Manifest, type PartSummary } from './manifest.ts';
import { leftOut } from './plain-tables.ts';

export interface BackupOptions {
  readonly file: string;
  readonly eventLog: Manifest['eventLog'];
  readonly software: string;
  readonly signal: AbortSignal;
  readonly onProgress: (events: number) => void;
}

const pageSize = 1_000;

/**
 * Writes a backup while the installation serves: the tables in one snapshot, and the log up to the snapshot's last
 * event. Of a log in another database the last event is noted just before; the snapshot may then have rows of later
 * events, or lack a signature that one released, which a restore corrects (docs/decisions/backup.md).
 *
 * @throws CannotRun
 */
export async function createBackup(
  installation: Installation,
  options: BackupOptions,
): Promise<WrittenArchive> {
  const { log, pool, dataDir } = installation;
  await refuseHalfRestored(pool);
  const images = await openImageFiles(dataDir);
  const client = new pg.Client({ ...pool.options, application_name: 'matgyo backup' });
  // A broken connection also fails the running query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const noted = await log.lastEvent();
    const tables = await dumpTables(client, images);
    const last = log.appendScope === 'transaction' ? await lastInSnapshot(client, log) : endAt(noted);
    const events = { seal: new Seal(), books: new LedgerTotalsSum() };
    const manifestOf = (parts: readonly PartSummary[]): Manifest => ({
      format,
      formatVersion,
      software: options.software,
      createdAt: new Date().toISOString(),
      eventLog: options.eventLog,
      lastEvent: last === undefined ? null : { id: last.id, at: last.at },
      seal: events.seal.digest(),
      books: events.books.close(),
      migrations: [...tables.migrations],
      leftOut: [...leftOut],
      photosWithoutFile: tables.photosWithoutFile,
      parts: [...parts],
    });
    async function* parts(): AsyncGenerator<Part, void, undefined> {
      yield* tables.parts;
      // Ends the snapshot: reading the log may take long.
      await client.end();
      yield { start: { part: eventsPart }, lines: eventLines(log, last?.position, events, options) };
    }
    return await writeArchive(options.file, { parts: parts(), manifestOf }, options.signal);
  } finally {
    await client.end();
  }
}

interface LogEnd {
  readonly id: string;
  readonly at: string;
  readonly position: Position | undefined;
}

const endAt = (last: RecordedEvent | undefined): LogEnd | undefined =>
  last && { id: last.id, at: last.metadata.at, position: last.position };

async function lastInSnapshot(client: pg.ClientBase, log: EventLog): Promise<LogEnd | undefined> {
  const { rows } = await client.query<{ id: string; at: string }>(
    `select id, metadata ->> 'at' as at from event_log.events order by position desc limit 1`,
  );
  return rows[0] && { ...rows[0], position: await log.positionOf(rows[0].id) };
}

/** The log up to one event; adds the events to `sums`. */
async function* eventLines(
  log: EventLog,
  until: Position | undefined,
  sums: { readonly seal: Seal; readonly books: LedgerTotalsSum },
  { signal, onProgress }: BackupOptions,
): AsyncGenerator<readonly string[], void, undefined> {
  if (until === undefined) return;
  for await (const page of logPages(log, { after: logStart, size: pageSize, until, signal })) {
    yield page.map((event) => {
      if (!isIntact(event))
        throw new CannotRun(`Event ${event.id} does not match its hash: "npm run verify" says more.`);
      sums.seal.add(event);
      sums.books.add(event);
      return lineOfEvent(event);
    });
    onProgress(page.length);
  }
}
