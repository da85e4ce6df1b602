import { setTimeout as delay } from 'node:timers/promises';
import type {
  CheckpointKey,
  CheckpointStatement,
  InclusionProof,
  SignedCheckpoint,
  SigningRefusal,
} from '@matgyo/contracts/proofs';
import type { EventLog, Position } from '@matgyo/event-store/event-log';
import { hashOfStatement, headsPart } from '@matgyo/ledger/proof/checkpoint';
import { isRoomName } from '@matgyo/ledger/proof/room-chain';
import { publicKeysFile, readPublicKeys } from '@matgyo/projections/proofs/key-file';
import { signCheckpoint } from '@matgyo/projections/proofs/sign-checkpoint';
import type { Visibility } from '@matgyo/projections/visibility/visibility';
import type pg from 'pg';
import type { Database } from '../../platform/database/tables.ts';
import { bringCheckpointCopyUpToDate } from './checkpoint-copy.ts';
import {
  auditHead,
  checkpointOfReport,
  giveReport,
  insertCheckpoint,
  keepHeads,
  keepKey,
  newestCheckpoint,
  type StoredCheckpoint,
} from './checkpoint-store.ts';
import type { SigningKey } from './signing-key.ts';
import { SigningRefused } from './signing-refused.ts';
import { type StreamHeads, StreamHeadsReader } from './stream-heads.ts';
import { VouchedRooms } from './vouched-rooms.ts';

export interface CheckpointDependencies {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly log: EventLog;
  readonly visibility: Pick<Visibility, 'waitUntilVisible'>;
  readonly dataDir: string;
  readonly signingKey: SigningKey;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onFailure: (error: unknown) => void;
  /** Called with the number of streams read so far while the heads are derived from the log at the start. */
  readonly onProgress: (streams: number) => void;
}

/** A checkpoint with its key and, by stream, the way from its head to the signed root. */
export interface Proofs {
  readonly checkpoint: SignedCheckpoint;
  readonly key: CheckpointKey;
  readonly proofs: ReadonlyMap<string, InclusionProof>;
}

/** Signs how the log ends, and proves what it was. */
export interface Checkpoints {
  /** Brings the file up to date and signs a checkpoint when the newest is an hour old. Undefined while the log is empty. */
  keep(): Promise<SignedCheckpoint | undefined>;
  /** Why nothing is signed and since when this process knows: what there is does not continue what was signed. */
  refusal(): SigningRefusal | null;
  /**
   * The checkpoint of a report up to an event: one that covers it, and for ever the same one. Null before the first
   * event, and where none can be signed now, which `onFailure` is told: a report is given all the same.
   */
  ofReport(asOfPoint: {
    readonly eventId: string | null;
    readonly position?: Position;
  }): Promise<SignedCheckpoint | null>;
  /**
   * A checkpoint of now, and how those streams and rooms (by `roomName`) are among what it covers. What is not there has
   * no proof.
   */
  prove(names: readonly string[]): Promise<Proofs | undefined>;
}

type WillDo = (newest: StoredCheckpoint, heads?: StreamHeads) => boolean;

/** What is signed over: the ends of all streams, and of all rooms. */
interface Signable {
  readonly heads: StreamHeads;
  readonly rooms: VouchedRooms;
}

const everyMs = 3_600_000;
/** 2,000 heads are about 250 kB. */
const headsOfAPart = 2_000;
const mostTries = 5;
const visibleWithinMs = 2_000;

