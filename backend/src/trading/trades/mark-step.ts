import type { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import type { TradeId } from '@matgyo/contracts/ids';
import { tradeStream } from '@matgyo/contracts/streams';
import { LedgerRefusal } from '@matgyo/ledger/refusal';
import * as decisions from '@matgyo/ledger/trade/payment-decisions';
import type { Trade } from '@matgyo/ledger/trade/trade';
import { appendCommand } from '../../platform/commands/append-command.ts';
import type { Executed } from '../../platform/commands/execute-on-stream.ts';
import type { CommandContext } from '../../platform/commands/ledger-command.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { statedOnce } from '../statements/prepare-statement.ts';
import { executeOnTrade, stepDone } from './execute-on-trade.ts';
import { loadTrade } from './find-trade.ts';
import type { TradeDependencies } from './trade-dependencies.ts';
import { movesTransaction, releasedSignature, statedSignature } from './transaction-signatures.ts';

/** `POST /trades/:id/steps`: a party marks its step as done, or an admin for it. */
export const markStep =
  (deps: TradeDependencies) => async (request: HandlerRequest<typeof tradeEndpoints.markStep>) => {
    const { params, body, caller, file } = request;
    // The other party acts on the mark. Before the command, because the refusal must not be stored as its reply.
    if (caller.admin && body.reason !== undefined) await deps.requireStepUp(caller);
    const hasReceipt = body.step === 'payment-sent' && (body.senderName !== undefined || file !== undefined);
    const state = statedOnce(deps, { authorId: caller.memberId, text: body.senderName ?? '', file });
    return appendCommand(deps, request, async (action) => {
      const { command, ledger, alsoWrite } = action;
      const used = new LedgerRefusal('SIGNATURE_USED', {});
      let claimed: string | undefined;
      const executed = await executeOnTrade(ledger, {
        tradeId: params.id,
        command,
        decide: async (trade) => {
          const mark = { ...body, actor: caller };
          const { statement: receipt, decided } = hasReceipt
            ? await state((hash) => decisions.markStep(trade, { ...mark, evidence: hash }))
            : { decided: decisions.markStep(trade, mark) };
          await receipt?.writeTo(alsoWrite, { paymentOf: params.id }, tradeStream(params.id));
          for (const { type, data } of decided)
            if (type === 'TetherSent' && data.signature !== undefined) {
              await alsoWrite(statedSignature(data.signature, params.id, command.commandId), used);
              claimed = data.signature;
            }
          return decided;
        },
      }).catch(async (error: unknown) => {
        if (error instanceof LedgerRefusal && claimed !== undefined)
          await giveBack(deps, action, params.id, claimed);
        throw error;
      });
      return stepDone(executed, 'Step marked.');
    });
  };

/**
 * Releases a signature that was claimed for a mark which was then refused: to another command's mark, or to other
 * trades. Keeps it while an earlier run of this command may still append.
 */
async function giveBack(
  { pool }: TradeDependencies,
  { command: { commandId }, ledger, isOneAppend, earlier }: CommandContext,
  tradeId: TradeId,
  signature: string,
): Promise<void> {
  if (isOneAppend || earlier !== 'none') return;
  const { events } = await loadTrade(ledger.log, tradeId);
  const mark = events.findLast(movesTransaction);
  const { text, values } =
    mark?.data['signature'] === signature
      ? statedSignature(signature, tradeId, mark.metadata.commandId)
      : releasedSignature(tradeId, commandId);
  await pool.query(text, [...values]);
}

/** `DELETE /trades/:id/steps`: undoes the last mark. Its signature is released with it or afterwards, never before. */
export const takeBackStep =
  (deps: TradeDependencies) => (request: HandlerRequest<typeof tradeEndpoints.takeBackStep>) =>
    appendCommand(deps, request, async ({ command, ledger, isOneAppend, alsoWrite }) => {
      const { params, body } = request;
      const executed = await executeOnTrade(ledger, {
        tradeId: params.id,
        command,
        decide: (trade) => decisions.takeBackStep(trade, { step: body.step, actor: request.caller }),
      });
      const undone = body.step === 'tether-sent' ? markBefore(executed) : undefined;
      if (undone !== undefined) {
        const release = releasedSignature(params.id, undone.metadata.commandId);
        if (isOneAppend) await alsoWrite(release);
        else await deps.pool.query(release.text, [...release.values]);
      }
      return stepDone(executed, 'Step undone.');
    });

/** The mark that was undone. */
function markBefore({ history, events }: Executed<Trade>) {
  const [takenBack] = events;
  return history.events.findLast(
    ({ type, revision }) => type === 'TetherSent' && revision < (takenBack?.revision ?? 0),
  );
}
