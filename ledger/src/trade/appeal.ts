import { type AppealOutcome, appealHours, type CaseParty } from '@matgyo/contracts/cases';
import type { ApprovalMark } from '@matgyo/contracts/events/approval-events';
import type { CaseEvent } from '@matgyo/contracts/events/trade-events';
import type { CaseId, MemberId, Side } from '@matgyo/contracts/ids';
import { invariant } from '../invariant.ts';
import { type Cases, type Counts, counted } from './case.ts';
import type { ExistingTrade, Trade } from './trade.ts';

/** The case by whose ruling a trade was completed or cancelled. */
export interface RuledCase {
  readonly caseId: CaseId;
  readonly adminId: MemberId;
  /** Which approval carrying it out had, if it needed one. */
  readonly approval: ApprovalMark | undefined;
  readonly ruledAt: string;
  /** Only this side may appeal; null: either may. */
  readonly appellant: Side | null;
  readonly statements: Counts;
  readonly appeal: 'none' | 'open' | AppealOutcome;
}

/** Null where a trade ends without a ruling. */
export const ruledCase = (
  { open }: Cases,
  ruledAt: string,
  approval: ApprovalMark | undefined,
): RuledCase | null =>
  open?.ruled && open.adminId
    ? {
        caseId: open.caseId,
        adminId: open.adminId,
        approval,
        ruledAt,
        appellant: open.appellant,
        statements: open.statements,
        appeal: 'none',
      }
    : null;

export type EndedTrade = Extract<ExistingTrade, { readonly state: 'completed' | 'cancelled' }>;

/** Throws `InvariantBroken` when the event cannot follow (docs/ledger.md, appeals). */
export function evolveAppeal({ state, ruling }: EndedTrade, event: CaseEvent): RuledCase {
  const { tradeId, caseId } = event.data;
  invariant(ruling?.caseId === caseId, `trade ${tradeId} was ended by the ruling on case ${caseId}`);
  if (event.type === 'CaseAppealed') {
    invariant(ruling.appeal === 'none', `trade ${tradeId}: its ruling is appealed against once`);
    invariant(mayAppeal(ruling, event.data.by), `trade ${tradeId}: a side that may appeals`);
    return { ...ruling, statements: counted(ruling.statements, event.data.by), appeal: 'open' };
  }
  invariant(ruling.appeal === 'open', `trade ${tradeId}: ${event.type} comes while an appeal is open`);
  if (event.type === 'CaseStatementAdded')
    return { ...ruling, statements: counted(ruling.statements, event.data.by) };
  invariant(event.type === 'AppealRuled', `trade ${tradeId}: ${event.type} comes before its ruling`);
  const { outcome, grounds } = event.data;
  const byReversal = state === 'completed' && outcome === 'overturn';
  invariant(byReversal === (grounds === undefined), `trade ${tradeId}: an appeal is decided with grounds`);
  return { ...ruling, appeal: outcome };
}

/** The winning side may not use up the only appeal. */
export const mayAppeal = ({ appellant }: Pick<RuledCase, 'appellant'>, by: CaseParty): boolean =>
  appellant === null || appellant === by;

/** Refused, and checked by the oracle, but no condition of reading: old appeals stay readable under other hours. */
export const isAppealable = ({ ruledAt }: Pick<RuledCase, 'ruledAt'>, at: string): boolean =>
  Date.parse(at) <= appealEnd(ruledAt);

/** The last moment to appeal, in milliseconds since 1970. */
export const appealEnd = (ruledAt: string): number => Date.parse(ruledAt) + appealHours * 3_600_000;

/** A reversal overturns the ruling that is under appeal. */
export function overturnEvents(trade: Extract<EndedTrade, { state: 'completed' }>): readonly CaseEvent[] {
  const { terms, ruling } = trade;
  if (ruling?.appeal !== 'open') return [];
  const data = { tradeId: terms.tradeId, caseId: ruling.caseId, outcome: 'overturn' } as const;
  return [{ type: 'AppealRuled', data }];
}

/** The ruling that ended a trade, if it is on this case. */
export function rulingIn(trade: Trade, caseId: CaseId): RuledCase | undefined {
  if (trade.state !== 'completed' && trade.state !== 'cancelled') return undefined;
  return trade.ruling?.caseId === caseId ? trade.ruling : undefined;
}

/** The same while an appeal against it is open. */
export function appealIn(trade: Trade, caseId: CaseId) {
  const open = rulingIn(trade, caseId);
  if ((trade.state !== 'completed' && trade.state !== 'cancelled') || open?.appeal !== 'open')
    return undefined;
  return { ofCase: { tradeId: trade.terms.tradeId, caseId }, open, trade };
}
