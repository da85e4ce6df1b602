import { setImmediate as otherCalls } from 'node:timers/promises';
import type { PathStep } from '@matgyo/contracts/proofs';
import { logStart, type Position } from '@matgyo/event-store/event-log';
import { bucketCount, bucketOf, type Head, MerkleTree } from '@matgyo/ledger/proof/merkle-tree';
import type { Stretch } from './chain-walk.ts';
import { SigningRefused } from './signing-refused.ts';

/** Reads all heads of these buckets from a table, in any order. Untrusted. */
export type ReadBuckets = (buckets: readonly number[]) => Promise<readonly Head[]>;

/** Of 65,536: at a million streams, a query has 1,000 rows. Other calls are served between one look and the next. */
const bucketsOfALook = 64;

export async function forEachBucket<Heads>(
  buckets: ReadonlyMap<number, Heads>,
  set: (bucket: number, heads: Heads) => void,
): Promise<void> {
  let done = 0;
  for (const [bucket, heads] of buckets) {
    set(bucket, heads);
    done += 1;
    if (done % bucketsOfALook === 0) await otherCalls();
  }
}

interface Parts {
  readonly tree: MerkleTree;
  /** By bucket. */
  readonly streamsOf: Uint32Array;
  readonly eventsOf: Float64Array;
  /** Sequence of the last checkpoint that the tree continues; 0 before the first. */
  readonly sequence: number;
  readonly upTo: Position;
  /** Heads changed since that checkpoint, in the order of their last events. */
  readonly changed: ReadonlyMap<string, Head>;
}

/**
 * The verified tree over the heads of all streams: the signed state of the last checkpoint, continued by events whose
 * chains were checked. Only the roots of the buckets are in memory; heads are read from a table and checked against
 * them.
 */
export class VerifiedTree {
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  get sequence(): number {
    return this.#parts.sequence;
  }

  get upTo(): Position {
    return this.#parts.upTo;
  }

  get changed(): ReadonlyMap<string, Head> {
    return this.#parts.changed;
  }

  static empty(): VerifiedTree {
    return new VerifiedTree({
      tree: new MerkleTree(),
      streamsOf: new Uint32Array(bucketCount),
      eventsOf: new Float64Array(bucketCount),
      sequence: 0,
      upTo: logStart,
      changed: new Map(),
    });
  }

  /** The tree over all heads derived from the log at a checkpoint's last event. */
  static async of(heads: AsyncIterable<readonly Head[]>, upTo: Position): Promise<VerifiedTree> {
    const tree = new VerifiedTree({ ...VerifiedTree.empty().#parts, upTo });
    const buckets = new Map<number, Head[]>();
    for await (const list of heads)
      for (const head of list) {
        const bucket = bucketOf(head.stream);
        const there = buckets.get(bucket);
        if (there === undefined) buckets.set(bucket, [head]);
        else there.push(head);
      }
    await forEachBucket(buckets, (bucket, there) => tree.#set(bucket, there));
    return tree;
  }

  /** The same tree, covered by a new checkpoint. */
  signedAs(sequence: number): VerifiedTree {
    return new VerifiedTree({ ...this.#parts, sequence, changed: new Map() });
  }

  /** The same tree, after another process signed an earlier state. */
  signedBeforeAs(sequence: number): VerifiedTree {
    return new VerifiedTree({ ...this.#parts, sequence });
  }

  /**
   * The tree after the first of the stretches; the others are what the table holds beyond it.
   *
   * @throws SigningRefused when the heads that they continue are not the tree's, or the table's heads are not their
   * ends
   */
  async grown(stretches: readonly Stretch[], upTo: Position, read: ReadBuckets): Promise<VerifiedTree> {
    const [first = new Map(), ...later] = stretches;
    const { tree, streamsOf, eventsOf } = this.#parts;
    const changed = new Map(this.changed);
    const grown = new VerifiedTree({
      ...this.#parts,
      upTo,
      changed,
      tree: new MerkleTree(tree),
      streamsOf: streamsOf.slice(),
      eventsOf: eventsOf.slice(),
    });
    const touched = Map.groupBy(first.keys(), bucketOf);
    const buckets = [...touched.keys()];
    for (let from = 0; from < buckets.length; from += bucketsOfALook) {
      const looked = buckets.slice(from, from + bucketsOfALook);
      const rows = Map.groupBy(await read(looked), ({ stream }) => bucketOf(stream));
      for (const bucket of looked)
        grown.#growBucket(rows.get(bucket) ?? [], {
          bucket,
          streams: touched.get(bucket) ?? [],
          first,
          later,
        });
    }
    for (const [stream, { after }] of first) {
      changed.delete(stream);
      changed.set(stream, after);
    }
    return grown;
  }

  #growBucket(
    rows: readonly Head[],
    at: {
      readonly bucket: number;
      readonly streams: readonly string[];
      readonly first: Stretch;
      readonly later: readonly Stretch[];
    },
  ): void {
    const heads = new Map(rows.map((head) => [head.stream, head]));
    const put = (stream: string, head: Head | undefined) =>
      head === undefined ? heads.delete(stream) : heads.set(stream, head);
    for (const stream of heads.keys()) {
      const next = at.later.find((stretch) => stretch.has(stream))?.get(stream);
      if (next !== undefined) put(stream, next.before);
    }
    for (const stream of at.streams) {
      const growth = at.first.get(stream);
      const there = heads.get(stream);
      if (growth?.after.hash !== there?.hash || growth?.after.revision !== there?.revision)
        throw new SigningRefused('heads-changed', null, stream);
      put(stream, growth?.before);
    }
    if (!this.#parts.tree.holds(at.bucket, heads.values()))
      throw new SigningRefused('log-rewritten', this.sequence, at.streams.join(', '));
    for (const stream of at.streams) put(stream, at.first.get(stream)?.after);
    this.#set(at.bucket, [...heads.values()]);
  }

  figures() {
    const { tree, streamsOf, eventsOf } = this.#parts;
    return {
      root: tree.root(),
      streams: streamsOf.reduce((sum, count) => sum + count, 0),
      events: eventsOf.reduce((sum, count) => sum + count, 0),
    };
  }

  /**
   * The path from a stream's head to the root, computed from the table's heads of its bucket.
   *
   * @throws SigningRefused when those are not the verified ones
   */
  pathOf(stream: string, bucket: readonly Head[]): readonly PathStep[] {
    const { tree } = this.#parts;
    if (!tree.holds(bucketOf(stream), bucket)) throw new SigningRefused('heads-changed', null, stream);
    return tree.pathOf(stream, bucket);
  }

  #set(bucket: number, heads: readonly Head[]): void {
    const { tree, streamsOf, eventsOf } = this.#parts;
    tree.setBucket(bucket, heads);
    streamsOf[bucket] = heads.length;
    eventsOf[bucket] = heads.reduce((sum, { revision }) => sum + revision + 1, 0);
  }
}
