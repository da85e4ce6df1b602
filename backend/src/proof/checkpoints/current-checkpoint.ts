import { setTimeout as delay } from 'node:timers/promises';
import { bringCheckpointCopyUpToDate } from './checkpoint-copy.ts';
import { type StoredCheckpoint, storeKey } from './checkpoint-store.ts';
import type { CheckpointDependencies } from './checkpoints.ts';
import { type Signable, type Suffices, signHeads } from './sign-heads.ts';
import { SigningRefused } from './signing-refused.ts';
import type { StreamHeadsReader } from './stream-heads.ts';
import { VerifiedRooms } from './verified-rooms.ts';

const attemptsMax = 5;

/** Signs the current state, unless the newest checkpoint suffices. */
export class CurrentCheckpoint {
  readonly #needs: CheckpointDependencies;
  readonly #reader: StreamHeadsReader;
  #verifiedRooms: VerifiedRooms | undefined;

  constructor(needs: CheckpointDependencies, reader: StreamHeadsReader) {
    this.#needs = needs;
    this.#reader = reader;
  }

  /** Whether it covers the current end of the log, with the current key. */
  isCurrent: Suffices = ({ statement }, heads) =>
    statement.eventId === heads.eventId && statement.keyId === this.#needs.signingKey.publicKey.keyId;

  /** Runs work with a current checkpoint and its heads, unless aborted before its turn. Undefined while the log is empty. */
  async use<T>(
    work: (checkpoint: StoredCheckpoint, signable: Signable) => Promise<T>,
    suffices: (rooms: VerifiedRooms) => Suffices = () => this.isCurrent,
    signal?: AbortSignal,
  ): Promise<T | undefined> {
    const { db, signingKey } = this.#needs;
    await storeKey(db, signingKey.publicKey);
    await this.updateCopy();
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await this.#reader.now(async (heads) => {
        if (heads.eventId === null) return { done: undefined };
        const rooms = await this.#roomsNow();
        const checkpoint = await signHeads(this.#needs, { heads, rooms }, suffices(rooms));
        return checkpoint && { done: await work(checkpoint, { heads, rooms }) };
      }, signal);
      if (outcome !== undefined) {
        await this.updateCopy();
        return outcome.done;
      }
      if (attempts === attemptsMax) throw new Error('the heads stay behind what others sign');
      await delay(50 * attempts);
    }
  }

  updateCopy = (): Promise<void> => bringCheckpointCopyUpToDate(this.#needs.db, this.#needs.dataDir);

  /** After a refusal the room state is dropped, and rebuilt from what was signed. */
  async #roomsNow(): Promise<VerifiedRooms> {
    this.#verifiedRooms ??= await VerifiedRooms.anchored(this.#needs.db);
    try {
      await this.#verifiedRooms.bringUpToDate();
      return this.#verifiedRooms;
    } catch (error) {
      if (error instanceof SigningRefused) this.#verifiedRooms = undefined;
      throw error;
    }
  }
}
