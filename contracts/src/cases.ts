import { sides } from './ids.ts';

/** Who speaks in a case: the seller, the buyer, or an admin. */
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

/** What a ruling does with the match: it is carried out as any other completion or cancellation. */
export const rulingOutcomes = ['complete', 'cancel'] as const;
export type RulingOutcome = (typeof rulingOutcomes)[number];

/** What a ruling rests on. */
export const rulingReasons = [
  'PAYMENT_PROVEN',
  'PAYMENT_NOT_PROVEN',
  'TETHER_PROVEN',
  'TETHER_NOT_PROVEN',
  'PARTY_SILENT',
  'PARTIES_AGREED',
] as const;
export type RulingReason = (typeof rulingReasons)[number];

/** How often one side opens a case on one match, and speaks in one case. */
export const mostCases = 5;
export const mostStatements = 50;

/** In characters. */
export const longestStatement = 2_000;
