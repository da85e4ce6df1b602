import { logStart, type Position, type RecordedEvent } from '@matgyo/event-store/event-log';
import { logPages } from '@matgyo/projections/log-pages';
import pg from 'pg';
import { openImageFiles } from '../../platform/images/image-files.ts';
import { type Part, type WrittenArchive, writeArchive } from './archive-writer.ts';
import { dumpTables, type TableDump } from './dump-tables.ts';
import { isIntact, lineOfEvent, Seal } from './event-lines.ts';
import type { Installation } from './installation.ts';
import { LedgerTotalsSum } from './ledger-totals.ts';
import { eventsPart, format, formatVersion, type Manifest, type PartSummary } from './manifest.ts';
import { leftOut } from './plain-tables.ts';
import { CannotBackUp } from './refusals.ts';

export interface BackupOptions {
  readonly file: string;
  readonly eventLog: Manifest['eventLog'];
  readonly software: string;
  readonly signal: AbortSignal;
  readonly onProgress: (events: number) => void;
}

const pageSize = 1_000;

/**
 * Writes a backup while the installation serves. The last event of the log is noted first and is the backup's end; then
 * the tables are read in one snapshot, then the log up to that event. Every row an event refers to was committed before
 * the event, so the snapshot has it. The snapshot may have rows of later events; a restore completes or removes those
 * (docs/decisions/backup.md).
 *
 * @throws CannotBackUp
 */
export async function createBackup(
  installation: Installation,
  options: BackupOptions,
): Promise<WrittenArchive> {
  const { log, pool, dataDir } = installation;
  const last = await log.lastEvent();
  const client = new pg.Client({ ...pool.options, application_name: 'matgyo backup' });
  // A broken connection also fails the running query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const tables = await dumpTables(client, await openImageFiles(dataDir));
    const events = new LogDump(installation, last?.position, options);
    const manifestOf = (parts: readonly PartSummary[]): Manifest => ({
      format,
      formatVersion,
      software: options.software,
      createdAt: new Date().toISOString(),
      eventLog: options.eventLog,
      lastEvent: last === undefined ? null : { id: last.id, at: last.metadata.at },
      seal: events.seal.digest(),
      books: events.books.close(),
      migrations: [...tables.migrations],
      leftOut: [...leftOut],
      photosWithoutFile: tables.photosWithoutFile,
      parts: [...parts],
    });
    const parts = partsInOrder(tables, events, () => client.end());
    return await writeArchive(options.file, { parts, manifestOf }, options.signal);
  } finally {
    await client.end();
  }
}

async function* partsInOrder(
  tables: TableDump,
  events: LogDump,
  tablesRead: () => Promise<void>,
): AsyncGenerator<Part, void, undefined> {
  yield* tables.parts;
  // Ends the snapshot: reading the log may take long.
  await tablesRead();
  yield { start: { part: eventsPart }, lines: events.lines() };
}

/** The log up to one event; computes seal and totals while reading. */
class LogDump {
  readonly #installation: Installation;
  readonly #until: Position | undefined;
  readonly #options: BackupOptions;
  readonly seal = new Seal();
  readonly books = new LedgerTotalsSum();

  constructor(installation: Installation, until: Position | undefined, options: BackupOptions) {
    this.#installation = installation;
    this.#until = until;
    this.#options = options;
  }

  async *lines(): AsyncGenerator<readonly string[], void, undefined> {
    if (this.#until === undefined) return;
    const { signal, onProgress } = this.#options;
    const range = { after: logStart, size: pageSize, until: this.#until, signal };
    for await (const page of logPages(this.#installation.log, range)) {
      yield page.map((event) => this.#line(event));
      onProgress(page.length);
    }
  }

  #line(event: RecordedEvent): string {
    if (!isIntact(event))
      throw new CannotBackUp(`Event ${event.id} does not match its hash: "npm run verify" says more.`);
    this.seal.add(event);
    this.books.add(event);
    return lineOfEvent(event);
  }
}
