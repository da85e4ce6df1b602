import { noSecondAdmin } from '@matgyo/contracts/approvals';
import type { AppealOutcome } from '@matgyo/contracts/cases';
import type { CaseEvent } from '@matgyo/contracts/events/trade-events';
import type { MemberId } from '@matgyo/contracts/ids';
import { refuse } from '../refusal.ts';
import { appealIn, isAppealable, mayAppeal, rulingIn } from './appeal.ts';
import { refuseUnlessRead } from './case.ts';
import type { CaseInput, StaffInput } from './case-decisions.ts';
import type { Trade } from './trade.ts';
import { isParty, partyIn } from './trade-policy.ts';

/**
 * The party that lost a case appeals against the ruling that ended the trade. If neither party lost, either may appeal.
 * There is one appeal for each ruling. `at` is the current time, ISO 8601 in UTC.
 *
 * Refused: TRADE_NOT_FOUND, TRADE_REVERSED, NO_RULING, APPEAL_NOT_YOURS, ALREADY_APPEALED, APPEAL_TOO_LATE.
 */
export function appeal(
  trade: Trade,
  { caseId, actor, statement, at }: CaseInput & { readonly statement: string; readonly at: string },
): readonly CaseEvent[] {
  const by = partyIn(trade, actor);
  if (by === 'admin') refuse('APPEAL_NOT_YOURS');
  if (trade.state === 'reversed') refuse('TRADE_REVERSED');
  const ruling = rulingIn(trade, caseId);
  if (trade.state === 'none' || ruling === undefined) refuse('NO_RULING');
  if (!mayAppeal(ruling, by)) refuse('APPEAL_NOT_YOURS');
  if (ruling.appeal !== 'none') refuse('ALREADY_APPEALED');
  if (!isAppealable(ruling, at)) refuse('APPEAL_TOO_LATE');
  return [{ type: 'CaseAppealed', data: { tradeId: trade.terms.tradeId, caseId, by, statement } }];
}

/**
 * `approvedBy`: the admin who approved the ruling, if any. `hasOther`: whether there is an active admin who neither
 * ruled nor approved.
 */
interface AppealRuling extends StaffInput {
  readonly approvedBy: MemberId | undefined;
  readonly outcome: AppealOutcome;
  readonly grounds: string;
  readonly statements?: number | undefined;
  readonly hasOther: boolean;
}

/**
 * An admin decides an appeal. The decision is final. A completed trade cannot be changed this way: its reversal
 * overturns the ruling.
 *
 * Refused: CASE_CLOSED, OWN_ORDER, APPEAL_NEEDS_ANOTHER_ADMIN, APPEAL_NEEDS_REVERSAL, STATEMENTS_ADDED.
 */
export function ruleOnAppeal(
  trade: Trade,
  { caseId, adminId, approvedBy, outcome, grounds, statements, hasOther }: AppealRuling,
): readonly CaseEvent[] {
  const { ofCase, open, trade: ended } = appealIn(trade, caseId) ?? refuse('CASE_CLOSED');
  if (isParty(ended.terms, adminId)) refuse('OWN_ORDER');
  const isAgain = adminId === open.adminId || adminId === approvedBy;
  if (isAgain && hasOther) refuse('APPEAL_NEEDS_ANOTHER_ADMIN');
  if (ended.state === 'completed' && outcome === 'overturn') refuse('APPEAL_NEEDS_REVERSAL');
  refuseUnlessRead(open.statements, statements);
  const alone = isAgain ? ({ approval: noSecondAdmin } as const) : undefined;
  const approver = approvedBy && { approvedBy };
  return [{ type: 'AppealRuled', data: { ...ofCase, outcome, grounds, ...approver, ...alone } }];
}
