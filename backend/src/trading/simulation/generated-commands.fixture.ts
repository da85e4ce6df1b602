import fc from 'fast-check';
import type { ExpectedAnswers } from './expected-answers.fixture.ts';

type Side = 'sell' | 'buy';
export type Pair = readonly [sell: number, buy: number];

/** A command to the ledger. Orders and members are numbered; amounts are in units of 0.0001 USDT. */
export type GeneratedCommand =
  | { readonly kind: 'price'; readonly price: number }
  | {
      readonly kind: 'place';
      readonly member: number;
      readonly side: Side;
      readonly won: number;
      /** Whether the price is outdated. */
      readonly stale: boolean;
    }
  | { readonly kind: 'approve' | 'reject' | 'cancel as admin'; readonly order: number }
  | { readonly kind: 'cancel as owner'; readonly order: number; readonly member: number }
  | {
      readonly kind: 'match';
      readonly pair: Pair;
      readonly amount: number | undefined;
      readonly price: number | undefined;
    }
  | { readonly kind: 'complete' | 'cancel match'; readonly pair: Pair }
  | { readonly kind: 'activate' | 'deactivate'; readonly member: number };

export const members = [0, 1, 2, 3];
const prices = [1399.5, 1400, 1401];
const member = fc.constantFrom(...members);
const order = fc.nat({ max: 9 });
const pair = fc.tuple(order, order);
const kind = <Kind extends GeneratedCommand['kind']>(...kinds: readonly Kind[]) => fc.constantFrom(...kinds);

const placing = fc.record({
  kind: kind('place'),
  member,
  won: fc.constantFrom(0, 1, 1_400, 5_600, 10_000, 33_333),
  side: fc.constantFrom<Side>('sell', 'buy'),
  stale: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
});

const generatedCommand: fc.Arbitrary<GeneratedCommand> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: kind('price'), price: fc.constantFrom(...prices) }) },
  { weight: 4, arbitrary: placing },
  { weight: 5, arbitrary: fc.record({ kind: kind('approve'), order }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('reject', 'cancel as admin'), order }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('cancel as owner'), order, member }) },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: kind('match'),
      pair,
      amount: fc.option(fc.constantFrom(0, 1, 3_333, 25_000), { nil: undefined }),
      price: fc.option(fc.constantFrom(...prices), { nil: undefined, freq: 1 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: kind('complete', 'cancel match'), pair }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('activate', 'deactivate'), member }) },
);

/** Approved orders of both sides at the first price, so that random commands have something to act on. */
const opening: fc.Arbitrary<readonly GeneratedCommand[]> = fc
  .array(fc.constantFrom(5_600, 10_000, 33_333), { minLength: 4, maxLength: 6 })
  .map((amounts) => [
    { kind: 'price', price: 1400 },
    ...amounts.map((won, index): GeneratedCommand => {
      const side = index % 2 === 0 ? 'sell' : 'buy';
      return { kind: 'place', member: index % members.length, side, won, stale: false };
    }),
    ...amounts.map((_, index): GeneratedCommand => ({ kind: 'approve', order: index })),
  ]);

/** A sequence of commands, each with the milliseconds since the one before; may be 0. */
export const dayOfCommands = fc
  .tuple(
    fc.oneof(
      { weight: 9, arbitrary: opening },
      { weight: 1, arbitrary: fc.constant<readonly GeneratedCommand[]>([]) },
    ),
    fc.array(generatedCommand, { minLength: 10, maxLength: 50, size: 'max' }),
    fc.infiniteStream(fc.nat({ max: 1 })),
  )
  .map(([first, then, passing]) =>
    [...first, ...then].map((wanted) => ({ wanted, passedMs: passing.next().value ?? 0 })),
  );

/** Directs a command at existing orders and pairs at a sell and a buy order; 9 stays unchanged. */
export function aimed(wanted: GeneratedCommand, expected: ExpectedAnswers): GeneratedCommand {
  const nth = (number: number, side: Side | undefined) => {
    const there = [...expected.orders.keys()].filter(
      (index) => side === undefined || expected.order(index)?.side === side,
    );
    return number === 9 ? number : (there[number % Math.max(1, there.length)] ?? number);
  };
  if ('order' in wanted) return { ...wanted, order: nth(wanted.order, undefined) };
  if ('pair' in wanted) return { ...wanted, pair: [nth(wanted.pair[0], 'sell'), nth(wanted.pair[1], 'buy')] };
  return wanted;
}
