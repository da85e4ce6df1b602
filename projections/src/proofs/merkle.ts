import { hash } from 'node:crypto';
import type { PathStep } from '@matgyo/contracts/proofs';

const leafMark = Buffer.from([0]);
const nodeMark = Buffer.from([1]);

/** The root of a tree without leaves. */
export const emptyRoot: Buffer = hash('sha256', '', 'buffer');

/** The first byte tells leaves from nodes, so that none can be passed off as the other (as in RFC 6962). */
export const leafOf = (content: string): Buffer =>
  hash('sha256', Buffer.concat([leafMark, Buffer.from(content, 'utf8')]), 'buffer');

export const nodeOf = (left: Uint8Array, right: Uint8Array): Buffer =>
  hash('sha256', Buffer.concat([nodeMark, left, right]), 'buffer');

/** The root over leaves in their order: split at the greatest power of two below their number, down to the leaf. */
export function rootOf(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (only === undefined) return emptyRoot;
  if (leaves.length === 1) return only;
  const split = splitOf(leaves.length);
  return nodeOf(rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)));
}

/** The steps from the leaf at `index` to `rootOf(leaves)`. */
export function pathTo(leaves: readonly Buffer[], index: number): readonly PathStep[] {
  if (leaves.length <= 1) return [];
  const split = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split
    ? [...pathTo(left, index), { side: 'right', hash: rootOf(right).toString('hex') }]
    : [...pathTo(right, index - split), { side: 'left', hash: rootOf(left).toString('hex') }];
}

/** The root that a leaf and a path lead to, hex. */
export function follow(leaf: Buffer, path: readonly PathStep[]): string {
  let reached = leaf;
  for (const { side, hash: other } of path) {
    const neighbour = Buffer.from(other, 'hex');
    reached = side === 'left' ? nodeOf(neighbour, reached) : nodeOf(reached, neighbour);
  }
  return reached.toString('hex');
}

function splitOf(leaves: number): number {
  let split = 1;
  while (split * 2 < leaves) split *= 2;
  return split;
}
