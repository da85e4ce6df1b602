import { setTimeout as delay } from 'node:timers/promises';
import type {
  CheckpointKey,
  InclusionProof,
  SignedCheckpoint,
  SigningRefusal,
} from '@matgyo/contracts/proofs';
import type { EventLog, Position } from '@matgyo/event-store/event-log';
import { isRoomName } from '@matgyo/ledger/proof/room-chain';
import { publicKeysFile, readPublicKeys } from '@matgyo/projections/proofs/key-file';
import type { Visibility } from '@matgyo/projections/visibility/visibility';
import type pg from 'pg';
import type { Database } from '../../platform/database/tables.ts';
import { bringCheckpointCopyUpToDate } from './checkpoint-copy.ts';
import { newestCheckpoint, type StoredCheckpoint, storeKey } from './checkpoint-store.ts';
import { reportCheckpoint } from './report-checkpoint.ts';
import { type Signable, type Suffices, signHeads } from './sign-heads.ts';
import type { SigningKey } from './signing-key.ts';
import { SigningRefused } from './signing-refused.ts';
import { StreamHeadsReader } from './stream-heads.ts';
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

/** A checkpoint with its key and, by stream, the inclusion proof of its head. */
export interface Proofs {
  readonly checkpoint: SignedCheckpoint;
  readonly key: CheckpointKey;
  readonly proofs: ReadonlyMap<string, InclusionProof>;
}

/** Signs the state of the log, and proves past states. */
export interface Checkpoints {
  /** Updates the file and signs a checkpoint when the newest is an hour old. Undefined while the log is empty. */
  keep(): Promise<SignedCheckpoint | undefined>;
  /** Why nothing is signed and since when this process knows: the stored data does not continue what was signed. */
  refusal(): SigningRefusal | null;
  /**
   * The checkpoint of a report up to an event: one that covers it, and always the same one. Null before the first
   * event, and when none can be signed now; `onFailure` gets the error then, and the report is returned nevertheless.
   */
  ofReport(asOfPoint: {
    readonly eventId: string | null;
    readonly position?: Position;
  }): Promise<SignedCheckpoint | null>;
  /**
   * A current checkpoint with inclusion proofs of those streams and rooms (by `roomName`). Names that do not exist have
   * no proof.
   */
  prove(names: readonly string[]): Promise<Proofs | undefined>;
}

const everyMs = 3_600_000;
const attemptsMax = 5;
const visibleWithinMs = 2_000;

export function createCheckpoints(deps: CheckpointDependencies): Checkpoints {
  const { db, pool, log, visibility, dataDir, signingKey, now, onFailure } = deps;
  const trusted = () => readPublicKeys(publicKeysFile(dataDir));
  const reader = new StreamHeadsReader({ db, pool, log, trusted, onProgress: deps.onProgress });
  let refusal: SigningRefusal | null = null;
  let vouchedRooms: VouchedRooms | undefined;

  /** Whether it covers the current end of the log, with the current key. */
  const isCurrent: Suffices = ({ statement }, heads) =>
    statement.eventId === heads?.eventId && statement.keyId === signingKey.publicKey.keyId;

  /** Runs work with a current checkpoint and its heads. Undefined while the log is empty. */
  async function withCurrent<T>(
    work: (checkpoint: StoredCheckpoint, signable: Signable) => Promise<T>,
    suffices: (rooms: VouchedRooms) => Suffices = () => isCurrent,
  ): Promise<T | undefined> {
    await storeKey(db, signingKey.publicKey);
    await updateCopy();
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await reader.now(async (heads) => {
        if (heads.eventId === null) return { done: undefined };
        const rooms = await roomsNow();
        const checkpoint = await signHeads(deps, { heads, rooms }, suffices(rooms));
        return checkpoint && { done: await work(checkpoint, { heads, rooms }) };
      });
      if (outcome !== undefined) {
        await updateCopy();
        return outcome.done;
      }
      if (attempts === attemptsMax) throw new Error('the heads stay behind what others sign');
      await delay(50 * attempts);
    }
  }

  /** After a failure the room state is dropped, and rebuilt from what was signed. */
  async function roomsNow(): Promise<VouchedRooms> {
    const rooms = vouchedRooms ?? (await VouchedRooms.anchored(db));
    vouchedRooms = undefined;
    await rooms.bringUpToDate();
    vouchedRooms = rooms;
    return rooms;
  }

  /** Waits until the heads include everything that a report has read. */
  async function untilHeadsShow(): Promise<void> {
    const last = await log.lastEvent();
    if (last !== undefined) await visibility.waitUntilVisible(last.position, ['heads'], visibleWithinMs);
  }

  const updateCopy = () => bringCheckpointCopyUpToDate(db, dataDir);

  async function signUpTo(position: Position): Promise<SignedCheckpoint> {
    await untilHeadsShow();
    const made = await withCurrent(async (checkpoint, { heads }) =>
      position <= heads.position ? checkpoint : undefined,
    );
    if (made === undefined) throw new Error('no checkpoint covers the event yet');
    return made;
  }

  /** Records whether the current state can be signed, and since when it cannot. */
  async function noteRefusal<T>(work: () => Promise<T>): Promise<T> {
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
      noteRefusal(async () => {
        await updateCopy();
        // Keeps the tree nearly up to date for proofs.
        await reader.now(async () => undefined);
        const newest = await newestCheckpoint(db);
        const isFresh: Suffices = ({ statement }) => Date.parse(statement.madeAt) > now() - everyMs;
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
        return await reportCheckpoint({ db, log, signUpTo }, { eventId, position });
      } catch (error) {
        onFailure(error);
        return null;
      }
    },

    async prove(names) {
      // The background job retries every minute: deriving all heads takes long.
      if (refusal !== null && !reader.isAnchored())
        throw new SigningRefused(refusal.why, refusal.checkpoint, refusal.subject);
      await untilHeadsShow();
      return noteRefusal(() =>
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
}
