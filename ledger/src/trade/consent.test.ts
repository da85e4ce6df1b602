import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { MemberId, Side } from '@matgyo/contracts/ids';
import type { Krw, Price } from '@matgyo/contracts/money';
import { describe, expect, test } from 'vitest';
import { acceptOffer, declineOffer, expireOffer, type OfferAnswer, withdrawOffer } from './consent.ts';
import { markStep } from './payment-decisions.ts';
import { type ExistingTrade, isResting, type Trade, type TradeTerms } from './trade.ts';
import { match, propose, startCancelling, startCompleting, startRejecting } from './trade-decisions.ts';
import { buyerId, given, sellerId, terms as termsAt1400, tradeId } from './trade-events.fixture.ts';

const terms: TradeTerms = { ...termsAt1400, price: '1350' as Price, krw: '8100' as Krw };
const wanted = (...of: Side[]): TradeEvent => ({
  type: 'TradeProposed',
  data: { ...terms, consent: { of, minutes: 30 } },
});
const offered: TradeEvent = { type: 'TradeOffered', data: { tradeId } };
const matched: TradeEvent = { type: 'TradeMatched', data: { tradeId } };
const consent = (side: Side): TradeEvent => ({ type: 'ConsentGiven', data: { tradeId, side } });
const rejecting = (reason: string): TradeEvent => ({ type: 'TradeRejecting', data: { tradeId, reason } });
// Events of these histories happen at 03:04:05.678.
const inTime = '2026-01-02T03:34:05.677Z';
const late = '2026-01-02T03:34:05.678Z';
const seller = { memberId: sellerId, at: inTime };
const buyer = { memberId: buyerId, at: inTime };
const stranger = { memberId: 'e'.repeat(24) as MemberId, at: inTime };

describe('a price beyond a limit', () => {
  test('is offered instead of matched, once both orders have reserved', () => {
    given()
      .when((trade) => propose(trade, terms, { of: ['sell'], minutes: 30 }))
      .thenAppends(wanted('sell'));
    given(wanted('sell')).when(match).thenAppends(offered);
    given(wanted('sell'), offered).when(match).thenAppends();
    expect(given(wanted('sell'), offered).state).toMatchObject({
      state: 'offered',
      consent: { of: ['sell'], given: [], until: late },
    });
    expect(isResting(given(wanted('sell'), offered).state as ExistingTrade)).toBe(true);
  });

  test('is matched by the consent of each member whose limit it exceeds, in either order', () => {
    given(wanted('sell'), offered)
      .when((trade) => acceptOffer(trade, seller))
      .thenAppends(consent('sell'), matched);
    for (const [first, second] of [
      [seller, buyer],
      [buyer, seller],
    ] as const) {
      const [one, other] = first === seller ? (['sell', 'buy'] as const) : (['buy', 'sell'] as const);
      given(wanted('sell', 'buy'), offered)
        .when((trade) => acceptOffer(trade, first))
        .thenAppends(consent(one));
      given(wanted('sell', 'buy'), offered, consent(one))
        .when((trade) => acceptOffer(trade, second))
        .thenAppends(consent(other), matched);
    }
  });

  test('cannot be matched without it', () => {
    given(wanted('sell')).thenImpossible(matched, 'every consent');
    given(wanted('sell'), offered).thenImpossible(matched, 'every consent');
    given(wanted('sell', 'buy'), offered, consent('sell')).thenImpossible(matched, 'every consent');
    given(wanted('sell'), offered).thenImpossible(consent('buy'), 'is wanted');
    given(wanted('sell', 'buy'), offered, consent('sell')).thenImpossible(consent('sell'), 'not given yet');
    given({ type: 'TradeProposed', data: terms }).thenImpossible(offered, 'where consent is wanted');
  });
});

/** Every state of an offer, and every action on it. */
const histories = {
  proposed: [wanted('sell')],
  offered: [wanted('sell'), offered],
  'offered to both': [wanted('sell', 'buy'), offered],
  'accepted by one': [wanted('sell', 'buy'), offered, consent('sell')],
  accepted: [wanted('sell'), offered, consent('sell'), matched],
  declined: [wanted('sell'), offered, rejecting('CONSENT_DECLINED')],
  'taken back': [wanted('sell'), offered, rejecting('CANCELLED_BY_ADMIN')],
} satisfies Record<string, readonly TradeEvent[]>;
type History = keyof typeof histories;

