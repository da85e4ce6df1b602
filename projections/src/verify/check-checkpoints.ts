import type { CheckpointStatement } from '@matgyo/contracts/proofs';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { bucketOf, type Head, MerkleTree } from '@matgyo/ledger/proof/merkle-tree';
import { isRoomName } from '@matgyo/ledger/proof/room-chain';
import type { Finding } from './finding.ts';
import type { ExaminedCheckpoints, SignedHead } from './signed-checkpoints.ts';

const namedMax = 5;

/**
 * Checks a log against its signed checkpoints: the last signed head of each stream is still its event at that revision,
 * and at the last event of each checkpoint the tree over all heads has the signed root. This detects and names a stream
 * that was cut or rewritten, even completely and with an intact chain, and a log whose end is missing.
 */
export class CheckpointCheck {
  readonly #atEvent: Map<string, CheckpointStatement[]>;
  /** By stream. */
  readonly #signed: ReadonlyMap<string, SignedHead>;
  /** Those not reached yet. */
  readonly #ahead: Map<string, SignedHead>;
  readonly #tree = new MerkleTree();
  readonly #buckets = new Map<number, Map<string, Head>>();
  readonly #dirty = new Set<number>();
  /** Streams with events since the last checkpoint that was reached. */
  #changed = new Set<string>();
  #events = 0;
  #streams = 0;
  #isRewritten = false;
  /** The last checkpoint whose event the log holds. */
  #lastMet = 0;
  #rootsDiffer: Finding | undefined;

  constructor({ statements, heads }: Pick<ExaminedCheckpoints, 'statements' | 'heads'>) {
    this.#atEvent = Map.groupBy(statements, ({ eventId }) => eventId);
    this.#signed = heads;
    // Rooms are checked separately.
    this.#ahead = new Map([...heads].filter(([stream]) => !isRoomName(stream)));
  }

  /** Call for each event of the log, in order. */
  event({ stream, revision, metadata: { hash }, id }: RecordedEvent): readonly Finding[] {
    const findings = this.#holdAgainstSigned({ stream, revision, hash }, id);
    this.#remember({ stream, revision, hash });
    const statements = this.#atEvent.get(id);
    if (statements !== undefined) {
      this.#atEvent.delete(id);
      for (const statement of statements) {
        this.#holdAgainstRoot(statement);
        this.#lastMet = Math.max(this.#lastMet, statement.sequence);
      }
      this.#changed = new Set();
    }
    return findings;
  }

  /** Call after the last event. */
  end(): readonly Finding[] {
    const cut = Array.from(this.#ahead.values(), (head) => this.#cut(head));
    const missing = [...this.#atEvent.values()].flat().sort((a, b) => a.sequence - b.sequence);
    const lost = missing.find(({ sequence }) => sequence > this.#lastMet);
    const ends = lost === undefined ? [] : [endIsGone(lost)];
    if (this.#isRewritten || cut.length + ends.length > 0) return [...ends, ...cut];
    // Nothing else shows that such an event is gone if what follows was signed anew with a stolen key.
    const unmet = missing.slice(0, 1).map(lastEventIsGone);
    return this.#rootsDiffer === undefined ? unmet : [...unmet, this.#rootsDiffer];
  }

  #holdAgainstSigned(head: Head, eventId: string): readonly Finding[] {
    const signed = this.#ahead.get(head.stream);
    if (signed?.revision !== head.revision) return [];
    this.#ahead.delete(head.stream);
    if (signed.hash === head.hash) return [];
    this.#isRewritten = true;
    const what = `${head.stream} was rewritten: checkpoint ${signed.sequence} was signed over another event there`;
    return [{ check: 'checkpoints', what, stream: head.stream, revision: head.revision, eventId }];
  }

  #remember(head: Head): void {
    const bucket = bucketOf(head.stream);
    const heads = this.#buckets.get(bucket) ?? new Map<string, Head>();
    this.#buckets.set(bucket, heads);
    if (!heads.has(head.stream)) this.#streams += 1;
    heads.set(head.stream, head);
    this.#dirty.add(bucket);
    this.#changed.add(head.stream);
    this.#events += 1;
  }

  #holdAgainstRoot(statement: CheckpointStatement): void {
    if (this.#rootsDiffer !== undefined) return;
    for (const bucket of this.#dirty) this.#tree.setBucket(bucket, this.#buckets.get(bucket)?.values() ?? []);
    this.#dirty.clear();
    const { root, events, streams, sequence, eventId } = statement;
    if (this.#tree.root() === root && this.#events === events && this.#streams === streams) return;
    // What this checkpoint covered is signed, by it or a later one.
    const isUnsigned = (stream: string) =>
      (this.#lastOf(stream)?.revision ?? -1) > (this.#signed.get(stream)?.revision ?? -1);
    const slippedIn = [...this.#changed].filter(isUnsigned).slice(0, namedMax);
    const names = slippedIn.length > 0 ? `, among them what was slipped in: ${slippedIn.join(', ')}` : '';
    this.#rootsDiffer = {
      check: 'checkpoints',
      what: `up to this event the log is not what checkpoint ${sequence} was signed over${names}`,
      eventId,
    };
  }

  #lastOf = (stream: string): Head | undefined => this.#buckets.get(bucketOf(stream))?.get(stream);

  #cut({ stream, revision, sequence }: SignedHead): Finding {
    const last = this.#lastOf(stream);
    if (last !== undefined && last.revision >= revision)
      return { check: 'checkpoints', what: `an event of ${stream} is gone`, stream, revision };
    const what =
      last === undefined
        ? `${stream} is gone: checkpoint ${sequence} was signed over it up to revision ${revision}`
        : `${stream} was cut: it ends at revision ${last.revision}, and checkpoint ${sequence} was signed over it up to revision ${revision}`;
    return { check: 'checkpoints', what, stream, revision };
  }
}

const lastEventIsGone = ({ eventId, sequence, madeAt }: CheckpointStatement): Finding => ({
  check: 'checkpoints',
  what: `the last event that checkpoint ${sequence} of ${madeAt} was signed over is gone`,
  eventId,
});

const endIsGone = ({ eventId, sequence, madeAt, events }: CheckpointStatement): Finding => ({
  check: 'checkpoints',
  what: `the log was cut: it does not hold the last of the ${events} events that checkpoint ${sequence} of ${madeAt} was signed over`,
  eventId,
});
