import { noSecondAdmin } from '@matgyo/contracts/approvals';
import { type AppealOutcome, appealHours, type RulingOutcome, statementsMax } from '@matgyo/contracts/cases';
import type { CaseEvent, TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import { describe, expect, test } from 'vitest';
import { appeal, ruleOnAppeal } from './appeal-decisions.ts';
import { addStatement, openCase, takeCase } from './case-decisions.ts';
import { reverse, revisionForReversal } from './reversal.ts';
import type { Trade } from './trade.ts';
import {
  adminId,
  buyer,
  buyerId,
  caseId,
  given,
  grounds,
  matched,
  otherAdmin,
  otherCase,
  seller,
  sellerId,
  statement,
  terms,
  tradeId,
} from './trade-events.fixture.ts';

/** The time of every event that `given` folds. */
const ruledAt = '2026-01-02T03:04:05.678Z';
const after = (hours: number) => new Date(Date.parse(ruledAt) + hours * 3_600_000).toISOString();
const thirdAdmin = '8'.repeat(24) as MemberId;
const figures = { ...terms, fee: '0.0600' as Usdt, sellerReferralCode: null };
const inCase: readonly TradeEvent[] = [
  ...matched,
  { type: 'CaseOpened', data: { tradeId, caseId, by: 'buy', reason: 'TETHER_NOT_RECEIVED' } },
  { type: 'CaseStatementAdded', data: { tradeId, caseId, by: 'buy', statement } },
  { type: 'CaseTaken', data: { tradeId, caseId, adminId } },
];
const ruling = (outcome: RulingOutcome): TradeEvent => ({
  type: 'CaseRuled',
  // Against the seller with either outcome.
  data: {
    tradeId,
    caseId,
    outcome,
    grounds,
    reasons: [outcome === 'complete' ? 'PAYMENT_PROVEN' : 'TETHER_NOT_PROVEN'],
  },
});
const completing: TradeEvent = { type: 'TradeCompleting', data: { tradeId, sellerReferralCode: null } };
const cancelling: TradeEvent = { type: 'TradeCancelling', data: { tradeId, reason: 'RULED' } };
const ruledTo = {
  complete: [...inCase, ruling('complete'), completing, { type: 'TradeCompleted', data: figures }],
  cancel: [
    ...inCase,
    ruling('cancel'),
    cancelling,
    { type: 'TradeCancelled', data: { tradeId, reason: 'RULED' } },
  ],
} as const satisfies Readonly<Record<RulingOutcome, readonly TradeEvent[]>>;
const appealed = (by: 'sell' | 'buy' = 'sell'): CaseEvent => ({
  type: 'CaseAppealed',
  data: { tradeId, caseId, by, statement },
});
const decided = (outcome: AppealOutcome): CaseEvent => ({
  type: 'AppealRuled',
  data: { tradeId, caseId, outcome, grounds },
});
const overturned: CaseEvent = { type: 'AppealRuled', data: { tradeId, caseId, outcome: 'overturn' } };
const why = { reason: 'COMPLETED_BY_MISTAKE', grounds, approval: noSecondAdmin } as const;
const reversed: TradeEvent = { type: 'TradeReversed', data: { ...figures, ...why } };

const appealing =
  (actor = seller, at = after(1)) =>
  (trade: Trade) =>
    appeal(trade, { caseId, actor, statement, at });
const deciding =
  (
    outcome: AppealOutcome,
    {
      admin = otherAdmin,
      approvedBy,
      hasOther = true,
    }: { admin?: MemberId; approvedBy?: MemberId; hasOther?: boolean } = {},
  ) =>
  (trade: Trade) =>
    ruleOnAppeal(trade, { caseId, adminId: admin, approvedBy, outcome, grounds, hasOther });

describe.each(['complete', 'cancel'] as const)('an appeal against a ruling to %s', (outcome) => {
  const ruled = ruledTo[outcome];

  test.each([false, true])('is made once, by the losing side, also if it is an admin: %s', (admin) => {
    given(...ruled)
      .when(appealing({ ...seller, admin }))
      .thenAppends(appealed());
    given(...ruled, appealed())
      .when(appealing())
      .thenRefused('ALREADY_APPEALED');
    given(...ruled, appealed()).thenImpossible(appealed(), 'is appealed against once');
    for (const history of [ruled, [...ruled, appealed()]]) {
      given(...history)
        .when(appealing(buyer))
        .thenRefused('APPEAL_NOT_YOURS');
      given(...history).thenImpossible(appealed('buy'));
    }
  });

  test('is made once, by either side, if the ruling is against neither', () => {
    const agreed = ruled.map((event) =>
      event.type === 'CaseRuled' ? { ...event, data: { ...event.data, reasons: ['PARTIES_AGREED'] } } : event,
    ) as TradeEvent[];
    for (const [by, actor] of [
      ['sell', seller],
      ['buy', buyer],
    ] as const) {
      given(...agreed)
        .when(appealing(actor))
        .thenAppends(appealed(by));
      for (const again of [seller, buyer])
        given(...agreed, appealed(by))
          .when(appealing(again))
          .thenRefused('ALREADY_APPEALED');
    }
  });

  test('is made within 72 hours', () => {
    const last = after(appealHours);
    const late = new Date(Date.parse(last) + 1).toISOString();
    given(...ruled)
      .when(appealing(seller, last))
      .thenTypes('CaseAppealed');
    given(...ruled)
      .when(appealing(seller, late))
      .thenRefused('APPEAL_TOO_LATE');
  });

  test('is made by no one else, and on no other case', () => {
    given(...ruled)
      .when(appealing({ memberId: otherAdmin, admin: true }))
      .thenRefused('APPEAL_NOT_YOURS');
    given(...ruled)
      .when(appealing({ memberId: otherAdmin, admin: false }))
      .thenRefused('TRADE_NOT_FOUND');
    given(...ruled)
      .when((trade) => appeal(trade, { caseId: otherCase, actor: seller, statement, at: after(1) }))
      .thenRefused('NO_RULING');
    const ofOther = { tradeId, caseId: otherCase, by: 'sell', statement } as const;
    given(...ruled).thenImpossible({ type: 'CaseAppealed', data: ofOther }, 'was ended by the ruling');
  });

  test('waits until the ruling was carried out', () => {
    for (const until of [inCase, ruled.slice(0, -1)]) {
      given(...until)
        .when(appealing())
        .thenRefused('NO_RULING');
      given(...until).thenImpossible(appealed());
    }
  });

  test('accepts statements of both parties and of admins until it is decided', () => {
    const input = { caseId, statement };
    const add = (actor: typeof seller) => (trade: Trade) => addStatement(trade, { ...input, actor });
    given(...ruled)
      .when(add(buyer))
      .thenRefused('CASE_CLOSED');
    const firstStatement = (by: 'sell' | 'buy' | 'admin'): CaseEvent => ({
      type: 'CaseStatementAdded',
      data: { tradeId, caseId, by, statement },
    });
    for (const [by, actor] of [
      ['sell', seller],
      ['buy', buyer],
      ['admin', { memberId: adminId, admin: true }],
    ] as const)
      given(...ruled, appealed())
        .when(add(actor))
        .thenAppends(firstStatement(by));
    // The appeal itself is one of the statements.
    const many = Array.from({ length: statementsMax - 2 }, () => firstStatement('sell'));
    given(...ruled, appealed(), ...many)
      .when(add(seller))
      .thenAppends(firstStatement('sell'));
    given(...ruled, appealed(), ...many, firstStatement('sell'))
      .when(add(seller))
      .thenRefused('TOO_MANY_STATEMENTS');
    given(...ruled, appealed(), decided('confirm'))
      .when(add(seller))
      .thenRefused('CASE_CLOSED');
  });

  test('is decided by an admin who has read all statements of the case', () => {
    const open = given(...ruled, appealed());
    const decide = (statements: number) => (trade: Trade) =>
      ruleOnAppeal(trade, {
        ...{ caseId, adminId: otherAdmin, approvedBy: undefined, outcome: 'confirm', grounds },
        ...{ hasOther: true, statements },
      });
    open.when(decide(1)).thenRefused('STATEMENTS_ADDED', { statements: 2 });
    open.when(decide(2)).thenAppends(decided('confirm'));
  });

  test('is confirmed finally, by an admin who neither ruled nor approved, if there is one', () => {
    const open = [...ruled, appealed()];
    given(...open)
      .when(deciding('confirm'))
      .thenAppends(decided('confirm'));
    given(...open)
      .when(deciding('confirm', { admin: adminId }))
      .thenRefused('APPEAL_NEEDS_ANOTHER_ADMIN');
    given(...open)
      .when(deciding('confirm', { admin: adminId, hasOther: false }))
      .thenAppends({
        type: 'AppealRuled',
        data: { tradeId, caseId, outcome: 'confirm', grounds, approval: noSecondAdmin },
      });
    const approvedBy = otherAdmin;
    given(...open)
      .when(deciding('confirm', { approvedBy }))
      .thenRefused('APPEAL_NEEDS_ANOTHER_ADMIN');
    const named = { tradeId, caseId, outcome: 'confirm', grounds, approvedBy } as const;
    given(...open)
      .when(deciding('confirm', { approvedBy, hasOther: false }))
      .thenAppends({ type: 'AppealRuled', data: { ...named, approval: noSecondAdmin } });
    given(...open)
      .when(deciding('confirm', { approvedBy, admin: thirdAdmin }))
      .thenAppends({ type: 'AppealRuled', data: named });
    for (const party of [sellerId, buyerId])
      given(...open)
        .when(deciding('confirm', { admin: party }))
        .thenRefused('OWN_ORDER');
    for (const without of [ruled, [...open, decided('confirm')]]) {
      given(...without)
        .when(deciding('confirm'))
        .thenRefused('CASE_CLOSED');
      given(...without).thenImpossible(decided('confirm'), 'while an appeal is open');
    }
    given(...open, decided('confirm'))
      .when(appealing())
      .thenRefused('ALREADY_APPEALED');
  });

  test('does not reopen a case', () => {
    const open = given(...ruled, appealed());
    open
      .when((trade) => openCase(trade, { caseId: otherCase, actor: buyer, reason: 'OTHER', statement }))
      .thenRefused('TRADE_ALREADY_FINISHED');
    open.when((trade) => takeCase(trade, { caseId, adminId })).thenRefused('CASE_CLOSED');
    open.thenImpossible({ type: 'CaseTaken', data: { tradeId, caseId, adminId } }, 'CaseTaken follows');
  });
});

test('a ruling to cancel is overturned by a note: nothing else follows', () => {
  given(...ruledTo.cancel, appealed())
    .when(deciding('overturn'))
    .thenAppends(decided('overturn'));
  given(...ruledTo.cancel, appealed()).thenImpossible(overturned, 'is decided with grounds');
  given(...ruledTo.cancel, appealed(), decided('overturn')).thenImpossible(reversed);
});

test('a ruling to complete is overturned only by reversing the trade', () => {
  const open = given(...ruledTo.complete, appealed());
  open.when(deciding('overturn')).thenRefused('APPEAL_NEEDS_REVERSAL');
  open.thenImpossible(decided('overturn'), 'is decided with grounds');
  open.when((trade) => reverse(trade, why)).thenAppends(overturned, reversed);
  open.thenImpossible(reversed, 'its appeal is decided with its reversal');
  given(...ruledTo.complete, appealed(), overturned, reversed)
    .when(appealing())
    .thenRefused('TRADE_REVERSED');
});

test('a confirmed ruling leaves a reversal by two admins possible, which is then no part of the appeal', () => {
  for (const before of [ruledTo.complete, [...ruledTo.complete, appealed(), decided('confirm')]])
    given(...before)
      .when((trade) => reverse(trade, why))
      .thenAppends(reversed);
});

test('only an open appeal is a reason to reverse a trade as overturned; a stored one without it still reads', () => {
  const onAppeal = { ...why, reason: 'OVERTURNED_ON_APPEAL' };
  const stored: TradeEvent = { type: 'TradeReversed', data: { ...figures, ...onAppeal } };
  given(...ruledTo.complete, appealed())
    .when((trade) => reverse(trade, onAppeal))
    .thenAppends(overturned, stored);
  const unruled = [...matched, completing, ruledTo.complete.at(-1) as TradeEvent];
  for (const before of [unruled, ruledTo.complete, [...ruledTo.complete, appealed(), decided('confirm')]]) {
    given(...before)
      .when((trade) => reverse(trade, onAppeal))
      .thenRefused('NO_OPEN_APPEAL');
    expect(given(...before, stored).state).toMatchObject({ state: 'reversed', reason: onAppeal.reason });
  }
});

test('no appeal against an end without a ruling', () => {
  const matched = inCase.slice(0, 2);
  given(...matched, cancelling, { type: 'TradeCancelled', data: { tradeId, reason: 'RULED' } })
    .when(appealing())
    .thenRefused('NO_RULING');
  given(...matched)
    .when(appealing())
    .thenRefused('NO_RULING');
});

describe('an approval of a reversal', () => {
  const countedIn = (...events: readonly TradeEvent[]) => {
    const { state } = given(...events);
    if (state.state !== 'completed') throw new Error('the trade is not completed');
    return revisionForReversal(state, events.length - 1);
  };
  const stated = (by: 'sell' | 'buy' | 'admin'): CaseEvent => ({
    type: 'CaseStatementAdded',
    data: { tradeId, caseId, by, statement },
  });
  const ended = ruledTo.complete;

  test('is not outdated by statements, which a party can add at any time', () => {
    const open = countedIn(...ended, appealed());
    for (const by of ['sell', 'buy', 'admin'] as const)
      expect(countedIn(...ended, appealed(), stated(by), stated(by))).toBe(open);
    expect(countedIn(...inCase, stated('sell'), stated('admin'), ...ended.slice(inCase.length))).toBe(
      countedIn(...ended),
    );
  });

  test('is outdated by an appeal, and by its ruling', () => {
    const before = countedIn(...ended);
    // Eight events, numbered from 0, without the one statement.
    expect(before).toBe(6);
    expect(countedIn(...ended, appealed())).toBe(before + 1);
    expect(countedIn(...ended, appealed(), stated('buy'), decided('confirm'))).toBe(before + 2);
  });

  test('counts every event of a trade that ended without a ruling', () => {
    const matched = inCase.slice(0, 2);
    expect(countedIn(...matched, completing, { type: 'TradeCompleted', data: figures })).toBe(3);
  });
});
