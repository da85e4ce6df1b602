import type { MemberId } from '@matgyo/contracts/ids';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { beforeEach, describe, expect, test } from 'vitest';
import { History } from '../testing/history.ts';
import { UncheckedLog } from '../testing/unchecked-log.ts';
import { check, rehashed } from './rehashed-log.fixture.ts';

/* Events with intact chains by a person who may not cause them, or at a time when they may not come. */

let good: RecordedEvent[];

const rewritten = (change: (events: RecordedEvent[]) => readonly RecordedEvent[]): readonly RecordedEvent[] =>
  rehashed(change(structuredClone(good)));

const indexOf = (type: string, nth = 0) =>
  good.map((event, at) => (event.type === type ? at : -1)).filter((at) => at >= 0)[nth] ?? -1;

describe('finds an action of a person who may not take it', () => {
  let [seller, buyer] = ['', ''];
  beforeEach(async () => {
    const log = new UncheckedLog();
    const history = new History();
    history.tolerance('0.005');
    history.price('1400');
    [seller, buyer] = [history.member(), history.member()];
    const sell = history.openOrder('sell', seller as MemberId, '140000');
    const trade = history.match(sell, history.openOrder('buy', buyer as MemberId, '14000'));
    history.moveWindow(trade, 'pause');
    history.markStep(trade);
    history.complete(trade);
    history.cancelTrade(history.match(sell, history.openOrder('buy', buyer as MemberId, '14000')));
    history.cancelOrder(history.place('buy', buyer as MemberId, '14000'));
    history.cancelOrder(sell);
    await history.writeTo(log);
    good = log.events;
  });

  const by = (type: string, actorId: string, { nth = 0, data = {}, role = {} } = {}) =>
    rewritten((events) => {
      const at = indexOf(type, nth);
      const event = events[at] as RecordedEvent;
      const metadata = { ...event.metadata, actorId, ...role };
      return events.with(at, { ...event, data: { ...event.data, ...data }, metadata });
    });

  test('of an admin who is not concerned it finds nothing', async () => {
    expect((await check(good)).named).toEqual([]);
  });

  test.each([
    ['an order placed for another member', () => by('OrderPlaced', buyer)],
    ['an order withdrawn by another member', () => by('OrderCancelled', seller)],
    [
      'an order withdrawn by its owner after its approval',
      () => by('OrderCancelled', seller, { nth: 1, data: { by: 'owner' } }),
    ],
    ['an order withdrawn by its owner as an admin', () => by('OrderCancelled', seller, { nth: 1 })],
    ['an own order approved', () => by('OrderApproved', seller)],
    ['an own order matched', () => by('TradeProposed', seller)],
    ['an own match completed', () => by('TradeCompleting', buyer)],
    ['an own match cancelled', () => by('TradeCancelling', buyer)],
    ['an own time stopped', () => by('WindowPaused', buyer)],
    [
      'a step marked for the other party',
      () => by('PaymentSent', seller, { data: { reason: 'PARTY_ASKED' }, role: { actorRole: 'admin' } }),
    ],
  ] as const)('%s', async (_, events) => {
    expect((await check(events())).count('members')).toBeGreaterThan(0);
  });
});

test('finds a consent after the offer’s end, and an end before it', async () => {
  const history = new History();
  history.price('1400');
  const [sell, buy] = [
    history.openOrder('sell', history.member(), '140000'),
    history.openOrder('buy', history.member(), '140000'),
  ];
  const steps = history.matchSteps(sell, buy, undefined, 'offered');
  let next = steps.next();
  while (!next.done) next = steps.next();
  for (const _step of history.answerSteps(next.value, false));
  const log = new UncheckedLog();
  await history.writeTo(log);
  good = log.events;
  const offeredAt = Date.parse(good[indexOf('TradeOffered')]?.metadata.at ?? '');
  const found = async (type: string, minutes: number, change = {}) => {
    const index = indexOf(type);
    const at = new Date(offeredAt + minutes * 60_000).toISOString();
    const events = rewritten((all) => {
      const { data, metadata, ...event } = all[index] as RecordedEvent;
      return all.with(index, { ...event, data: { ...data, ...change }, metadata: { ...metadata, at } });
    });
    return (await check(events)).named.map(({ what }) => what);
  };
  const end = 43_200;
  const late = 'an offer is answered after its end';
  expect(await found('ConsentGiven', end - 0.1)).toEqual([]);
  expect(await found('ConsentGiven', end)).toEqual([late]);
  expect(await found('TradeRejecting', end - 0.1)).toEqual([]);
  expect(await found('TradeRejecting', end)).toContain(late);
  const early = await found('TradeRejecting', end - 0.1, { reason: 'CONSENT_EXPIRED' });
  expect(early).toContain('an offer expires before its end');
});

test('finds a request for approval that expired before its end', async () => {
  const history = new History();
  history.price('1400');
  const [sell, buy] = [
    history.openOrder('sell', history.member(), '140000'),
    history.openOrder('buy', history.member(), '140000'),
  ];
  history.endApproval(history.askApproval(history.match(sell, buy)), history.member(), 'expire');
  const log = new UncheckedLog();
  await history.writeTo(log);
  good = log.events;
  const askedAt = Date.parse(good[indexOf('ApprovalRequested')]?.metadata.at ?? '');
  const found = async (ms: number) => {
    const index = indexOf('ApprovalExpired');
    const events = rewritten((all) => {
      const event = all[index] as RecordedEvent;
      const at = new Date(askedAt + 24 * 3_600_000 + ms).toISOString();
      return all.with(index, { ...event, metadata: { ...event.metadata, at } });
    });
    return (await check(events)).named.map(({ what }) => what);
  };
  expect(await found(0)).toEqual([]);
  expect(await found(-1)).toEqual(['an approval runs out before its end']);
});

test('finds an order at a price that had been replaced for more than a minute', async () => {
  const history = new History();
  history.price('1400');
  history.place('sell', history.member(), '140000');
  history.price('1500');
  const log = new UncheckedLog();
  await history.writeTo(log);
  good = log.events;
  const placedAt = Date.parse(good[indexOf('OrderPlaced')]?.metadata.at ?? '');
  const replaced = async (ms: number) => {
    const at = new Date(placedAt - ms).toISOString();
    const events = rewritten((all) => {
      const price = all.splice(indexOf('PriceSet', 1), 1)[0] as RecordedEvent;
      return all.toSpliced(indexOf('OrderPlaced'), 0, { ...price, metadata: { ...price.metadata, at } });
    });
    return (await check(events)).named.filter((found) => found.check === 'prices');
  };
  // Two streams cannot be checked at once in every log: a price set meanwhile counts as later.
  expect(await replaced(60_000)).toEqual([]);
  expect(await replaced(60_001)).toHaveLength(1);
});
