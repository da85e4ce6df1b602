import type { TradeId } from '@matgyo/contracts/ids';
import type { ReversalReason } from '@matgyo/contracts/reversals';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { refuseConflict } from '@matgyo/ledger/conflict-of-interest';
import { invariant } from '@matgyo/ledger/invariant';
import {
  reverse,
  reversibleTrade,
  revisionForReversal,
  type Settlement,
} from '@matgyo/ledger/trade/reversal';
import type { Command } from '../../platform/commands/execute-on-stream.ts';
import { actingStaff } from '../orders/accounts.ts';
import { type Approved, requiredApproval, withWanted } from '../second-admin/approval-of.ts';
import { executeOnTrade } from '../trades/execute-on-trade.ts';
import type { TradeProcess } from '../trades/trade-process.ts';

export interface WhyReversed {
  readonly reason: ReversalReason;
  /** SHA-256 over the words beside the log. */
  readonly grounds: string;
}

interface ReverseRequest extends WhyReversed {
  readonly command: Command;
  readonly tradeId: TradeId;
  /** What another admin approved, or what the only one typed, who has to type the won. Simulations type nothing. */
  readonly approval: Approved | { readonly typed: string | undefined } | 'nothing typed';
  /** What else is written once it is certain that it is reversed. */
  readonly beforeAppend?: () => Promise<void>;
}

/**
 * Takes a completed trade back, on its own stream: there is nothing to carry out on its orders.
 *
 * Refused: TRADE_NOT_FOUND, TRADE_NOT_COMPLETED, TRADE_REVERSED, NO_OPEN_APPEAL, OWN_ORDER, FEE_TO_OWN_CODE,
 * APPROVAL_NEEDED, APPROVAL_OUTDATED, APPROVAL_BY_NO_ADMIN, CONFIRM_ALONE. A repeat gets the event of the first call.
 */
export async function appendReversal(
  process: TradeProcess,
  { command, tradeId, reason, grounds, approval: given, beforeAppend }: ReverseRequest,
): Promise<RecordedEvent> {
  const { ledger } = process;
  const { events } = await executeOnTrade(ledger, {
    tradeId,
    command,
    async decide(trade, revision) {
      const completed = reversibleTrade(trade, reason);
      const beneficiaries = beneficiariesOfReversal(completed);
      refuseConflict(await actingStaff(ledger.log, command.actorId), beneficiaries);
      const action = {
        actorId: command.actorId,
        beneficiaries,
        revision: revisionForReversal(completed, revision),
      };
      const approval = await requiredApproval(process, action, withWanted(given, completed.terms.krw));
      const reversal = reverse(trade, { reason, grounds, approval });
      await beforeAppend?.();
      return reversal;
    },
  });
  const event = events.at(-1);
  invariant(event !== undefined, `trade ${tradeId} is reversed`);
  return event;
}

/** Its parties, and whom the fee was counted for. */
export const beneficiariesOfReversal = ({
  terms: { sellerId, buyerId },
  sellerReferralCode,
}: Pick<Settlement, 'terms' | 'sellerReferralCode'>) => ({
  owners: [sellerId, buyerId],
  feeCode: sellerReferralCode,
});
