import { hash } from 'node:crypto';

/** By their first byte, so that each sort or growth concerns a 256th of all. */
const bucketCount = 256;
const firstCapacity = 64;
/** In a completely wrong log the first ones suffice. */
const repeatedMax = 100_000;

interface Bucket {
  values: BigUint64Array;
  used: number;
}

/** The first 64 bits of the SHA-256 of an id. Two ids share them once in some thousand logs of 100 million events. */
export const fingerprintOf = (id: string): bigint => hash('sha256', id, 'buffer').readBigUInt64BE(0);

/**
 * Finds ids that may occur more than once: stores 64 bits of each, which are sorted at the end. Takes 8 to 16 MB per
 * million ids, outside the heap; a set of the ids would take 80 and is limited to 16.7 million.
 */
export class EventIds {
  readonly #buckets: readonly Bucket[] = Array.from({ length: bucketCount }, () => ({
    values: new BigUint64Array(firstCapacity),
    used: 0,
  }));

  add(id: string): void {
    const fingerprint = fingerprintOf(id);
    const bucket = this.#buckets[Number(fingerprint >> 56n)] as Bucket;
    if (bucket.used === bucket.values.length) {
      const larger = new BigUint64Array(bucket.values.length * 2);
      larger.set(bucket.values);
      bucket.values = larger;
    }
    bucket.values[bucket.used] = fingerprint;
    bucket.used += 1;
  }

  /** Fingerprints that occur more than once; whether they belong to the same id has to be checked by comparing ids. */
  repeated(): ReadonlySet<bigint> {
    const found = new Set<bigint>();
    for (const { values, used } of this.#buckets) {
      const sorted = values.subarray(0, used).sort();
      for (let at = 1; at < used && found.size < repeatedMax; at += 1)
        if (sorted[at] === sorted[at - 1]) found.add(sorted[at] as bigint);
    }
    return found;
  }
}
