import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { createGunzip } from 'node:zlib';
import { CannotRun } from '@matgyo/projections/program-fault';
import { fingerprintOf, type WrittenArchive } from './archive-writer.ts';
import { parsed } from './event-lines.ts';
import {
  formatVersion,
  headerSchema,
  type Manifest,
  manifestSchema,
  type PartStart,
  type PartSummary,
  partStartSchema,
} from './manifest.ts';

/** Receives the content lines of a part in batches. Each call is awaited before the next. */
export interface PartReader {
  lines(lines: readonly string[]): Promise<void>;
  end(): Promise<void>;
}

export type ReaderOf = (part: PartStart) => PartReader;

/** The longest valid line is a photo in base 64. */
const lineBytesMax = 64 * 2 ** 20;
const newline = 10;
const openingBrace = 123;

/**
 * Reads a backup from beginning to end and checks it against its manifest. Until this resolves, what the part readers
 * received is unchecked.
 *
 * @throws CannotRun, and what the readers throw.
 */
export async function readArchive(
  file: string,
  readerOf: ReaderOf,
  signal: AbortSignal,
): Promise<WrittenArchive> {
  const { size } = await stat(file);
  const structure = new Structure(readerOf);
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  let ofReader: unknown;
  try {
    await pipeline(
      createReadStream(file),
      gunzip,
      async (chunks: AsyncIterable<Buffer>) => {
        try {
          await structure.read(chunks);
        } catch (error) {
          ofReader = error;
          throw error;
        }
      },
      { signal },
    );
  } catch (error) {
    throw ofReader === undefined || isOfZlib(ofReader) ? asUnusable(error, structure) : ofReader;
  }
  if (gunzip.bytesWritten !== size) throw otherEnd();
  return structure.whole();
}

const isOfZlib = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && ((error as NodeJS.ErrnoException).code ?? '').startsWith('Z_');

function asUnusable(error: unknown, { isComplete }: Structure): unknown {
  if (!isOfZlib(error)) return error;
  if (isComplete) return otherEnd();
  if (error.code === 'Z_BUF_ERROR')
    return new CannotRun('The backup ends in the middle: it was not copied or written to its end.');
  return new CannotRun('The file is damaged, or no backup: it cannot be decompressed.');
}

const otherEnd = () => new CannotRun('The file is damaged: it does not end where the backup does.');

interface PartUnderWay {
  readonly name: string;
  readonly hash: Hash;
  readonly reader: PartReader;
  lines: number;
  bytes: number;
}

/** Separates structure lines from content lines and checks both. */
class Structure {
  readonly #readerOf: ReaderOf;
  readonly #summaries: PartSummary[] = [];
  #part: PartUnderWay | undefined;
  #result: WrittenArchive | undefined;
  #hasBegun = false;

  constructor(readerOf: ReaderOf) {
    this.#readerOf = readerOf;
  }

  /** The manifest was read and matches. */
  get isComplete(): boolean {
    return this.#result !== undefined;
  }

  whole(): WrittenArchive {
    if (this.#result === undefined) throw new CannotRun('The backup ends before its manifest.');
    return this.#result;
  }

  async read(chunks: AsyncIterable<Buffer>): Promise<void> {
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of chunks) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const end = bytes.lastIndexOf(newline) + 1;
      await this.#lines(bytes.subarray(0, end));
      rest = bytes.subarray(end);
      if (rest.length > lineBytesMax) throw new CannotRun('The file is not a backup.');
    }
    if (rest.length > 0) throw new CannotRun('The backup ends in the middle of a line.');
  }

  /** Takes whole lines; consecutive content lines go to the part's reader together. */
  async #lines(bytes: Buffer): Promise<void> {
    let runFrom = 0;
    let at = 0;
    while (at < bytes.length) {
      const next = bytes.indexOf(newline, at) + 1;
      if (bytes[at] === openingBrace) {
        await this.#content(bytes.subarray(runFrom, at));
        await this.#structure(bytes.toString('utf8', at, next - 1));
        runFrom = next;
      }
      at = next;
    }
    await this.#content(bytes.subarray(runFrom));
  }

  async #content(bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return;
    if (this.#part === undefined) throw new CannotRun('The file is not a backup.');
    const lines = bytes.toString('utf8', 0, bytes.length - 1).split('\n');
    this.#part.hash.update(bytes);
    this.#part.lines += lines.length;
    this.#part.bytes += bytes.length;
    await this.#part.reader.lines(lines);
  }

  async #structure(text: string): Promise<void> {
    const value = parsed(text, 'a line of it');
    if (!this.#hasBegun) return this.#header(value);
    if (this.#result !== undefined) throw new CannotRun('The backup goes on after its manifest.');
    await this.#endPart();
    const start = partStartSchema.safeParse(value);
    if (!start.success) return this.#manifest(value);
    const { part: name } = start.data;
    this.#part = { name, hash: createHash('sha256'), lines: 0, bytes: 0, reader: this.#readerOf(start.data) };
  }

  #header(value: unknown): void {
    const header = headerSchema.safeParse(value);
    if (!header.success) throw new CannotRun('The file is not a backup.');
    if (header.data.formatVersion !== formatVersion)
      throw new CannotRun(
        `The backup is of format ${header.data.formatVersion}; this version reads format ${formatVersion}.`,
      );
    this.#hasBegun = true;
  }

  async #endPart(): Promise<void> {
    if (this.#part === undefined) return;
    const { name: part, lines, bytes, hash, reader } = this.#part;
    this.#summaries.push({ part, lines, bytes, sha256: hash.digest('hex') });
    this.#part = undefined;
    await reader.end();
  }

  #manifest(value: unknown): void {
    const stated = (value as { manifest?: unknown }).manifest;
    const manifest = manifestSchema.safeParse(stated);
    if (!manifest.success) throw new CannotRun('The backup is damaged: its manifest cannot be read.');
    const wrong = this.#summaries.find(
      (summary, index) => !isDeepStrictEqual(summary, manifest.data.parts[index]),
    );
    if (wrong !== undefined)
      throw new CannotRun(`The backup is damaged: the part ${wrong.part} is not what the manifest states.`);
    if (manifest.data.parts.length !== this.#summaries.length)
      throw new CannotRun('The backup is damaged: a part is missing.');
    this.#result = { manifest: manifest.data, fingerprint: fingerprintOf(stated as Manifest) };
  }
}
