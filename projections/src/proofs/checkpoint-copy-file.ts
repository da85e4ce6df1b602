import { open } from 'node:fs/promises';
import path from 'node:path';
import { type SignedCheckpoint, signedCheckpoint } from '@matgyo/contracts/proofs';
import { type HeadsPart, headsOf, headsPart } from '@matgyo/ledger/proof/checkpoint';
import { ifMissing } from '../if-missing.ts';

/**
 * A copy of the checkpoints outside the database, as lines of a file: `{"heads":[[stream,revision,hash],…]}` for each
 * list of heads, then `{"checkpoint":{…}}` that names them. Rewriting the database does not rewrite this file.
 */
export const checkpointCopyFile = (dataDir: string): string => path.join(dataDir, 'checkpoints.jsonl');

export const headsLine = ({ text }: Pick<HeadsPart, 'text'>): string => `{"heads":${text}}\n`;
export const checkpointLine = (checkpoint: SignedCheckpoint): string => `${JSON.stringify({ checkpoint })}\n`;

export interface CheckpointCopy {
  readonly checkpoints: readonly SignedCheckpoint[];
  /** Numbers of complete lines that are neither, from 1. */
  readonly unreadable: readonly number[];
  /** Its last line was not written to its end. */
  readonly unfinished: boolean;
}

/** Undefined when there is no such file. */
export async function readCheckpointCopy(file: string): Promise<CheckpointCopy | undefined> {
  const handle = await open(file).catch(ifMissing(undefined));
  if (handle === undefined) return undefined;
  const checkpoints: SignedCheckpoint[] = [];
  const unreadable: number[] = [];
  let number = 0;
  // Up to the current end: the server may append meanwhile.
  const { size } = await handle.stat();
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
  for await (const line of handle.readLines({ start: 0, end: Math.max(0, size - 1) })) {
    number += 1;
    const entry = entryOf(line);
    if (entry === undefined) unreadable.push(number);
    else if ('checkpoint' in entry) checkpoints.push(entry.checkpoint);
  }
  const unfinished = unreadable.at(-1) === number && number > 0 && buffer[0] !== 10;
  return { checkpoints, unreadable: unfinished ? unreadable.slice(0, -1) : unreadable, unfinished };
}

export async function* copiedLists(file: string): AsyncGenerator<HeadsPart, void, undefined> {
  for await (const line of (await open(file)).readLines()) {
    const entry = entryOf(line);
    if (entry !== undefined && 'text' in entry) yield entry;
  }
}

/** The content of a line; undefined when it cannot be read. */
export function entryOf(line: string): { readonly checkpoint: SignedCheckpoint } | HeadsPart | undefined {
  let value: { checkpoint?: unknown; heads?: unknown };
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (value.heads !== undefined) {
    const heads = headsOf(JSON.stringify(value.heads));
    return heads && headsPart(heads);
  }
  const checkpoint = signedCheckpoint.safeParse(value.checkpoint).data;
  return checkpoint && { checkpoint };
}
