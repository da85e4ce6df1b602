import type { PriceEvent } from '@matgyo/contracts/events/price-events';
import type { Price } from '@matgyo/contracts/money';
import { describe, expect, test } from 'vitest';
import { priceDecider, refuseUnlessSeen, setPrice } from './price.ts';

const price = (text: string) => text as Price;

test('an admin sets the price; setting the same price again appends an event too', () => {
  const set: PriceEvent = { type: 'PriceSet', data: { price: price('1400') } };
  expect(setPrice(priceDecider.initial, price('1400'), 'not needed')).toEqual([set]);
  expect(setPrice({ price: price('1400') }, price('1400'), 'not needed')).toEqual([set]);
  expect(priceDecider.evolve({ price: price('1390') }, set, '')).toEqual({ price: '1400' });
});

describe('a price replaces the one that was seen', () => {
  const there = { price: price('1390') };
  test.each([
    [priceDecider.initial, -1, null],
    [there, 0, 0],
    [there, 7, 7],
    [there, 7, undefined],
  ])('%j at revision %i, of which %j was seen', (now, revision, seen) => {
    expect(() => refuseUnlessSeen(now, revision, seen)).not.toThrow();
  });

  test.each([
    [there, 0, null, 'PRICE_CHANGED', { price: '1390', revision: 0 }],
    [there, 8, 7, 'PRICE_CHANGED', { price: '1390', revision: 8 }],
    [there, 6, 7, 'PRICE_CHANGED', { price: '1390', revision: 6 }],
    [priceDecider.initial, -1, 0, 'PRICE_NOT_SET', {}],
  ])('and else refused: %j at revision %i, of which %j was seen', (now, revision, seen, code, details) => {
    expect(() => refuseUnlessSeen(now, revision, seen)).toThrow(expect.objectContaining({ code, details }));
  });
});
