import {
  casesMax,
  oppositeReason,
  type RulingOutcome,
  type RulingReason,
  statementsMax,
} from '@matgyo/contracts/cases';
import type { CaseEvent, TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { CaseId, MemberId } from '@matgyo/contracts/ids';
import { compareMoney, isPositive, krwFor, subtractUsdt, type Usdt } from '@matgyo/contracts/money';
import type { Unapproved } from '../approval/unapproved.ts';
import type { Principal } from '../principal.ts';
import { refuse } from '../refusal.ts';
import { appealIn } from './appeal.ts';
import { refuseUnlessRead, statementCount } from './case.ts';
import type { Trade, TradeTerms } from './trade.ts';
import { cancelling, completing, matchedTrade } from './trade-decisions.ts';
import { isParty, partyIn } from './trade-policy.ts';

export interface CaseInput {
  readonly caseId: CaseId;
  readonly actor: Principal;
}

/**
 * A party or an admin opens a case (a dispute; docs/ledger.md, cases) on a matched trade, with a first statement.
 * `statement` and, elsewhere, `grounds` are hashes: the texts are stored outside the log, because they may contain
 * personal data.
 *
 * Refused: TRADE_NOT_FOUND, TRADE_ALREADY_FINISHED, TRADE_NOT_MATCHED, TRADE_IN_CASE, TOO_MANY_CASES.
 */
export function openCase(
  trade: Trade,
  { caseId, actor, reason, statement }: CaseInput & { readonly reason: string; readonly statement: string },
): readonly CaseEvent[] {
  const by = partyIn(trade, actor);
  const { terms, cases } = matchedTrade(trade);
  if (cases.opened[by] >= casesMax) refuse('TOO_MANY_CASES');
  const ofCase = { tradeId: terms.tradeId, caseId };
  return [
    { type: 'CaseOpened', data: { ...ofCase, by, reason } },
    { type: 'CaseStatementAdded', data: { ...ofCase, by, statement } },
  ];
}

/**
 * A party or an admin adds a statement to an open case or an open appeal. The number of statements is limited for each
 * side.
 *
 * Refused: TRADE_NOT_FOUND, CASE_CLOSED, TOO_MANY_STATEMENTS.
 */
export function addStatement(
  trade: Trade,
  { caseId, actor, statement }: CaseInput & { readonly statement: string },
): readonly CaseEvent[] {
  const by = partyIn(trade, actor);
  const { ofCase, open } = appealIn(trade, caseId) ?? openIn(trade, caseId);
  if (open.statements[by] >= statementsMax) refuse('TOO_MANY_STATEMENTS');
  return [{ type: 'CaseStatementAdded', data: { ...ofCase, by, statement } }];
}

/**
 * The person who opened a case withdraws it; any admin may withdraw an admin's case.
 *
 * Refused: TRADE_NOT_FOUND, CASE_CLOSED, CASE_NOT_YOURS.
 */
export function withdrawCase(trade: Trade, { caseId, actor }: CaseInput): readonly CaseEvent[] {
  const by = partyIn(trade, actor);
  const { ofCase, open } = openIn(trade, caseId);
  if (open.openedBy !== by) refuse('CASE_NOT_YOURS');
  return [{ type: 'CaseWithdrawn', data: ofCase }];
}

export interface StaffInput {
  readonly caseId: CaseId;
  readonly adminId: MemberId;
}

/** An admin takes a case, which only one admin at a time can have. Refused: CASE_CLOSED, OWN_ORDER, CASE_TAKEN. */
export function takeCase(trade: Trade, { caseId, adminId }: StaffInput): readonly CaseEvent[] {
  const { ofCase, open } = openFor(trade, { caseId, adminId });
  if (open.adminId !== null) refuse('CASE_TAKEN');
  return [{ type: 'CaseTaken', data: { ...ofCase, adminId } }];
}

/**
 * Releases a case from the admin who has taken it. Any admin may do that, so that a case does not wait for an absent
 * one.
 *
 * Refused: CASE_CLOSED, OWN_ORDER, CASE_NOT_TAKEN.
 */
export function releaseCase(trade: Trade, input: StaffInput): readonly CaseEvent[] {
  const { ofCase, open } = openFor(trade, input);
  if (open.adminId === null) refuse('CASE_NOT_TAKEN');
  return [{ type: 'CaseReleased', data: ofCase }];
}

/** `sellerReferralCode` is the seller's current code; null if the seller has none. */
export interface Ruling extends StaffInput {
  readonly outcome: RulingOutcome;
  /** How much USDT to complete. The rest is released. Undefined: all that is matched. */
  readonly amount?: Usdt | undefined;
  readonly reasons: readonly RulingReason[];
  readonly grounds: string;
  readonly statements?: number | undefined;
  readonly sellerReferralCode: string | null;
}

/**
 * The admin who has taken the case rules on it. The ruling ends the case and starts completing or cancelling the trade,
 * which the trade's process then carries out as usual.
 *
 * Refused: CASE_CLOSED, OWN_ORDER, CASE_NOT_TAKEN, CASE_TAKEN, STATEMENTS_ADDED, REASONS_CONTRADICT, USDT_NOT_POSITIVE,
 * RULING_EXCEEDS_MATCH, WON_ROUND_TO_ZERO.
 */
export function ruleCase(trade: Trade, ruling: Ruling): Unapproved<TradeEvent> {
  const { outcome, reasons, grounds, sellerReferralCode } = ruling;
  const { ofCase, open, matched } = openFor(trade, ruling);
  if (open.adminId === null) refuse('CASE_NOT_TAKEN');
  if (open.adminId !== ruling.adminId) refuse('CASE_TAKEN');
  refuseUnlessRead(open.statements, ruling.statements);
  if (reasons.some((reason) => reasons.some((other) => other === oppositeReason[reason])))
    refuse('REASONS_CONTRADICT');
  const part = outcome === 'complete' ? partOf(matched.terms, ruling.amount) : undefined;
  const amount = part && { amount: part.amount };
  return {
    unapproved: [
      { type: 'CaseRuled', data: { ...ofCase, outcome, reasons: [...reasons], grounds, ...amount } },
      outcome === 'complete'
        ? completing(matched, sellerReferralCode, 'RULED', part)
        : cancelling(matched, 'RULED'),
    ],
  };
}

/**
 * Counts the events of a trade's stream that a ruling depends on. Statements are no such events, since a party could
 * make every approval outdated with them: admins are notified of each, and the one who approves can read them all.
 */
export const revisionForRuling = (trade: Trade, revision: number): number =>
  trade.state === 'matched' && trade.cases.open !== null
    ? revision - statementCount(trade.cases.open.statements)
    : revision;

/** The part of a match that a ruling completes, and its won; undefined if it completes all of it. */
function partOf({ amount: matched, price }: TradeTerms, amount: Usdt | undefined) {
  if (amount === undefined) return undefined;
  if (!isPositive(amount)) refuse('USDT_NOT_POSITIVE');
  const difference = compareMoney(amount, matched);
  if (difference > 0) refuse('RULING_EXCEEDS_MATCH', { amount: matched });
  if (difference === 0) return undefined;
  const krw = krwFor(amount, price);
  // The rest must not round to 0 won either, or no one could match it any more.
  const rest = krwFor(subtractUsdt(matched, amount), price);
  if (!isPositive(krw) || !isPositive(rest)) refuse('WON_ROUND_TO_ZERO');
  return { amount, krw };
}

function openIn(trade: Trade, caseId: CaseId) {
  const open = trade.state === 'matched' ? trade.cases.open : null;
  if (trade.state !== 'matched' || open?.caseId !== caseId) refuse('CASE_CLOSED');
  return { ofCase: { tradeId: trade.terms.tradeId, caseId }, open, matched: trade };
}

function openFor(trade: Trade, { caseId, adminId }: StaffInput) {
  const found = openIn(trade, caseId);
  if (isParty(found.matched.terms, adminId)) refuse('OWN_ORDER');
  return found;
}
