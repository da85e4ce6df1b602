import type { CheckpointStatement } from '@matgyo/contracts/proofs';
import { hashOfStatement, headsPart } from '@matgyo/ledger/proof/checkpoint';
import { signCheckpoint } from '@matgyo/projections/proofs/sign-checkpoint';
import {
  auditHead,
  insertCheckpoint,
  newestCheckpoint,
  type StoredCheckpoint,
  storeHeads,
} from './checkpoint-store.ts';
import type { CheckpointDependencies } from './checkpoints.ts';
import type { StreamHeads } from './stream-heads.ts';
import type { VerifiedRooms } from './verified-rooms.ts';

/** The state to sign: the heads of all streams and of all rooms. */
export interface Signable {
  readonly heads: StreamHeads;
  readonly rooms: VerifiedRooms;
}

/** Whether the newest checkpoint serves as well as a new one. */
export type Suffices = (newest: StoredCheckpoint, heads: StreamHeads) => boolean;

/** 2,000 heads are about 250 kB. */
const headsOfAPart = 2_000;

/** Signs the current heads, unless the newest checkpoint suffices. Undefined: another process was faster. */
export async function signHeads(
  { db, signingKey, now }: CheckpointDependencies,
  { heads, rooms }: Signable,
  suffices: Suffices,
): Promise<StoredCheckpoint | undefined> {
  const before = await newestCheckpoint(db);
  if (before !== undefined && suffices(before, heads)) return before;
  if ((before?.statement.sequence ?? 0) !== heads.sequence) return undefined;
  const parts: string[] = [];
  const changed = [...heads.changed.values(), ...rooms.changed];
  for (let from = 0; from < changed.length; from += headsOfAPart) {
    const part = headsPart(changed.slice(from, from + headsOfAPart));
    await storeHeads(db, part);
    parts.push(part.sha256);
  }
  const { eventId, position, events, streams, root } = heads;
  const statement: CheckpointStatement = {
    format: 'matgyo-checkpoint/1',
    sequence: heads.sequence + 1,
    madeAt: new Date(now()).toISOString(),
    previous: before === undefined ? '' : hashOfStatement(before.statement),
    eventId: eventId as string,
    events,
    streams,
    root,
    heads: parts,
    audit: await auditHead(db),
    rooms: rooms.figures(),
    keyId: signingKey.publicKey.keyId,
  };
  const checkpoint = { ...signCheckpoint(statement, signingKey.privateKey), position };
  return (await insertCheckpoint(db, checkpoint)) ? checkpoint : undefined;
}
