import type {
  CheckpointStatement,
  InclusionProof,
  SignedCheckpoint,
  SigningRefusal,
} from '@matgyo/contracts/proofs';
import { within } from '@matgyo/event-store/deadline';
import type { EventLog, Position } from '@matgyo/event-store/event-log';
import { clocksDifferMs } from '@matgyo/ledger/proof/checkpoint';
import { isRoomName } from '@matgyo/ledger/proof/room-chain';
import type { Visibility } from '@matgyo/projections/visibility/visibility';
import type { Shared } from '../../shared.ts';
import {
  assignReportCheckpoint,
  checkpointOfReport,
  newestCheckpoint,
  signedOf,
} from './checkpoint-store.ts';
import { CurrentCheckpoint } from './current-checkpoint.ts';
import { type SigningKey, trustedKeys } from './signing-key.ts';
import { RefusalRecord, SigningRefused } from './signing-refused.ts';
import { StreamHeadsReader } from './stream-heads.ts';

export interface CheckpointDependencies extends Pick<Shared, 'db' | 'pool' | 'log' | 'now'> {
  readonly visibility: Pick<Visibility, 'waitUntilVisible'>;
  readonly dataDir: string;
  readonly signingKey: SigningKey;
  readonly onFailure: (error: unknown) => void;
  /** Called with a checkpoint that another process has signed meanwhile with another key. */
  readonly onOtherKey: (checkpoint: Pick<CheckpointStatement, 'sequence' | 'keyId'>) => void;
  /** Called with the number of streams read so far while the heads are derived from the log at the start. */
  readonly onProgress: (streams: number) => void;
}

/** Signs the state of the log, and proves past states. */
export type Checkpoints = ReturnType<typeof createCheckpoints>;

interface ReportEnd {
  readonly eventId: string | null;
  readonly position?: Position;
}

const everyMs = 3_600_000;
/** Their heads are in memory until they are signed. */
const changedMax = 10_000;
const visibleWithinMs = 2_000;
const answeredWithinMs = 3_000;

/** One further ahead than clocks differ is none: the clock was set back, and verify expects that what is older is covered. */
function isRecentAt({ statement }: SignedCheckpoint, nowMs: number): boolean {
  const age = nowMs - Date.parse(statement.madeAt);
  return -clocksDifferMs <= age && age < everyMs;
}

export function createCheckpoints(deps: CheckpointDependencies) {
  const { db, log, visibility, signingKey, now, onFailure } = deps;
  const reader = new StreamHeadsReader(deps);
  const current = new CurrentCheckpoint(deps, reader);
  const refusals = new RefusalRecord(now);
  const isRecent = (newest: SignedCheckpoint) => isRecentAt(newest, now());

  /** Rejects after 3 s, for example while a start derives all heads from the log. */
  const useInTime: typeof current.use = async (work, suffices) => {
    // The background job retries every minute: deriving all heads takes long.
    const refusal = refusals.current;
    if (refusal !== null && !reader.isAnchored())
      throw new SigningRefused(refusal.why, refusal.checkpoint, refusal.subject);
    // Until then also in the queue: a later answer would reach no caller.
    const late = AbortSignal.timeout(answeredWithinMs);
    const using = refusals.note(async () => {
      // Until the heads include everything that a report has read.
      const last = await log.lastEvent();
      if (last !== undefined) await visibility.waitUntilVisible(last.position, ['heads'], visibleWithinMs);
      return current.use(work, suffices, late);
    });
    return within(answeredWithinMs, using);
  };

  async function signUpTo(position: Position): Promise<SignedCheckpoint> {
    const made = await useInTime(async (checkpoint, { heads }) =>
      position <= heads.position ? checkpoint : undefined,
    );
    if (made === undefined) throw new Error('no checkpoint covers the event yet');
    return made;
  }

  return {
    /** Why nothing is signed and since when this process knows: the stored data does not continue what was signed. */
    refusal: (): SigningRefusal | null => refusals.current,
    trustedKeys: () => trustedKeys(deps),

    /**
     * Updates the file, and signs a checkpoint when the newest is an hour old or 10,000 streams have changed since.
     * Undefined while the log is empty.
     */
    signIfDue: () =>
      refusals.note(async () => {
        await current.updateCopy();
        // Also keeps the tree nearly up to date for proofs. Undefined: the read model is behind what was signed.
        const changed = await reader.now(async (heads) => heads.changed.size);
        const newest = await newestCheckpoint(db);
        if (newest !== undefined && isRecent(newest) && (changed ?? 0) < changedMax) return signedOf(newest);
        return current.use(
          async (checkpoint) => signedOf(checkpoint),
          () => (known, heads) => isRecent(known) && heads.changed.size < changedMax,
        );
      }),

    /**
     * The checkpoint of a report up to an event: one that covers it, and always the same one. Null before the first
     * event, and when none can be signed now; `onFailure` gets the error then, and the report is returned nevertheless.
     */
    async ofReport({ eventId, position }: ReportEnd): Promise<SignedCheckpoint | null> {
      if (eventId === null) return null;
      try {
        return await reportCheckpoint({ db, log }, { eventId, position }, signUpTo);
      } catch (error) {
        onFailure(error);
        return null;
      }
    },

    /**
     * A current checkpoint with its key and inclusion proofs of those streams and rooms (by `roomName`). Names that do
     * not exist have no proof.
     */
    prove: (names: readonly string[]) =>
      useInTime(
        async (checkpoint, { heads, rooms }) => {
          const proofs = new Map<string, InclusionProof>();
          for (const name of new Set(names)) {
            const proof = isRoomName(name) ? rooms.proofOf(name) : await heads.proofOf(name);
            if (proof !== undefined) proofs.set(name, proof);
          }
          return { checkpoint: signedOf(checkpoint), key: signingKey.publicKey, proofs };
        },
        (rooms) => (newest, heads) =>
          current.isCurrent(newest, heads) && (!names.some(isRoomName) || rooms.changed.length === 0),
      ),
  };
}

/**
 * The checkpoint assigned to reports up to an event: the first call assigns one that covers it, by `signUpTo` if no
 * stored one does. The event's position is looked up if it is not known.
 */
async function reportCheckpoint(
  { db, log }: Pick<CheckpointDependencies, 'db' | 'log'>,
  { eventId, position }: { readonly eventId: string; readonly position?: Position | undefined },
  signUpTo: (position: Position) => Promise<SignedCheckpoint>,
): Promise<SignedCheckpoint> {
  const assigned = await checkpointOfReport(db, eventId);
  if (assigned !== undefined) return assigned;
  const end = position ?? (await positionOf(log, eventId));
  const newest = await newestCheckpoint(db);
  const covers =
    newest !== undefined && end <= (newest.position ?? (await positionOf(log, newest.statement.eventId)));
  const { statement } = covers ? newest : await signUpTo(end);
  await assignReportCheckpoint(db, eventId, statement.sequence);
  // A report up to the same event may have been assigned another one meanwhile.
  const decided = await checkpointOfReport(db, eventId);
  if (decided === undefined) throw new Error('the checkpoint assigned to a report is missing');
  return decided;
}

async function positionOf(log: EventLog, eventId: string): Promise<Position> {
  const position = await log.positionOf(eventId);
  if (position === undefined) throw new Error(`the log does not hold event ${eventId}`);
  return position;
}
