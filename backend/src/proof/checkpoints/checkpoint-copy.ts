import { type FileHandle, open } from 'node:fs/promises';
import type { SignedCheckpoint } from '@matgyo/contracts/proofs';
import { hashOfStatement } from '@matgyo/ledger/proof/checkpoint';
import { pagesOf } from '@matgyo/projections/pages';
import {
  checkpointCopyFile,
  checkpointLine,
  entryOf,
  headsLine,
} from '@matgyo/projections/proofs/checkpoint-copy-file';
import type { Database } from '../../platform/database/tables.ts';
import { checkpointAt, checkpointsAfter, headsTextOf, underCheckpointCopyLock } from './checkpoint-store.ts';
import { SigningRefused } from './signing-refused.ts';

const copiedAtOnce = 100;
const firstLook = 65_536;

/**
 * Appends checkpoints missing in the file from the database. Does nothing while another process does it.
 *
 * @throws SigningRefused when the database lacks the file's last checkpoint or holds a different one: one of the two
 * was changed.
 */
export async function bringCheckpointCopyUpToDate(db: Database, dataDir: string): Promise<void> {
  await underCheckpointCopyLock(db, async (trx) => {
    await using file = await open(checkpointCopyFile(dataDir), 'a+', 0o644);
    const last = await lastOf(file);
    if (last !== undefined) await refuseIfOther(trx, last);
    await copy(trx, file, last?.statement.sequence ?? 0);
  });
}

async function refuseIfOther(db: Database, last: SignedCheckpoint): Promise<void> {
  const { sequence } = last.statement;
  const stored = await checkpointAt(db, sequence);
  if (stored === undefined || hashOfStatement(stored.statement) !== hashOfStatement(last.statement))
    throw new SigningRefused('witness-disagrees', sequence);
}

async function copy(db: Database, file: FileHandle, after: number): Promise<void> {
  const read = (from: number) => checkpointsAfter(db, from, copiedAtOnce);
  const pages = pagesOf({ start: after, size: copiedAtOnce }, read, ({ statement }) => statement.sequence);
  for await (const checkpoints of pages) {
    for (const { statement, signature } of checkpoints) {
      for (const sha256 of statement.heads) {
        const text = await headsTextOf(db, sha256);
        if (text === undefined) throw new Error(`the heads of checkpoint ${statement.sequence} are gone`);
        await file.appendFile(headsLine({ text }));
      }
      await file.appendFile(checkpointLine({ statement, signature }));
    }
    if (checkpoints.length > 0) await file.sync();
  }
}

/**
 * The last checkpoint in the file. Bytes after it are an incomplete write of a dead process, and are removed; no other
 * process writes now.
 *
 * @throws SigningRefused for a file that no process of ours can have begun so.
 */
async function lastOf(file: FileHandle): Promise<SignedCheckpoint | undefined> {
  const { size } = await file.stat();
  for (let look = firstLook; size > 0; look *= 4) {
    const from = Math.max(0, size - look);
    const bytes = Buffer.alloc(size - from);
    await file.read(bytes, 0, bytes.length, from);
    const found = lastWithin(bytes);
    if (found !== undefined) {
      if (from + found.end < size) await file.truncate(from + found.end);
      return found.checkpoint;
    }
    if (from > 0) continue;
    const lines = bytes.toString('utf8').split('\n').slice(0, -1);
    if (lines.some((line) => entryOf(line) === undefined))
      throw new SigningRefused('witness-disagrees', null);
    await file.truncate(0);
    return undefined;
  }
  return undefined;
}

/** The last checkpoint among the complete lines of the bytes, and where it ends. */
function lastWithin(bytes: Buffer): { checkpoint: SignedCheckpoint; end: number } | undefined {
  for (let end = bytes.lastIndexOf(10); end >= 0; ) {
    const start = end === 0 ? 0 : bytes.lastIndexOf(10, end - 1) + 1;
    const entry = entryOf(bytes.toString('utf8', start, end));
    if (entry !== undefined && 'checkpoint' in entry) return { checkpoint: entry.checkpoint, end: end + 1 };
    if (start === 0) return undefined;
    end = start - 1;
  }
  return undefined;
}
