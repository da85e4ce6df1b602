import type { CaseEvent, TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { Side } from '@matgyo/contracts/ids';
import { expect, test } from 'vitest';
import { marksLastStep } from './payment.ts';
import {
  all,
  caseId,
  given,
  matched,
  paymentSent,
  takenBack,
  terms,
  tradeId,
} from './trade-events.fixture.ts';
import { turnIn } from './turn.ts';

const after = (...events: readonly TradeEvent[]) => turnIn(given(...events).state);
const opened: CaseEvent = { type: 'CaseOpened', data: { tradeId, caseId, by: 'buy', reason: 'OTHER' } };
const withdrawn: CaseEvent = { type: 'CaseWithdrawn', data: { tradeId, caseId } };

test('is that of the party who owes the next step, and an admin’s once all are marked', () => {
  const turns = [0, 1, 2, 3, 4].map((marks) => after(...matched, ...all.slice(0, marks)));
  expect(turns).toEqual(['buy', 'sell', 'sell', 'buy', 'admin']);
  expect(all.filter(({ type }) => marksLastStep(type))).toEqual(all.slice(-1));
  expect(after(...matched, paymentSent, takenBack('payment-sent'))).toBe('buy');
});

test('is null while a case is open', () => {
  expect(after(...matched, ...all, opened)).toBeNull();
  expect(after(...matched, ...all, opened, withdrawn)).toBe('admin');
});

test('is that of whose consent is missing', () => {
  const offer = (...of: Side[]): readonly TradeEvent[] => [
    { type: 'TradeProposed', data: { ...terms, consent: { of, minutes: 30 } } },
    { type: 'TradeOffered', data: { tradeId } },
  ];
  const consent = (side: Side): TradeEvent => ({ type: 'ConsentGiven', data: { tradeId, side } });
  expect(after(...offer('sell'))).toBe('sell');
  expect(after(...offer('sell', 'buy'))).toBe('both');
  expect(after(...offer('sell', 'buy'), consent('sell'))).toBe('buy');
  expect(after(...offer('sell'), consent('sell'))).toBeNull();
});

test('is null before a match comes about, while it is completed, and after it', () => {
  const [proposed] = matched;
  const completing: TradeEvent = { type: 'TradeCompleting', data: { tradeId, sellerReferralCode: null } };
  expect([after(), after(proposed), after(...matched, ...all, completing)]).toEqual([null, null, null]);
});