const both = (accept: string, decline: string) => ({ accept, decline });
const over = both('OFFER_OVER', 'OFFER_OVER');
const matching = both('ConsentGiven TradeMatched', 'TradeRejecting');
const none = both('TRADE_NOT_FOUND', 'TRADE_NOT_FOUND');
const notRequested = both('CONSENT_NOT_YOURS', 'CONSENT_NOT_YOURS');
const outcomes: Record<History, Record<'seller' | 'buyer' | 'late', ReturnType<typeof both>>> = {
  proposed: { seller: over, buyer: over, late: over },
  offered: { seller: matching, buyer: notRequested, late: over },
  'offered to both': {
    seller: both('ConsentGiven', 'TradeRejecting'),
    buyer: both('ConsentGiven', 'TradeRejecting'),
    late: over,
  },
  'accepted by one': { seller: both('CONSENT_GIVEN', 'CONSENT_GIVEN'), buyer: matching, late: over },
  accepted: { seller: over, buyer: over, late: over },
  declined: { seller: over, buyer: over, late: over },
  'taken back': { seller: over, buyer: over, late: over },
};
const people = { seller, buyer, late: { ...seller, at: late } } as const;

function outcomeOf(
  decide: (trade: Trade, answer: OfferAnswer) => readonly TradeEvent[],
  of: History,
  answer: OfferAnswer,
) {
  try {
    return decide(given(...histories[of]).state, answer)
      .map(({ type }) => type)
      .join(' ');
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
}

describe('an offer', () => {
  test.each(Object.keys(histories) as History[])('that is %s has one outcome for each answer', (of) => {
    for (const who of ['seller', 'buyer', 'late'] as const) {
      expect(outcomeOf(acceptOffer, of, people[who]), `${who} accepts`).toBe(outcomes[of][who].accept);
      expect(outcomeOf(declineOffer, of, people[who]), `${who} declines`).toBe(outcomes[of][who].decline);
    }
    expect(both(outcomeOf(acceptOffer, of, stranger), outcomeOf(declineOffer, of, stranger))).toEqual(none);
  });

  test('that is declined rejects the trade, with that reason', () => {
    given(...histories.offered)
      .when((trade) => declineOffer(trade, seller))
      .thenAppends(rejecting('CONSENT_DECLINED'));
  });

  test('that is over returns the trade’s state', () => {
    given(...histories.accepted)
      .when((trade) => acceptOffer(trade, seller))
      .thenRefused('OFFER_OVER', { tradeId, state: 'matched' });
    given(...histories.offered)
      .when((trade) => acceptOffer(trade, people.late))
      .thenRefused('OFFER_OVER', { tradeId, state: 'rejected' });
  });

  test.each(Object.keys(histories) as History[])(
    'that is %s expires or is withdrawn only while it is open',
    (of) => {
      const isOpen = given(...histories[of]).state.state === 'offered';
      const history = given(...histories[of]);
      history.when((trade) => expireOffer(trade, inTime)).thenAppends();
      history
        .when((trade) => expireOffer(trade, late))
        .thenAppends(...(isOpen ? [rejecting('CONSENT_EXPIRED')] : []));
      const withdrawn = history.when((trade) => withdrawOffer(trade, 'CANCELLED_BY_ADMIN'));
      if (!isOpen) return withdrawn.thenRefused('OFFER_OVER', { tradeId, state: history.state.state });
      withdrawn.thenAppends(rejecting('CANCELLED_BY_ADMIN'));
      history
        .when((trade) => startCancelling(trade, 'CANCELLED_BY_ADMIN'))
        .thenAppends(rejecting('CANCELLED_BY_ADMIN'));
      history.when((trade) => startCompleting(trade, null)).thenRefused('CONSENT_PENDING', { tradeId });
      history.when((trade) => startRejecting(trade, 'ORDER_NOT_OPEN')).thenAppends();
      const step = { step: 'payment-sent', actor: { memberId: buyerId, admin: false } } as const;
      history.when((trade) => markStep(trade, step)).thenRefused('TRADE_NOT_MATCHED');
    },
  );
});
