import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { beforeEach, describe, expect, test } from 'vitest';
import { History } from '../testing/history.ts';
import { randomHistory } from '../testing/random-history.ts';
import { UncheckedLog } from '../testing/unchecked-log.ts';
import { check, rehashed } from './rehashed-log.fixture.ts';
import { verifyLog } from './verify-log.ts';

test.each([1, 2, 3, 4, 5, 6])('finds nothing in a history that follows the rules (seed %i)', async (seed) => {
  const log = new UncheckedLog();
  await randomHistory(seed, 1_000).writeTo(log);
  const { findings, events, lastEvent } = await verifyLog({ log });
  expect(findings.named).toEqual([]);
  expect({ events, lastEvent }).toEqual({ events: log.events.length, lastEvent: log.events.at(-1)?.id });
});

let good: RecordedEvent[];

beforeEach(async () => {
  const log = new UncheckedLog();
  const history = new History();
  history.price('1400');
  const [seller, buyer] = [history.member(), history.member()];
  const sell = history.openOrder('sell', seller, '140000');
  history.complete(history.match(sell, history.openOrder('buy', buyer, '14000')));
  history.cancelTrade(history.match(sell, history.openOrder('buy', buyer, '28000')));
  history.complete(history.match(sell, history.openOrder('buy', buyer, '42000')));
  history.cancelOrder(sell);
  await history.writeTo(log);
  good = log.events;
});

/** Changes an event without computing its hash again, as by SQL. */
const edited = (
  index: number,
  change: (event: RecordedEvent) => Partial<RecordedEvent>,
): readonly RecordedEvent[] =>
  good.map((event, at) => (at === index ? { ...event, ...change(event) } : event));

/** The events after `change`, with their hashes computed again. */
const rewritten = (change: (events: RecordedEvent[]) => readonly RecordedEvent[]): readonly RecordedEvent[] =>
  rehashed(change(structuredClone(good)));

const indexOf = (type: string, nth = 0) =>
  good.map((event, at) => (event.type === type ? at : -1)).filter((at) => at >= 0)[nth] ?? -1;

describe('the chain (6)', () => {
  test('finds a changed byte in an event', async () => {
    const at = indexOf('OrderPlaced');
    const findings = await check(edited(at, ({ data }) => ({ data: { ...data, krwAmount: '140001' } })));
    expect(findings.named[0]).toMatchObject({
      check: 'chain',
      stream: good[at]?.stream,
      revision: 0,
      eventId: good[at]?.id,
    });
    expect(findings.count('chain')).toBe(1);
  });

  test('finds a changed actor and time', async () => {
    const at = indexOf('TradeCompleted');
    const metadata = (event: RecordedEvent) => ({ metadata: { ...event.metadata, actorId: 'b'.repeat(24) } });
    expect((await check(edited(at, metadata))).count('chain')).toBe(1);
  });

  test('finds an event removed from the middle, doubled or moved', async () => {
    const at = indexOf('OrderApproved');
    expect((await check(good.toSpliced(at, 1))).count('chain')).toBeGreaterThan(0);
    const doubled = await check(good.toSpliced(at, 0, good[at] as RecordedEvent));
    expect(doubled.count('chain')).toBeGreaterThan(0);
    const { stream, revision, id: eventId } = good[at] as RecordedEvent;
    expect(doubled.named.filter((found) => found.check === 'ids')).toEqual([
      { check: 'ids', what: 'the id occurs twice', stream, revision, eventId },
    ]);
  });
});

