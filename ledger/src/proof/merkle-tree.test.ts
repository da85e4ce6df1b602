import { describe, expect, test } from 'vitest';
import { sha256 } from '#sha256';
import { hexOf } from './hex.ts';
import { bucketCount, bucketOf, type Head, MerkleTree, rootFrom } from './merkle-tree.ts';

const heads = (count: number): Head[] =>
  Array.from({ length: count }, (_, index) => ({
    stream: `order-${index}`,
    revision: index % 7,
    hash: index.toString(16).padStart(64, '0'),
  }));

function treeOf(all: readonly Head[]): { tree: MerkleTree; buckets: Map<number, Head[]> } {
  const tree = new MerkleTree();
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

/** The root as docs/ledger.md defines it, for at most three heads in a bucket. */
function rootByDefinition(all: readonly Head[]): string {
  const leaf = ({ stream, revision, hash }: Head) =>
    sha256(`\u0000${JSON.stringify([stream, revision, hash])}`);
  const node = (left: Uint8Array, right: Uint8Array) =>
    sha256(Buffer.concat([Uint8Array.of(1), left, right]));
  const buckets = Map.groupBy(all, ({ stream }) => bucketOf(stream));
  let level = Array.from({ length: bucketCount }, (_, bucket) => {
    const own = (buckets.get(bucket) ?? []).toSorted((a, b) => (a.stream < b.stream ? -1 : 1)).map(leaf);
    const [first = sha256(''), second, third, ...more] = own;
    if (more.length > 0) throw new Error('more than three heads in a bucket');
    if (second === undefined) return first;
    return third === undefined ? node(first, second) : node(node(first, second), third);
  });
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, index) =>
      node(level[index * 2] as Uint8Array, level[index * 2 + 1] as Uint8Array),
    );
  return hexOf(level[0] as Uint8Array);
}

test('has the root that the definition gives, without heads and with shared buckets', () => {
  expect(new MerkleTree().root()).toBe(rootByDefinition([]));
  const all = heads(5_000);
  const shared = [...Map.groupBy(all, ({ stream }) => bucketOf(stream)).values()].map(({ length }) => length);
  expect(Math.max(...shared)).toBe(3);
  expect(treeOf(all).tree.root()).toBe(rootByDefinition(all));
});

test('is copied with its heads, and the copy is independent', () => {
  const [first, second] = heads(2) as [Head, Head];
  const { tree } = treeOf([first]);
  const copy = new MerkleTree(tree);
  copy.setBucket(bucketOf(second.stream), [second]);
  expect(copy.root()).toBe(treeOf([first, second]).tree.root());
  expect(tree.root()).toBe(treeOf([first]).tree.root());
});

test('knows which heads are those of a bucket, in any order', () => {
  const all = heads(5_000);
  const { tree, buckets } = treeOf(all);
  const [bucket, own] = [...buckets].find(([, shared]) => shared.length === 3) as [number, Head[]];
  expect(tree.holds(bucket, own.toReversed())).toBe(true);
  expect(tree.holds(bucket, own.slice(1))).toBe(false);
  expect(tree.holds(bucket, [])).toBe(false);
  expect(tree.holds(bucketOf('order-none'), [])).toBe(true);
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
      for (const { side } of path) expect(['left', 'right']).toContain(side);
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
    expect(() => tree.pathOf('order-none', [])).toThrow(new RangeError('order-none has no head here'));
  });

  test('is of the tree with every bucket set so far', () => {
    const [head] = heads(1) as [Head];
    const bucket = bucketOf(head.stream);
    const grown = new MerkleTree();
    grown.setBucket(bucket ^ 1, [{ ...head, stream: 'neighbour' }]);
    grown.setBucket(bucket, [head]);
    const path = grown.pathOf(head.stream, [head]);
    expect(rootFrom(head, path)).toBe(grown.root());
    grown.setBucket(bucket ^ 2, [{ ...head, stream: 'other' }]);
    expect(rootFrom(head, grown.pathOf(head.stream, [head]))).toBe(grown.root());
  });

  test('with a step that has no hash is refused', () => {
    const [head] = heads(1) as [Head];
    for (const hash of ['', 'ab'])
      expect(() => rootFrom(head, [{ side: 'left', hash }])).toThrow(
        new RangeError('a step of the path has no hash'),
      );
  });
});
