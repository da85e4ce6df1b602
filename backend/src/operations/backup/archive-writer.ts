import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { syncFolder } from '@matgyo/event-store/sync-folder';
import { CannotRun } from '@matgyo/projections/program-fault';
import { format, formatVersion, type Manifest, type PartStart, type PartSummary } from './manifest.ts';

export interface Part {
  readonly start: PartStart;
  /** In batches; each line is a JSON array without line breaks. */
  readonly lines: AsyncIterable<readonly string[]>;
}

export interface ArchiveContent {
  readonly parts: AsyncIterable<Part>;
  /** Called once all parts are written. */
  readonly manifestOf: (parts: readonly PartSummary[]) => Manifest;
}

export interface WrittenArchive {
  readonly manifest: Manifest;
  /** See `fingerprintOf`. */
  readonly fingerprint: string;
}

/**
 * Writes a backup to `<file>.partial`, readable by its owner only, and renames it once all of it is on disk. A failure
 * removes the partial file (kill -9 leaves it).
 *
 * @throws CannotRun when `file` or `<file>.partial` exists.
 */
export async function writeArchive(
  file: string,
  content: ArchiveContent,
  signal: AbortSignal,
): Promise<WrittenArchive> {
  refuseIfThere(file);
  const partial = `${file}.partial`;
  const created = await open(partial, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new CannotRun(
      `${partial} exists: another backup is writing to it, or was killed. If it was killed, remove the file.`,
    );
  });
  try {
    const writing = createWriteStream(partial, { fd: created.fd, autoClose: false });
    const written = Promise.withResolvers<Manifest>();
    await pipeline(archiveBytes(content, written.resolve), createGzip(), writing, { signal });
    await created.sync();
    await created.close();
    refuseIfThere(file);
    await rename(partial, file);
    await syncFolder(path.dirname(file));
    const manifest = await written.promise;
    return { manifest, fingerprint: fingerprintOf(manifest) };
  } catch (error) {
    await created.close().catch(() => undefined);
    await rm(partial, { force: true });
    throw error;
  }
}

function refuseIfThere(file: string): void {
  if (existsSync(file))
    throw new CannotRun(`${file} is there already, and a backup never overwrites a file.`);
}

async function* archiveBytes(
  { parts, manifestOf }: ArchiveContent,
  onManifest: (manifest: Manifest) => void,
): AsyncGenerator<Buffer, void, undefined> {
  const summaries: PartSummary[] = [];
  yield line({ format, formatVersion });
  for await (const part of parts) {
    yield line(part.start);
    summaries.push(yield* linesOf(part));
  }
  const manifest = manifestOf(summaries);
  yield line({ manifest });
  onManifest(manifest);
}

/** The content of a part; returns its summary. */
async function* linesOf({ start, lines }: Part): AsyncGenerator<Buffer, PartSummary, undefined> {
  const hash = createHash('sha256');
  const sums = { lines: 0, bytes: 0 };
  for await (const batch of lines) {
    if (batch.length === 0) continue;
    const bytes = Buffer.from(`${batch.join('\n')}\n`);
    hash.update(bytes);
    sums.lines += batch.length;
    sums.bytes += bytes.length;
    yield bytes;
  }
  return { part: start.part, ...sums, sha256: hash.digest('hex') };
}

const line = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

/** Identifies a backup for people: SHA-256, hex, of its manifest, which holds the hashes of everything else. */
export const fingerprintOf = (manifest: Manifest): string =>
  createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
