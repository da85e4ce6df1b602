import type { PaymentEvent, TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { CaseId, MemberId, OrderId, TradeId } from '@matgyo/contracts/ids';
import type { Krw, Price, Rate, Usdt } from '@matgyo/contracts/money';
import type { PaymentStep } from '@matgyo/contracts/payment-steps';
import { given as givenOf } from '../given-when-then.fixture.ts';
import { type TradeTerms, tradeDecider } from './trade.ts';

export const given = givenOf(tradeDecider);
const id = (letter: string) => letter.repeat(24);
export const tradeId = id('1') as TradeId;
export const [caseId, otherCase] = [id('2') as CaseId, id('3') as CaseId];
export const sellerId = id('c') as MemberId;
export const buyerId = id('d') as MemberId;
export const [adminId, otherAdmin] = [id('e') as MemberId, id('9') as MemberId];
export const seller = { memberId: sellerId, admin: false };
export const buyer = { memberId: buyerId, admin: false };
export const admin = { memberId: adminId, admin: true };
export const stranger = { memberId: id('f') as MemberId, admin: false };
export const signature = '3'.repeat(87);
export const reason = 'PARTY_ASKED';
export const byAdmin = { adminId, reason };
export const [statement, grounds] = ['a'.repeat(64), 'b'.repeat(64)];

export const terms: TradeTerms = {
  tradeId,
  sellOrderId: id('a') as OrderId,
  buyOrderId: id('b') as OrderId,
  sellerId,
  buyerId,
  amount: '6.0000' as Usdt,
  price: '1400' as Price,
  krw: '8400' as Krw,
  feeRate: '0.01' as Rate,
  feeRule: 'cumulative-v1',
};
export const proposed: TradeEvent = { type: 'TradeProposed', data: terms };
export const matched = [proposed, { type: 'TradeMatched', data: { tradeId } }] as const;
export const paymentSent: PaymentEvent = { type: 'PaymentSent', data: { tradeId } };
export const paymentReceived: PaymentEvent = { type: 'PaymentReceived', data: { tradeId } };
export const tetherSent: PaymentEvent = { type: 'TetherSent', data: { tradeId, signature } };
export const tetherReceived: PaymentEvent = { type: 'TetherReceived', data: { tradeId } };
export const all = [paymentSent, paymentReceived, tetherSent, tetherReceived];
export const takenBack = (step: PaymentStep): PaymentEvent => ({
  type: 'StepTakenBack',
  data: { tradeId, step },
});
export const arrived: PaymentEvent = {
  type: 'TransferChecked',
  data: { tradeId, signature, outcome: 'arrived', amount: '6.0000' as Usdt },
};
export const paused: PaymentEvent = { type: 'WindowPaused', data: { tradeId, reason } };
export const resumed: PaymentEvent = { type: 'WindowResumed', data: { tradeId, reason } };
export const extended: PaymentEvent = { type: 'WindowExtended', data: { tradeId, minutes: 30, reason } };
export const expired: PaymentEvent = {
  type: 'WindowExpired',
  data: { tradeId, step: 'payment-sent', minutes: 60 },
};
