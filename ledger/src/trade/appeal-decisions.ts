import { noSecondAdmin } from '@matgyo/contracts/approvals';
import type { AppealOutcome } from '@matgyo/contracts/cases';
import type { CaseEvent } from '@matgyo/contracts/events/trade-events';
import type { MemberId } from '@matgyo/contracts/ids';
import { refuse } from '../refusal.ts';
import { appealIn, isAppealable, mayAppeal, rulingIn } from './appeal.ts';
import type { CaseInput, StaffInput } from './case-decisions.ts';
import type { Trade } from './trade.ts';
import { isParty, partyIn } from './trade-policy.ts';

/**
 * The party that lost appeals, once, against the ruling that ended the trade; either one where the ruling is against
 * none. `at`: now.
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

/** `approvedBy`: who approved the ruling. `hasOther`: whether an admin other than these two could decide. */
interface AppealRuling extends StaffInput {
  readonly approvedBy: MemberId | undefined;
  readonly outcome: AppealOutcome;
  readonly grounds: string;
  readonly hasOther: boolean;
}

/**
 * Decides an appeal for good. Refused: CASE_CLOSED, OWN_ORDER, APPEAL_NEEDS_ANOTHER_ADMIN, and APPEAL_NEEDS_REVERSAL
 * where a completed trade would have to change: its reversal decides the appeal.
 */
export function ruleOnAppeal(
  trade: Trade,
  { caseId, adminId, approvedBy, outcome, grounds, hasOther }: AppealRuling,
): readonly CaseEvent[] {
  const { ofCase, open, trade: ended } = appealIn(trade, caseId) ?? refuse('CASE_CLOSED');
  if (isParty(ended.terms, adminId)) refuse('OWN_ORDER');
  const isAgain = adminId === open.adminId || adminId === approvedBy;
  if (isAgain && hasOther) refuse('APPEAL_NEEDS_ANOTHER_ADMIN');
  if (ended.state === 'completed' && outcome === 'overturn') refuse('APPEAL_NEEDS_REVERSAL');
  const alone = isAgain ? ({ approval: noSecondAdmin } as const) : undefined;
  const approver = approvedBy && { approvedBy };
  return [{ type: 'AppealRuled', data: { ...ofCase, outcome, grounds, ...approver, ...alone } }];
}
