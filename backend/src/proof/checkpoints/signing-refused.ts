import type { SigningRefusal } from '@matgyo/contracts/proofs';

/**
 * The stored data does not continue what was signed: signing it would confirm a rewritten history. Nothing is signed
 * until the data is restored (docs/operating.md).
 */
export class SigningRefused extends Error {
  override readonly name = 'SigningRefused';
  readonly refusal: Omit<SigningRefusal, 'since'>;

  constructor(why: SigningRefusal['why'], checkpoint: number | null, subject: string | null = null) {
    super(
      `${sentences[why]}${checkpoint === null ? '' : `: checkpoint ${checkpoint}`}${subject === null ? '' : `, ${subject}`}`,
    );
    this.refusal = { why, checkpoint, subject };
  }
}

const sentences: Readonly<Record<SigningRefusal['why'], string>> = {
  'witness-disagrees':
    'the database does not hold the last checkpoint of the file beside it as the file does',
  'checkpoint-not-genuine': 'the newest checkpoint in the database is not signed by a trusted key',
  'log-cut': 'the log does not hold the last event that was signed',
  'log-rewritten': 'the streams do not end as they did when the checkpoint was signed',
  'chain-broken': 'an event does not continue its stream',
  'room-rewritten': 'a chat room does not continue what was signed of it',
  'heads-changed': 'the read model of heads is not what the log comes to',
};

/** Whether the current state can be signed, as far as this process knows. */
export class RefusalRecord {
  readonly #now: () => number;
  current: SigningRefusal | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Runs the work and records whether it was refused, and since when. */
  async note<T>(work: () => Promise<T>): Promise<T> {
    try {
      const done = await work();
      this.current = null;
      return done;
    } catch (error) {
      if (error instanceof SigningRefused)
        this.current = {
          since: this.current?.since ?? new Date(this.#now()).toISOString(),
          ...error.refusal,
        };
      throw error;
    }
  }
}
