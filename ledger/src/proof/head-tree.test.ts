import { describe, expect, test } from 'vitest';
import { bucketOf, type Head, HeadTree, rootFrom } from './head-tree.ts';

const heads = (count: number): Head[] =>
  Array.from({ length: count }, (_, index) => ({
    stream: `order-${index}`,
    revision: index % 7,
    hash: index.toString(16).padStart(64, '0'),
  }));

function treeOf(all: readonly Head[]): { tree: HeadTree; buckets: Map<number, Head[]> } {
  const tree = new HeadTree();
  const buckets = Map.groupBy(all, ({ stream }) => bucketOf(stream));
  for (const [bucket, own] of buckets) tree.setBucket(bucket, own);
  return { tree, buckets };
}

test('has a root that depends only on the set of heads, not on their order or history', () => {
  const all = heads(500);
  const root = treeOf(all).tree.root();
  expect(treeOf(all.toReversed()).tree.root()).toBe(root);
  const { tree, buckets } = treeOf(all.slice(0, 100));
  tree.root();
  for (const [bucket, own] of Map.groupBy(all, ({ stream }) => bucketOf(stream))) tree.setBucket(bucket, own);
  expect(tree.root()).toBe(root);
  expect(buckets.size).toBeGreaterThan(50);
  const [first, ...others] = all;
  for (const other of [
    others,
    [...others, { ...(first as Head), revision: 5 }],
    [...others, { ...(first as Head), hash: 'f'.repeat(64) }],
    [...all, { stream: 'order-new', revision: 0, hash: 'a'.repeat(64) }],
  ])
    expect(treeOf(other).tree.root()).not.toBe(root);
});

describe('a path', () => {
  // Enough heads that many share a bucket.
  const all = heads(120_000);
  const { tree, buckets } = treeOf(all);
  const root = tree.root();

  test('leads from every head to the root, also if several share a bucket', () => {
    const crowded = [...buckets.values()].find((own) => own.length === 5) ?? [];
    expect(crowded).toHaveLength(5);
    for (const head of crowded) {
      const path = tree.pathOf(head.stream, crowded);
      expect(path.length).toBeGreaterThan(16);
      expect(rootFrom(head, path)).toBe(root);
    }
  });

  test('does not lead to the root from another head, or with a changed byte', () => {
    const head = all[77] as Head;
    const path = tree.pathOf(head.stream, buckets.get(bucketOf(head.stream)) ?? []);
    expect(rootFrom(head, path)).toBe(root);
    expect(rootFrom({ ...head, revision: head.revision + 1 }, path)).not.toBe(root);
    path.forEach((step, index) => {
      const flipped = { ...step, hash: step.hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) };
      expect(rootFrom(head, path.with(index, flipped))).not.toBe(root);
    });
  });

  test('is refused for a stream without a head', () => {
    expect(() => tree.pathOf('order-none', [])).toThrow(RangeError);
  });
});
