import type { Side } from './ids.ts';

/** What the two parties of a match mark as done, in this order: won one way, USDT the other. */
export const paymentSteps = ['payment-sent', 'payment-received', 'tether-sent', 'tether-received'] as const;
export type PaymentStep = (typeof paymentSteps)[number];

/** The step that an event of each type marks. */
export const stepMarkedBy = {
  PaymentSent: 'payment-sent',
  PaymentReceived: 'payment-received',
  TetherSent: 'tether-sent',
  TetherReceived: 'tether-received',
} as const satisfies Readonly<Record<string, PaymentStep>>;

/** The party who owes a step: the buyer sends the won, the seller the USDT. */
export const partyOf: Readonly<Record<PaymentStep, Side>> = {
  'payment-sent': 'buy',
  'payment-received': 'sell',
  'tether-sent': 'sell',
  'tether-received': 'buy',
};

/** Why an admin marks a step for a party. */
export const onBehalfReasons = ['PARTY_UNREACHABLE', 'PARTY_ASKED', 'SEEN_ELSEWHERE'] as const;
export type OnBehalfReason = (typeof onBehalfReasons)[number];

/** Why an admin completes a match in which a step is not marked. */
export const unmarkedReasons = ['CONFIRMED_IN_CHAT', 'CONFIRMED_BY_PHONE', 'SEEN_ELSEWHERE'] as const;
export type UnmarkedReason = (typeof unmarkedReasons)[number];

/** Why an admin pauses, resumes or extends the time for a step. */
export const windowReasons = ['PARTY_ASKED', 'BANK_MAINTENANCE', 'NETWORK_DELAY', 'UNDER_REVIEW'] as const;
export type WindowReason = (typeof windowReasons)[number];

/**
 * The check of the seller's transaction on Solana: whether its USDT reached the buyer's wallet; `earlier`: they did,
 * before the match.
 */
export const transferOutcomes = [
  'arrived',
  'too-little',
  'elsewhere',
  'earlier',
  'failed',
  'not-found',
] as const;
export type TransferOutcome = (typeof transferOutcomes)[number];

/** How the buyer sent the won: from a bank account, with a payment app, or in cash at a counter or machine. */
export const paymentMethods = ['bank-transfer', 'app-transfer', 'cash-deposit'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Characters of a sender's name. */
export const senderNameCharsMax = 60;

/** Most minutes by which one call can extend a window: from its end, or from now if that has passed. */
export const minutesAddedMax = 1_440;