export function createCheckpoints(deps: CheckpointDependencies): Checkpoints {
  const { db, pool, log, visibility, dataDir, signingKey, now, onFailure } = deps;
  const trusted = () => readPublicKeys(publicKeysFile(dataDir));
  const reader = new StreamHeadsReader({ db, pool, log, trusted, onProgress: deps.onProgress });
  let refusal: SigningRefusal | null = null;
  let vouchedRooms: VouchedRooms | undefined;

  /** Says how the log ends now, by the key of now. */
  const isCurrent: WillDo = ({ statement }, heads) =>
    statement.eventId === heads?.eventId && statement.keyId === signingKey.publicKey.keyId;

  /** Signs the heads as they are, unless the newest checkpoint will do. Undefined: another process was faster. */
  async function signed({ heads, rooms }: Signable, willDo: WillDo): Promise<StoredCheckpoint | undefined> {
    const before = await newestCheckpoint(db);
    if (before !== undefined && willDo(before, heads)) return before;
    // Signed meanwhile by another process: look again.
    if ((before?.statement.sequence ?? 0) !== heads.sequence) return undefined;
    const parts: string[] = [];
    const changed = [...heads.changed, ...rooms.changed];
    for (let from = 0; from < changed.length; from += headsOfAPart) {
      const part = headsPart(changed.slice(from, from + headsOfAPart));
      await keepHeads(db, part);
      parts.push(part.sha256);
    }
    const { eventId, position, events, streams, root } = heads;
    const statement: CheckpointStatement = {
      format: 'matgyo-checkpoint/1',
      sequence: (before?.statement.sequence ?? 0) + 1,
      madeAt: new Date(now()).toISOString(),
      previous: before === undefined ? '' : hashOfStatement(before.statement),
      eventId: eventId as string,
      ...{ events, streams, root },
      heads: parts,
      audit: await auditHead(db),
      rooms: rooms.figures(),
      keyId: signingKey.publicKey.keyId,
    };
    const checkpoint = { ...signCheckpoint(statement, signingKey.privateKey), position };
    return (await insertCheckpoint(db, checkpoint)) ? checkpoint : undefined;
  }

  async function positionOf({ position, statement }: StoredCheckpoint) {
    const found = position ?? (await log.positionOf(statement.eventId));
    if (found === undefined)
      throw new Error(`the log does not hold the event of checkpoint ${statement.sequence}`);
    return found;
  }

  /** Works with a checkpoint of now, while the heads are as it says. Undefined while the log is empty. */
  async function withCurrent<T>(
    work: (checkpoint: StoredCheckpoint, signable: Signable) => Promise<T>,
    willDo: (rooms: VouchedRooms) => WillDo = () => isCurrent,
  ): Promise<T | undefined> {
    await keepKey(db, signingKey.publicKey);
    await witnessed();
    for (let tries = 1; ; tries += 1) {
      const outcome = await reader.now(async (heads) => {
        if (heads.eventId === null) return { done: undefined };
        const rooms = await roomsNow();
        const checkpoint = await signed({ heads, rooms }, willDo(rooms));
        return checkpoint && { done: await work(checkpoint, { heads, rooms }) };
      });
      if (outcome !== undefined) {
        await witnessed();
        return outcome.done;
      }
      if (tries === mostTries) throw new Error('the heads stay behind what others sign');
      await delay(50 * tries);
    }
  }

  /** What was read of rooms is dropped when it fails: it begins anew from what was signed. */
  async function roomsNow(): Promise<VouchedRooms> {
    const rooms = vouchedRooms ?? (await VouchedRooms.anchored(db));
    vouchedRooms = undefined;
    await rooms.bringUpToDate();
    vouchedRooms = rooms;
    return rooms;
  }

  /** So that what a report has seen is among the heads too. */
  async function untilHeadsShow(): Promise<void> {
    const last = await log.lastEvent();
    if (last !== undefined) await visibility.waitUntilVisible(last.position, ['heads'], visibleWithinMs);
  }

  const witnessed = () => bringCheckpointCopyUpToDate(db, dataDir);

  /** Remembers whether what there is can be signed, and since when it cannot. */
  async function watched<T>(work: () => Promise<T>): Promise<T> {
    try {
      const done = await work();
      refusal = null;
      return done;
    } catch (error) {
      if (error instanceof SigningRefused)
        refusal = { since: refusal?.since ?? new Date(now()).toISOString(), ...error.refusal };
      throw error;
    }
  }

  return {
    refusal: () => refusal,

    keep: () =>
      watched(async () => {
        await witnessed();
        // So that a request for a proof finds the tree nearly up to date.
        await reader.now(async () => undefined);
        const newest = await newestCheckpoint(db);
        const isFresh: WillDo = ({ statement }) => Date.parse(statement.madeAt) > now() - everyMs;
        if (newest === undefined || !isFresh(newest))
          return withCurrent(
            async ({ statement, signature }) => ({ statement, signature }),
            () => isFresh,
          );
        return { statement: newest.statement, signature: newest.signature };
      }),

    async ofReport({ eventId, position }) {
      if (eventId === null) return null;
      try {
        return await reportCheckpoint(eventId, position);
      } catch (error) {
        onFailure(error);
        return null;
      }
    },

    async prove(names) {
      // Looked into again every minute, by what keeps the checkpoints: deriving all heads takes long.
      if (refusal !== null && !reader.isAnchored())
        throw new SigningRefused(refusal.why, refusal.checkpoint, refusal.subject);
      await untilHeadsShow();
      return watched(() =>
        withCurrent(
          async ({ statement, signature }, { heads, rooms }) => {
            const proofs = new Map<string, InclusionProof>();
            for (const name of new Set(names)) {
              const proof = isRoomName(name) ? rooms.proofOf(name) : await heads.proofOf(name);
              if (proof !== undefined) proofs.set(name, proof);
            }
            return { checkpoint: { statement, signature }, key: signingKey.publicKey, proofs };
          },
          (rooms) => (newest, heads) =>
            isCurrent(newest, heads) && (!names.some(isRoomName) || rooms.changed.length === 0),
        ),
      );
    },
  };

  async function reportCheckpoint(eventId: string, known?: Position): Promise<SignedCheckpoint> {
    const given = await checkpointOfReport(db, eventId);
    if (given !== undefined) return { statement: given.statement, signature: given.signature };
    const position = known ?? (await log.positionOf(eventId));
    if (position === undefined) throw new Error('the log does not hold the event of the report');
    const newest = await newestCheckpoint(db);
    const covers = newest !== undefined && position <= (await positionOf(newest));
    const { statement } = covers ? newest : await signedUpTo(position);
    await giveReport(db, eventId, statement.sequence);
    // Another report up to the same event may have been given one meanwhile.
    const decided = await checkpointOfReport(db, eventId);
    if (decided === undefined) throw new Error('a checkpoint was given and is gone');
    return { statement: decided.statement, signature: decided.signature };
  }

  async function signedUpTo(asked: Position): Promise<SignedCheckpoint> {
    await untilHeadsShow();
    const made = await withCurrent(async (checkpoint, { heads }) =>
      asked <= heads.position ? checkpoint : undefined,
    );
    if (made === undefined) throw new Error('no checkpoint covers the event yet');
    return made;
  }
}
