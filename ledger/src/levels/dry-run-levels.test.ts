import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { CaseId, MemberId, OrderId, Side, TradeId } from '@matgyo/contracts/ids';
import type { Krw, Price, Rate, Usdt } from '@matgyo/contracts/money';
import { expect, test } from 'vitest';
import { DryRunLevels } from './dry-run-levels.ts';

const id = (text: string) => text.padStart(24, '0');
const seller = id('1') as MemberId;
const buyer = id('2') as MemberId;
const caseId = id('ca') as CaseId;
const levels = [
  { trades: 0, openKrw: '1000' as Krw },
  { trades: 1, casesLostMost: 0, openKrw: '5000' as Krw },
  { trades: 2, openKrw: null },
];

let orders = 0;
function order(memberId: MemberId, krw: string, side: Side = 'sell') {
  orders += 1;
  const orderId = id(`a${orders}`) as OrderId;
  const event = {
    type: 'OrderPlaced',
    data: {
      orderId,
      side,
      memberId,
      priceRevision: 0,
      krwAmount: krw as Krw,
      amount: `${krw}.0000` as Usdt,
      price: '1' as Price,
    },
  } as const satisfies LedgerEvent;
  return { orderId, event };
}

let trades = 0;
function trade() {
  trades += 1;
  const terms = {
    tradeId: id(`b${trades}`) as TradeId,
    sellOrderId: id('c') as OrderId,
    buyOrderId: id('d') as OrderId,
    sellerId: seller,
    buyerId: buyer,
    amount: '1.0000' as Usdt,
    price: '1' as Price,
    krw: '1' as Krw,
    feeRate: '0.01' as Rate,
    feeRule: 'sell-order-half-up-4',
  };
  const figures = { ...terms, fee: '0.0100' as Usdt, sellerReferralCode: null };
  const { tradeId } = terms;
  const approval = { kind: 'no-second-admin' } as never;
  return {
    proposed: { type: 'TradeProposed', data: terms },
    completed: { type: 'TradeCompleted', data: figures },
    reversed: {
      type: 'TradeReversed',
      data: { ...figures, approval, reason: 'OTHER' as never, grounds: 'e'.repeat(64) },
    },
    ruled: {
      type: 'CaseRuled',
      data: { tradeId, caseId, outcome: 'complete', reasons: ['PAYMENT_PROVEN'], grounds: 'e'.repeat(64) },
    },
    overturned: {
      type: 'AppealRuled',
      data: { tradeId, caseId, outcome: 'overturn', grounds: 'e'.repeat(64) },
    },
  } as unknown as Record<'proposed' | 'completed' | 'reversed' | 'ruled' | 'overturned', LedgerEvent>;
}

function dryRunAfter(...events: readonly LedgerEvent[]) {
  const dryRun = new DryRunLevels(levels);
  for (const event of events) dryRun.take(event);
  return dryRun;
}

const placing = (dryRun: DryRunLevels, krw: string, memberId = seller) =>
  dryRun.take(order(memberId, krw).event);

test('accepts an order that reaches the limit exactly, and refuses one won more', () => {
  expect(placing(dryRunAfter(), '1000')).toMatchObject({ refused: false, limitKrw: '1000', openKrw: '0' });
  expect(placing(dryRunAfter(), '1001')).toMatchObject({ refused: true, level: 1 });
});

test('counts open orders of the same member, not those of others or ended ones', () => {
  const [ended, rejected] = [order(seller, '900'), order(seller, '900')];
  const dryRun = dryRunAfter(
    order(buyer, '900').event,
    ended.event,
    {
      type: 'OrderCancelled',
      data: { orderId: ended.orderId, withdrawn: '900.0000' as Usdt },
    } as LedgerEvent,
    rejected.event,
    { type: 'OrderRejected', data: { orderId: rejected.orderId, reason: 'OTHER' } } as LedgerEvent,
    order(seller, '400').event,
  );
  expect(placing(dryRun, '601')).toMatchObject({ refused: true, openKrw: '400' });
});

test('an approved order counts until it ends', () => {
  const open = order(seller, '900');
  const dryRun = dryRunAfter(open.event, { type: 'OrderApproved', data: { orderId: open.orderId } });
  expect(placing(dryRun, '101')).toMatchObject({ refused: true, openKrw: '900' });
  dryRun.take({
    type: 'OrderCancelled',
    data: { orderId: open.orderId, by: 'admin', withdrawn: '900.0000' as Usdt, reason: 'OTHER' },
  } as LedgerEvent);
  expect(placing(dryRun, '899')).toMatchObject({ refused: false, openKrw: '101' });
});

test('an order counts what is left of it: each part that is completed is taken off, a cancelled part is not', () => {
  const { orderId, event } = order(seller, '900');
  const fill = (type: string, amount: string) =>
    ({ type, data: { orderId, tradeId: id('b'), amount: `${amount}.0000` } }) as unknown as LedgerEvent;
  const approved: LedgerEvent = { type: 'OrderApproved', data: { orderId } };
  const dryRun = dryRunAfter(event, approved, fill('FillReserved', '300'));
  const openKrw = () => {
    const other = order(seller, '1');
    const placement = dryRun.take(other.event);
    dryRun.take({
      type: 'OrderCancelled',
      data: { orderId: other.orderId, withdrawn: '1.0000' as Usdt },
    } as LedgerEvent);
    return placement?.openKrw;
  };
  expect(openKrw()).toBe('900');
  dryRun.take(fill('FillSettled', '300'));
  expect(openKrw()).toBe('600');
  dryRun.take(fill('FillReserved', '200'));
  dryRun.take(fill('FillReleased', '200'));
  expect(openKrw()).toBe('600');
  dryRun.take(fill('FillReserved', '100'));
  dryRun.take(fill('FillSettled', '100'));
  expect(openKrw()).toBe('500');
});

test('an order that would have been refused counts as open afterwards, as it did', () => {
  const dryRun = dryRunAfter(order(seller, '1500').event);
  expect(placing(dryRun, '1')).toMatchObject({ refused: true, openKrw: '1500' });
});

test('a completed trade raises the level of both parties, its reversal lowers it', () => {
  const { proposed, completed, reversed } = trade();
  for (const memberId of [seller, buyer]) {
    expect(placing(dryRunAfter(proposed, completed), '5000', memberId)).toMatchObject({
      level: 2,
      refused: false,
    });
    expect(placing(dryRunAfter(proposed, completed, reversed), '5000', memberId)).toMatchObject({
      level: 1,
      refused: true,
    });
  }
});

test('a lost case lowers the level of the losing party, until an appeal overturns the ruling', () => {
  const { proposed, ruled, completed, overturned } = trade();
  const lost = () => dryRunAfter(proposed, ruled, completed);
  expect(placing(lost(), '5000')).toMatchObject({ level: 1, refused: true });
  expect(placing(lost(), '5000', buyer)).toMatchObject({ level: 2, refused: false });
  const regained = lost();
  regained.take(overturned);
  expect(placing(regained, '5000')).toMatchObject({ level: 2, refused: false });
  const confirmed = lost();
  confirmed.take({ ...overturned, data: { ...overturned.data, outcome: 'confirm' } } as LedgerEvent);
  expect(placing(confirmed, '5000')).toMatchObject({ level: 1, refused: true });
});

test('a level without a limit refuses nothing', () => {
  const [one, other] = [trade(), trade()];
  const dryRun = dryRunAfter(one.proposed, one.completed, other.proposed, other.completed);
  expect(placing(dryRun, '1000000000000')).toMatchObject({ level: 3, limitKrw: null, refused: false });
});
