import { hash } from 'node:crypto';
import type { PathStep } from '@matgyo/contracts/proofs';
import { canonicalJson } from '@matgyo/event-store/canonical-json';
import { emptyRoot, follow, leafOf, nodeOf, pathTo, rootOf } from './merkle.ts';

/** How a stream ends. */
export interface Head {
  readonly stream: string;
  readonly revision: number;
  readonly hash: string;
}

const levels = 16;
/** Streams fall into this many buckets: at a million streams 15 each. */
export const bucketCount = 2 ** levels;
const size = 32;

/** The first 16 bits of the SHA-256 of the stream's name. */
export const bucketOf = (stream: string): number => hash('sha256', stream, 'buffer').readUInt16BE(0);

const leafOfHead = ({ stream, revision, hash }: Head): Buffer =>
  leafOf(canonicalJson([stream, revision, hash]));

const byStream = (heads: Iterable<Head>): readonly Head[] =>
  [...heads].sort((a, b) => (a.stream < b.stream ? -1 : 1));

/**
 * The Merkle tree over the heads of all streams. The heads of a bucket, ordered by their streams' names, are a tree of
 * their own; the roots of the buckets are the leaves of a full binary tree above them. So a stream that grows touches its
 * bucket and 16 nodes, however many streams there are. Takes 4 MB.
 */
export class HeadTree {
  /** Nodes of each level side by side: buckets first, the root last. */
  readonly #levels: readonly Buffer[];
  #dirty = new Set<number>();

  constructor() {
    let empty = emptyRoot;
    this.#levels = Array.from({ length: levels + 1 }, (_, level) => {
      if (level > 0) empty = nodeOf(empty, empty);
      return Buffer.alloc((bucketCount >> level) * size, empty);
    });
  }

  /** All heads of one bucket, in any order. */
  setBucket(bucket: number, heads: Iterable<Head>): void {
    rootOf(byStream(heads).map(leafOfHead)).copy(this.#levels[0] as Buffer, bucket * size);
    this.#dirty.add(bucket);
  }

  /** Hex. */
  root(): string {
    let dirty = this.#dirty;
    for (let level = 0; level < levels; level += 1) {
      const parents = new Set<number>();
      for (const index of dirty) parents.add(index >> 1);
      for (const parent of parents)
        nodeOf(this.#node(level, parent * 2), this.#node(level, parent * 2 + 1)).copy(
          this.#levels[level + 1] as Buffer,
          parent * size,
        );
      dirty = parents;
    }
    this.#dirty = new Set();
    return this.#node(levels, 0).toString('hex');
  }

  /**
   * The steps from the head of `stream` to the root; `bucket` are the heads that were given for its bucket.
   *
   * @throws RangeError when the stream is not among them.
   */
  pathOf(stream: string, bucket: Iterable<Head>): readonly PathStep[] {
    this.root();
    const heads = byStream(bucket);
    const index = heads.findIndex((head) => head.stream === stream);
    if (index < 0) throw new RangeError(`${stream} has no head here`);
    const within = pathTo(heads.map(leafOfHead), index);
    const above: PathStep[] = [];
    for (let level = 0, at = bucketOf(stream); level < levels; level += 1, at >>= 1)
      above.push({
        side: at % 2 === 0 ? 'right' : 'left',
        hash: this.#node(level, at ^ 1).toString('hex'),
      });
    return [...within, ...above];
  }

  #node(level: number, index: number): Buffer {
    return (this.#levels[level] as Buffer).subarray(index * size, (index + 1) * size);
  }
}

/** The root that a head and its path lead to, hex: the signed one, if the head is among those that were signed. */
export const rootFrom = (head: Head, path: readonly PathStep[]): string => follow(leafOfHead(head), path);
