import type { PathStep } from '@matgyo/contracts/proofs';
import { sha256 } from '#sha256';
import { fromHex, hexOf } from './hex.ts';

const hashBytes = 32;

/** The root of a tree without leaves. */
export const emptyRoot: Uint8Array = sha256('');

/** The first byte separates leaves (0) from nodes (1): neither can be presented as the other (as in RFC 6962). */
export const leafOf = (content: string): Uint8Array => sha256(`\u0000${content}`);

/** A reused buffer: there are tens of thousands of nodes. */
const marked = new Uint8Array(1 + 2 * hashBytes).fill(1, 0, 1);

export function nodeOf(left: Uint8Array, right: Uint8Array): Uint8Array {
  marked.set(left, 1);
  marked.set(right, 1 + hashBytes);
  return sha256(marked);
}

/** The root over ordered leaves: split at the greatest power of two below their number, recursively. */
export function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves;
  if (only === undefined) return emptyRoot;
  if (leaves.length === 1) return only;
  const split = splitOf(leaves.length);
  return nodeOf(rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)));
}

/** The steps from the leaf at `index` to `rootOf(leaves)`. */
export function pathTo(leaves: readonly Uint8Array[], index: number): readonly PathStep[] {
  if (leaves.length <= 1) return [];
  const split = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split
    ? [...pathTo(left, index), { side: 'right', hash: hexOf(rootOf(right)) }]
    : [...pathTo(right, index - split), { side: 'left', hash: hexOf(rootOf(left)) }];
}

/** The root that a leaf and a path lead to, hex. Throws `RangeError` for a step without a valid hash. */
export function follow(leaf: Uint8Array, path: readonly PathStep[]): string {
  let reached = leaf;
  for (const { side, hash } of path) {
    const neighbour = fromHex(hash);
    if (neighbour.length !== hashBytes) throw new RangeError('a step of the path has no hash');
    reached = side === 'left' ? nodeOf(neighbour, reached) : nodeOf(reached, neighbour);
  }
  return hexOf(reached);
}

function splitOf(leaves: number): number {
  let split = 1;
  while (split * 2 < leaves) split *= 2;
  return split;
}
