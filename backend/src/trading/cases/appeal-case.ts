import { noSecondAdmin } from '@matgyo/contracts/approvals';
import type { AppealOutcome } from '@matgyo/contracts/cases';
import type { caseEndpoints } from '@matgyo/contracts/endpoints/cases';
import type { ApprovalMark } from '@matgyo/contracts/events/approval-events';
import type { CaseId, MemberId, TradeId } from '@matgyo/contracts/ids';
import { tradeStream } from '@matgyo/contracts/streams';
import { type Beneficiaries, conflictOfInterest, refuseConflict } from '@matgyo/ledger/conflict-of-interest';
import { appealIn, type EndedTrade } from '@matgyo/ledger/trade/appeal';
import * as decisions from '@matgyo/ledger/trade/appeal-decisions';
import type { Command } from '../../platform/commands/execute-on-stream.ts';
import { ofApproval } from '../../platform/commands/ledger-streams.ts';
import { loadStream } from '../../platform/commands/stream-history.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { actingStaff } from '../orders/accounts.ts';
import { beneficiariesOfReversal } from '../reversals/reverse-trade.ts';
import { grantIn } from '../second-admin/approval-of.ts';
import { prepareStatement } from '../statements/prepare-statement.ts';
import { executeOnTrade } from '../trades/execute-on-trade.ts';
import { processCommand } from '../trades/trade-command.ts';
import type { TradeDependencies } from '../trades/trade-dependencies.ts';
import type { TradeProcess } from '../trades/trade-process.ts';
import { tradeOfCase } from './find-case.ts';

/** `POST /cases/:id/appeal/ruling` */
export const ruleOnAppeal =
  (deps: TradeDependencies) => async (request: HandlerRequest<typeof caseEndpoints.ruleOnAppeal>) => {
    const { params, body, caller } = request;
    const tradeId = await tradeOfCase(deps.db, params.id, caller);
    const statement = await prepareStatement(deps, { authorId: caller.memberId, text: body.statement });
    return processCommand(deps, request, async (process, { command, alsoWrite }) => {
      const { events } = await decideAppeal(process, {
        command,
        tradeId,
        caseId: params.id,
        outcome: body.outcome,
        grounds: statement.hash,
        statements: body.statements,
        beforeAppend: () => statement.writeTo(alsoWrite, { caseId: params.id }, tradeStream(tradeId)),
      });
      return { answer: { message: 'Appeal decided.' }, event: events.at(-1) };
    });
  };

export interface AppealDecision {
  readonly command: Command;
  readonly tradeId: TradeId;
  readonly caseId: CaseId;
  readonly outcome: AppealOutcome;
  readonly grounds: string;
  readonly statements?: number | undefined;
  /** Runs once the decision is certain. */
  readonly beforeAppend?: () => Promise<void>;
}

/** Refused as the ledger's `ruleOnAppeal`, and FEE_TO_OWN_CODE. */
export const decideAppeal = (
  process: TradeProcess,
  { command, tradeId, beforeAppend, ...decision }: AppealDecision,
) =>
  executeOnTrade(process.ledger, {
    tradeId,
    command,
    async decide(trade) {
      const adminId = command.actorId as MemberId;
      const appealed = appealIn(trade, decision.caseId);
      const approvedBy = await whoApproved(process, appealed?.open.approval);
      const rulers = [appealed?.open.adminId, approvedBy];
      const gaining = appealed && beneficiariesOfEnded(appealed.trade);
      const hasOther =
        gaining !== undefined &&
        rulers.includes(adminId) &&
        (await canAnotherDecide(process, rulers, gaining));
      const decided = decisions.ruleOnAppeal(trade, { ...decision, adminId, approvedBy, hasOther });
      if (gaining !== undefined) refuseConflict(await actingStaff(process.ledger.log, adminId), gaining);
      await beforeAppend?.();
      return decided;
    },
  });

/** A cancelled trade had no fee. */
const beneficiariesOfEnded = (trade: EndedTrade): Beneficiaries =>
  beneficiariesOfReversal({ sellerReferralCode: null, ...trade });

async function whoApproved({ ledger }: TradeProcess, approval: ApprovalMark | undefined) {
  if (approval === undefined || approval === noSecondAdmin) return undefined;
  const granted = grantIn(await loadStream(ledger.log, ofApproval(approval)));
  return granted?.data['by'] as MemberId | undefined;
}

async function canAnotherDecide(
  { fourEyes, ledger }: TradeProcess,
  rulers: readonly (string | undefined)[],
  gaining: Beneficiaries,
): Promise<boolean> {
  const others = await fourEyes.otherAdmins(rulers[0] ?? '', ledger.log);
  return others.some(
    (other) => !rulers.includes(other.memberId) && conflictOfInterest(other, gaining) === null,
  );
}
