import { compareMoney, type Krw } from './money.ts';

/**
 * The ranges of won by which admins filter orders (specification, section 9). In the specification neighbours share an
 * end; here an order is in one range only: `from` is included, `to` is not, except that 1,000,000 itself belongs to the
 * second last range, because the last is "above". An order below 10,000 is in none.
 */
export const krwRangeIds = [
  '10000-30000',
  '30000-50000',
  '50000-100000',
  '100000-200000',
  '200000-300000',
  '300000-500000',
  '500000-1000000',
  'above-1000000',
] as const;
export type KrwRangeId = (typeof krwRangeIds)[number];

export interface KrwRange {
  readonly id: KrwRangeId;
  readonly from: { readonly krw: Krw; readonly included: boolean };
  /** Null: unbounded. */
  readonly to: { readonly krw: Krw; readonly included: boolean } | null;
}

const million = '1000000' as Krw;

const ranges: readonly KrwRange[] = krwRangeIds.map((id): KrwRange => {
  if (id === 'above-1000000') return { id, from: { krw: million, included: false }, to: null };
  const [from, to] = id.split('-') as [Krw, Krw];
  return { id, from: { krw: from, included: true }, to: { krw: to, included: to === million } };
});

const byId: ReadonlyMap<KrwRangeId, KrwRange> = new Map(ranges.map((range) => [range.id, range]));

export function krwRange(id: KrwRangeId): KrwRange {
  const range = byId.get(id);
  if (range === undefined) throw new RangeError(`${id} is no range of won`);
  return range;
}

/** The range of an amount of won: the last one that begins at or below it. Undefined below the first. */
export const krwRangeOf = (krw: Krw): KrwRangeId | undefined =>
  ranges.findLast(({ from }) => {
    const above = compareMoney(krw, from.krw);
    return above > 0 || (above === 0 && from.included);
  })?.id;
