import { sides } from './ids.ts';

/** The authors of statements in a case: the seller, the buyer, or an admin. */
export const caseParties = [...sides, 'admin'] as const;
export type CaseParty = (typeof caseParties)[number];

/** Why a case is opened. */
export const caseReasons = [
  'PAYMENT_NOT_RECEIVED',
  'TETHER_NOT_RECEIVED',
  'WRONG_AMOUNT',
  'PARTY_UNREACHABLE',
  'OTHER',
] as const;
export type CaseReason = (typeof caseReasons)[number];

/** The effect of a ruling on the match: executed like any other completion or cancellation. */
export const rulingOutcomes = ['complete', 'cancel'] as const;
export type RulingOutcome = (typeof rulingOutcomes)[number];

export const rulingReasons = [
  'PAYMENT_PROVEN',
  'PAYMENT_NOT_PROVEN',
  'TETHER_PROVEN',
  'TETHER_NOT_PROVEN',
  'PARTY_SILENT',
  'PARTIES_AGREED',
] as const;
export type RulingReason = (typeof rulingReasons)[number];

/** The reason that contradicts another: a ruling has only one of them. */
export const oppositeReason: Readonly<Partial<Record<RulingReason, RulingReason>>> = {
  PAYMENT_PROVEN: 'PAYMENT_NOT_PROVEN',
  PAYMENT_NOT_PROVEN: 'PAYMENT_PROVEN',
  TETHER_PROVEN: 'TETHER_NOT_PROVEN',
  TETHER_NOT_PROVEN: 'TETHER_PROVEN',
};

/** Limits per side: cases on one match, and statements in one case. */
export const casesMax = 5;
export const statementsMax = 50;

/** For so long after a ruling it can be appealed against. */
export const appealHours = 72;

/** What an appeal comes to: the ruling is confirmed, or it was wrong. */
export const appealOutcomes = ['confirm', 'overturn'] as const;
export type AppealOutcome = (typeof appealOutcomes)[number];

/** In characters. */
export const statementLengthMax = 2_000;