describe('rules broken by the writer, with intact chains', () => {
  const change = (type: string, data: Record<string, unknown>, nth = 0) =>
    rewritten((events) => {
      const at = indexOf(type, nth);
      return events.map((event, index) =>
        index === at ? { ...event, data: { ...event.data, ...data } } : event,
      );
    });
  const causedBy = (type: string, actorRole: 'member') =>
    rewritten((events) => {
      const at = indexOf(type);
      return events.map((event, index) =>
        index === at ? { ...event, metadata: { ...event.metadata, actorRole } } : event,
      );
    });
  const without = (type: string, nth = 0) => rewritten((events) => events.toSpliced(indexOf(type, nth), 1));

  test.each(['TradeProposed', 'TradeCompleted', 'FillReserved', 'FillSettled'])(
    'an event of an ended trade: %s',
    async (type) => {
      const again = { ...(good[indexOf(type)] as RecordedEvent), id: '99999999-9999-4999-8999-999999999999' };
      const at = good.findLastIndex(({ type }) => type === 'OrderCancelled');
      const findings = await check(rewritten((events) => events.toSpliced(at, 0, again)));
      expect(findings.count('trades') + findings.count('quantities')).toBeGreaterThan(0);
      expect(findings.named.map(({ eventId }) => eventId)).toContain(again.id);
    },
  );

  test.each([
    [
      'an order placed at a price that was not in force',
      () => change('OrderPlaced', { priceRevision: 1 }),
      'prices',
    ],
    [
      'an amount that is not won divided by price',
      () => change('OrderPlaced', { amount: '100.0001' }),
      'quantities',
    ],
    ['more withdrawn than was open', () => change('OrderCancelled', { withdrawn: '99.0000' }), 'quantities'],
    [
      'an order approved twice',
      () =>
        rewritten((events) => {
          const at = indexOf('OrderApproved');
          const again = { ...(events[at] as RecordedEvent), id: 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee' };
          return events.toSpliced(at + 1, 0, again);
        }),
      'quantities',
    ],
    ['an order matched without approval', () => without('OrderApproved'), 'quantities'],
    ['a settlement without the reservation', () => without('FillReserved'), 'trades'],
    ['a match decided with one reservation', () => without('FillReserved', 1), 'trades'],
    ['a completion without a decision', () => without('TradeCompleting'), 'trades'],
    ['a cancelled trade whose order still holds its reservation', () => without('FillReleased'), 'trades'],
    ['a completed trade that one order never settled', () => without('FillSettled', 1), 'sums'],
    ['another amount reserved than agreed', () => change('FillReserved', { amount: '9.0000' }), 'sums'],
    ['another amount settled than reserved', () => change('FillSettled', { amount: '9.0000' }), 'sums'],
    ['a fee that does not follow the rule', () => change('FillSettled', { fee: '0.1001' }), 'sums'],
    ['a fee rate that was not agreed', () => change('FillSettled', { feeRate: '0.02' }), 'sums'],
    ['a fee on the buy order', () => change('FillSettled', { fee: '0.1000' }, 1), 'sums'],
    [
      'a price that neither order names',
      () => change('TradeProposed', { price: '9999', krw: '99990' }),
      'sums',
    ],
    ['an unknown fee rule', () => change('TradeProposed', { feeRule: 'none' }), 'sums'],
    [
      'a trade credited to a code its seller never had',
      () => change('TradeCompleting', { sellerReferralCode: 'FRIEND' }),
      'members',
    ],
    [
      'a trade credited to another code than was decided',
      () => change('TradeCompleted', { sellerReferralCode: 'FRIEND' }),
      'members',
    ],
    ['a trade of a member who was never active', () => without('MemberActivated'), 'members'],
    ['an event of an unregistered member', () => without('MemberRegistered'), 'members'],
    ...(['PriceSet', 'OrderApproved', 'TradeProposed', 'TradeCompleting', 'MemberActivated'] as const).map(
      (type) => [`${type} caused by a plain member`, () => causedBy(type, 'member'), 'members'] as const,
    ),
    ['a trade with another fee than its order', () => change('TradeCompleted', { fee: '0.1001' }), 'sums'],
    [
      'a trade completed on other terms than proposed',
      () => change('TradeCompleted', { price: '1401' }),
      'sums',
    ],
    ['won that are not amount times price', () => change('TradeProposed', { krw: '14001' }), 'sums'],
    [
      'a match of one member with themselves',
      () => {
        const sellerId = good[indexOf('TradeProposed')]?.data['sellerId'];
        return change('TradeProposed', { buyerId: sellerId });
      },
      'trades',
    ],
    [
      'a member who does not own the order',
      () => change('TradeProposed', { buyerId: 'c'.repeat(24) }),
      'trades',
    ],
    [
      'an event in the stream of another order',
      () => change('OrderApproved', { orderId: 'c'.repeat(24) }),
      'shape',
    ],
    ['an unreadable event', () => change('OrderApproved', { orderId: 7 }), 'shape'],
  ] as const)('%s', async (_, events, expected) => {
    const findings = await check(events());
    expect(findings.count('chain')).toBe(0);
    expect(findings.count(expected)).toBeGreaterThan(0);
    expect(findings.named[0]?.eventId).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test('finds a window that expired before its end, or has a length that no level gives', async () => {
  const history = new History();
  const level = { trades: 0, openKrw: null, windowMinutes: 60 };
  history.levels(level);
  history.price('1400');
  const trade = history.match(
    history.openOrder('sell', history.member(), '140000'),
    history.openOrder('buy', history.member(), '140000'),
  );
  history.moveWindow(trade, 'pause');
  history.moveWindow(trade, 'expire');
  // Only the length of the windows differs.
  history.levels({ ...level, windowMinutes: 90 });
  const log = new UncheckedLog();
  await history.writeTo(log);
  good = log.events;
  const expired = good[indexOf('WindowExpired')];
  const matchedAt = Date.parse(good[indexOf('TradeMatched')]?.metadata.at ?? '');
  // A pause of a second, and 30 minutes more.
  const at = (ms: number) => ({
    metadata: { ...expired?.metadata, at: new Date(matchedAt + 5_401_000 + ms).toISOString() },
  });
  const found = async (change: object) => {
    const index = indexOf('WindowExpired');
    const events = rewritten((all) => all.with(index, { ...all[index], ...change } as RecordedEvent));
    return (await check(events)).named.map(({ what }) => what);
  };
  expect(await found({})).toEqual([]);
  expect(await found(at(0))).toEqual([]);
  expect(await found(at(-1))).toEqual([expect.stringContaining('time runs out before its end')]);
  expect(await found({ data: { ...expired?.data, minutes: 59 } })).toEqual([
    expect.stringContaining('which no level gives'),
  ]);
});

test('finds nothing in the end of a paused window whose mark was undone by a clock that is behind', async () => {
  const history = new History();
  history.price('1400');
  const trade = history.match(
    history.openOrder('sell', history.member(), '140000'),
    history.openOrder('buy', history.member(), '140000'),
  );
  history.markStep(trade);
  history.moveWindow(trade, 'pause');
  history.takeBackStep(trade);
  history.moveWindow(trade, 'expire');
  const log = new UncheckedLog();
  await history.writeTo(log);
  good = log.events;
  const [resumed, undone] = [indexOf('WindowResumed'), indexOf('StepTakenBack')];
  const matchedAt = Date.parse(good[indexOf('TradeMatched')]?.metadata.at ?? '');
  // Undone while it is paused, half a minute before the pause began by the clock of who paused it.
  const minutes = { WindowPaused: 10, StepTakenBack: 9.5, WindowResumed: 20, WindowExtended: 21 };
  const found = async (expiredAfter: number) => {
    const after: Readonly<Record<string, number>> = { ...minutes, WindowExpired: expiredAfter };
    const events = rewritten((all) => {
      const inOrder = all
        .with(resumed, all[undone] as RecordedEvent)
        .with(undone, all[resumed] as RecordedEvent);
      return inOrder.map((event, index) => {
        const ms = matchedAt + (after[event.type] ?? Number.NaN) * 60_000;
        const at = Number.isNaN(ms) ? event.metadata.at : new Date(ms).toISOString();
        return {
          ...event,
          position: all[index]?.position ?? '',
          metadata: { ...event.metadata, at },
        } as RecordedEvent;
      });
    });
    return (await check(events)).named.map(({ what }) => what);
  };
  // An hour, ten minutes of a pause, and 30 that were added.
  expect(await found(100)).toEqual([]);
  expect(await found(99.9)).toEqual([expect.stringContaining('time runs out before its end')]);
});

test('finds a window that expired twice, unless it was extended, if only after its mark, which was undone', async () => {
  const history = new History();
  history.price('1400');
  const trade = history.match(
    history.openOrder('sell', history.member(), '140000'),
    history.openOrder('buy', history.member(), '140000'),
  );
  history.moveWindow(trade, 'expire');
  history.markStep(trade);
  history.moveWindow(trade, 'extend');
  history.takeBackStep(trade);
  history.moveWindow(trade, 'expire');
  const log = new UncheckedLog();
  await history.writeTo(log);
  good = log.events;
  const [, afterMark, afterUndo] = [0, 1, 2].map((nth) => indexOf('WindowExtended', nth));
  const foundWithout = async (...left: readonly unknown[]) =>
    (await check(rewritten((all) => all.filter((_, at) => !left.includes(at))))).named.map(
      ({ what }) => what,
    );
  expect(await foundWithout(afterUndo)).toEqual([]);
  expect(await foundWithout(afterUndo, afterMark)).toEqual([expect.stringContaining('time runs out twice')]);
});

test('finds levels that were set without a change', async () => {
  const history = new History();
  for (const windowMinutes of [60, 90, 90]) history.levels({ trades: 0, openKrw: null, windowMinutes });
  const log = new UncheckedLog();
  await history.writeTo(log);
  const { findings } = await verifyLog({ log });
  expect(findings.named).toMatchObject([{ what: expect.stringContaining('set to what they were') }]);
});

test('finds a match at a price that is worse for an owner than the tolerance, unless the owner’s consent is required', async () => {
  const named = async (arrange: (history: History) => void, outcome: 'matched' | 'offered' = 'matched') => {
    const history = new History();
    arrange(history);
    history.price('1400');
    const sell = history.openOrder('sell', history.member(), '140000');
    history.price('1393');
    const buy = history.openOrder('buy', history.member(), '139300');
    // At the sell order's price, 7 won per USDT (0.5025 %) above the buyer's.
    for (const _step of history.matchSteps(sell, buy, '1.0000', outcome));
    const log = new UncheckedLog();
    await history.writeTo(log);
    return (await verifyLog({ log })).findings.named.map(({ what }) => what);
  };
  const found = [expect.stringContaining('beyond the limit of the buy order')];
  expect(await named((history) => history.tolerance('0.005'))).toEqual(found);
  expect(await named((history) => history.tolerance('0.005'), 'offered')).toEqual([]);
  expect(await named((history) => history.tolerance('0.00503'))).toEqual([]);
  // Events of an earlier version have no tolerance.
  expect(await named(() => {})).toEqual([]);
  const changed = (history: History) => {
    history.tolerance('0.01');
    history.tolerance('0.005');
  };
  // For a day, a program with the earlier configuration may run at the same time.
  expect(await named(changed)).toEqual([]);
  const later = (history: History) => {
    changed(history);
    history.at('2026-02-01T15:00:00.000Z');
  };
  expect(await named(later)).toEqual(found);
});

test('finds a second match of two orders with a live one', async () => {
  const log = new UncheckedLog();
  const history = new History();
  history.price('1400');
  const sell = history.openOrder('sell', history.member(), '140000');
  const buy = history.openOrder('buy', history.member(), '140000');
  history.match(sell, buy, '1.0000');
  history.match(sell, buy, '2.0000');
  await history.writeTo(log);
  const { findings } = await verifyLog({ log });
  expect(findings.named[0]?.what).toContain('have a live trade already');
});

test('notes an unfinished trade, without a finding', async () => {
  const log = new UncheckedLog();
  for (const event of good.slice(0, indexOf('TradeCompleting') + 1)) log.force(event);
  const { findings, underWay } = await verifyLog({ log });
  expect(findings.total).toBe(0);
  expect(underWay).toMatchObject([{ what: expect.stringContaining('completing') }]);
});

test('counts every fault of a completely wrong log and names the first ones', async () => {
  const log = new UncheckedLog();
  for (let event = 0; event < 500; event++) {
    const template = good[0];
    if (template !== undefined)
      log.force({ ...template, id: 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee', revision: 5 });
  }
  const { findings } = await verifyLog({ log });
  expect(findings.total).toBe(500 + 499);
  expect(findings.named).toHaveLength(200);
});
