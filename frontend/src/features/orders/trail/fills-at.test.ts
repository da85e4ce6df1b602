import type { TrailEntry } from '@matgyo/contracts/endpoints/audit';
import { describe, expect, it } from 'vitest';
import { fillsAt } from './fills-at.ts';

const entry = (
  type: string,
  tradeId: string | null,
  amount: string | null = null,
  fee: string | null = null,
) => ({ type, tradeId, amount, fee }) as TrailEntry;

const life = [
  entry('OrderPlaced', null, '1000.0000'),
  entry('OrderApproved', null),
  entry('FillReserved', 'a', '300.0000'),
  entry('FillSettled', 'a', '300.0000', '3.0000'),
  entry('FillReserved', 'b', '450.0000'),
  entry('FillReleased', 'b', '450.0000'),
  entry('FillRefused', 'c'),
];

describe('an order’s matches at a point in its trail', () => {
  it('are none before the first reservation', () => {
    expect(fillsAt(life.slice(0, 2))).toEqual([]);
  });

  it('are live from reservation to settlement, then have a fee', () => {
    expect(fillsAt(life.slice(0, 3))).toMatchObject([
      { tradeId: 'a', status: 'matched', fee: null, place: 3 },
    ]);
    expect(fillsAt(life.slice(0, 4))).toMatchObject([
      { tradeId: 'a', status: 'completed', fee: '3.0000', place: 4 },
    ]);
  });

  it('wait for consent from the offer until it is accepted', () => {
    const offered = [...life.slice(0, 3), entry('TradeOffered', 'a')];
    expect(fillsAt(offered)).toMatchObject([{ tradeId: 'a', status: 'offered', place: 4 }]);
    expect(fillsAt([...offered, entry('TradeMatched', 'a')])).toMatchObject([{ status: 'matched' }]);
  });

  it('stay listed after cancellation, with the reserved amount', () => {
    expect(fillsAt(life.slice(0, 6))[1]).toMatchObject({
      tradeId: 'b',
      status: 'cancelled',
      amount: '450.0000',
    });
  });

  it('exclude those refused before any reservation', () => {
    expect(fillsAt(life).map(({ tradeId }) => tradeId)).toEqual(['a', 'b']);
  });
});
