import type { Price } from '@matgyo/contracts/money';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { expireOffer } from '@matgyo/ledger/trade/consent';
import { expect, test } from 'vitest';
import { testAll } from '../../../../test/test-all.ts';
import { executeOnStream } from '../../platform/commands/execute-on-stream.ts';
import { ofTrade } from '../../platform/commands/ledger-streams.ts';
import { decideOffer } from '../trades/answer-offer.ts';
import { cancelTrade, completeTrade } from '../trades/finish-trade.ts';
import { memberId, tradeId } from '../trades/ledger-market.fixture.ts';
import { driveTrade } from '../trades/trade-process.ts';
import { type CrossedAction, cross, marketOfTwo } from './crossed-actions.fixture.ts';
import { everySchedule } from './every-schedule.fixture.ts';

/*
 * All schedules of two actions on an offered trade, with one fault at any append: a member accepts or declines, an
 * admin cancels or completes, the offer expires.
 */

const trade = tradeId(1);
const longAfter = '2027-01-01T00:00:00.000Z';

const replying = (number: number, accept: boolean): CrossedAction => ({
  actorId: memberId(number),
  actorRole: 'member',
  perform: (process, command) =>
    decideOffer(process, { command, tradeId: trade, memberId: memberId(number), accept }),
});
const admin = { actorId: memberId(0), actorRole: 'admin' } as const;
const actions = {
  'seller accepts': replying(1, true),
  'seller declines': replying(1, false),
  'buyer accepts': replying(2, true),
  'buyer declines': replying(2, false),
  'take back': {
    ...admin,
    perform: (to, command) => cancelTrade(to, { command, trade: { tradeId: trade } }),
  },
  complete: {
    ...admin,
    perform: (to, command) =>
      completeTrade(to, { approval: 'nothing typed', command, trade: { tradeId: trade } }),
  },
  expire: {
    actorId: 'consent-time',
    actorRole: 'system',
    mayBeNothing: true,
    async perform(process, command) {
      const { history } = await executeOnStream({
        ledger: process.ledger,
        ...ofTrade(trade),
        command: { ...command, at: longAfter },
        decide: (state) => expireOffer(state, longAfter),
      });
      await driveTrade(process, command, trade, history);
    },
  },
} satisfies Readonly<Record<string, CrossedAction>>;
type Name = keyof typeof actions;
const names = Object.keys(actions) as Name[];

/** A sell order at 1,450 and a buy order at 1,400, offered at a price that needs one or both consents. */
async function offered(of: 'buyer' | 'both'): Promise<readonly RecordedEvent[]> {
  const market = await marketOfTwo();
  await market.setPrice('1450');
  const sellOrderId = await market.place(1, 'sell', 14);
  await market.setPrice('1400');
  const buyOrderId = await market.place(2, 'buy', 7);
  const price = (of === 'buyer' ? '1450' : '1425') as Price;
  const { state } = await market.match(1, { sellOrderId, buyOrderId, price, askConsent: true });
  expect(state).toBe('offered');
  return market.log.events;
}

const ends: ReadonlySet<string> = new Set(['TradeRejected', 'TradeCancelled', 'TradeCompleted']);

/** The final state of the trade by its events. */
const endOf = (events: readonly RecordedEvent[]): string | undefined =>
  events.findLast(({ type }) => ends.has(type) || type === 'TradeMatched' || type === 'TradeOffered')?.type;

const pairs = names.flatMap((one, index) => names.slice(index).map((other) => ({ one, other })));
/** `npm run test:all` has all pairs; otherwise accepting with every other action. */
const usual = pairs.filter(({ one }) => one === 'buyer accepts');

test.each(testAll ? pairs : usual)(
  '$one and $other on an offer to both in every order with every fault: one outcome',
  async ({ one, other }) => {
    const before = await offered('both');
    const seen = new Set<string>();
    const states = await everySchedule(async (choose) => {
      const run = await cross(before, [actions[one], actions[other]], { faults: 1 }, choose);
      if (run === undefined) return;
      const types = run.events.map(({ type }) => type);
      expect(types.filter((type) => ends.has(type)).length).toBeLessThanOrEqual(1);
      // Never matched without both consents.
      const consents = types.filter((type) => type === 'ConsentGiven').length;
      expect(types.includes('TradeMatched')).toBe(consents === 2);
      seen.add(`${endOf(run.events)}`);
    });
    expect(states).toBeGreaterThan(7);
    expect(seen.size).toBeGreaterThan(0);
  },
);

test('accepting, declining and cancelling at once: the first decides, in every order', async () => {
  const before = await offered('buyer');
  const seen = new Set<string>();
  const three = [actions['buyer accepts'], actions['buyer declines'], actions['take back']];
  const states = await everySchedule(async (choose) => {
    const run = await cross(before, three, { faults: 0 }, choose);
    if (run === undefined) return;
    const [accepted, declined, takenBack] = run.answers;
    seen.add(`${endOf(run.events)}: accept ${accepted}, decline ${declined}, take back ${takenBack}`);
  });
  expect(states).toBeGreaterThan(100);
  expect([...seen].sort()).toEqual([
    // Accepted, and cancelled as a match afterwards.
    'TradeCancelled: accept yes, decline no, take back yes',
    'TradeRejected: accept no, decline no, take back yes',
    'TradeRejected: accept no, decline yes, take back no',
  ]);
});
