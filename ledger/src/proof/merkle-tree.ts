import type { PathStep } from '@matgyo/contracts/proofs';
import { sha256 } from '#sha256';
import { canonicalJson } from './canonical-json.ts';
import { hexOf } from './hex.ts';
import { emptyRoot, follow, leafOf, nodeOf, pathTo, rootOf } from './merkle.ts';

/** The last event of a stream. */
export interface Head {
  readonly stream: string;
  readonly revision: number;
  readonly hash: string;
}

const levels = 16;
/** Number of buckets for streams: at a million streams 15 in each. */
export const bucketCount = 2 ** levels;
const size = 32;

/** The first 16 bits of the SHA-256 of the stream's name. */
export function bucketOf(stream: string): number {
  const [high = 0, low = 0] = sha256(stream);
  return (high << 8) | low;
}

const leafOfHead = ({ stream, revision, hash }: Head): Uint8Array =>
  leafOf(canonicalJson([stream, revision, hash]));

const byStream = (heads: Iterable<Head>): readonly Head[] =>
  [...heads].sort((a, b) => (a.stream < b.stream ? -1 : 1));

/**
 * The Merkle tree over the heads of all streams. The heads of a bucket, ordered by stream name, form a subtree; the
 * roots of the buckets are the leaves of a full binary tree. So a growing stream changes its bucket and 16 nodes,
 * however many streams there are. Takes 4 MB.
 */
export class MerkleTree {
  /** The nodes of each level, contiguous: buckets first, the root last. */
  readonly #levels: readonly Uint8Array[];
  #dirty = new Set<number>();

  /** An independent copy of `other`. */
  constructor(other?: MerkleTree) {
    if (other !== undefined) {
      this.#levels = other.#levels.map((nodes) => nodes.slice());
      this.#dirty = new Set(other.#dirty);
      return;
    }
    let empty = emptyRoot;
    this.#levels = Array.from({ length: levels + 1 }, (_, level) => {
      if (level > 0) empty = nodeOf(empty, empty);
      return repeated(empty, bucketCount >> level);
    });
  }

  /** All heads of one bucket, in any order. */
  setBucket(bucket: number, heads: Iterable<Head>): void {
    this.#set(0, bucket, rootOf(byStream(heads).map(leafOfHead)));
    this.#dirty.add(bucket);
  }

  /** Whether these, in any order, are the heads of a bucket. */
  holds(bucket: number, heads: Iterable<Head>): boolean {
    return hexOf(this.#node(0, bucket)) === hexOf(rootOf(byStream(heads).map(leafOfHead)));
  }

  /** Hex. */
  root(): string {
    let dirty = this.#dirty;
    for (let level = 0; level < levels; level += 1) {
      const parents = new Set<number>();
      for (const index of dirty) parents.add(index >> 1);
      for (const parent of parents)
        this.#set(
          level + 1,
          parent,
          nodeOf(this.#node(level, parent * 2), this.#node(level, parent * 2 + 1)),
        );
      dirty = parents;
    }
    this.#dirty = new Set();
    return hexOf(this.#node(levels, 0));
  }

  /**
   * The steps from the head of `stream` to the root; `bucket` are all heads of its bucket.
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
      above.push({ side: at % 2 === 0 ? 'right' : 'left', hash: hexOf(this.#node(level, at ^ 1)) });
    return [...within, ...above];
  }

  #node(level: number, index: number): Uint8Array {
    return (this.#levels[level] as Uint8Array).subarray(index * size, (index + 1) * size);
  }

  #set(level: number, index: number, node: Uint8Array): void {
    (this.#levels[level] as Uint8Array).set(node, index * size);
  }
}

function repeated(node: Uint8Array, times: number): Uint8Array {
  const nodes = new Uint8Array(times * size);
  nodes.set(node);
  // Doubling: one by one the bottom level alone took a hundredth of a second at every start.
  for (let filled = size; filled < nodes.length; filled *= 2) nodes.copyWithin(filled, 0, filled);
  return nodes;
}

/** The root that a head and its path lead to, hex: equal to the signed one if the head was signed. */
export const rootFrom = (head: Head, path: readonly PathStep[]): string => follow(leafOfHead(head), path);
