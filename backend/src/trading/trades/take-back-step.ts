import type { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import * as decisions from '@matgyo/ledger/trade/payment-decisions';
import type { Trade } from '@matgyo/ledger/trade/trade';
import { appendCommand } from '../../platform/commands/append-command.ts';
import type { Executed } from '../../platform/commands/execute-on-stream.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { executeOnTrade, stepDone } from './execute-on-trade.ts';
import type { TradeDependencies } from './trade-dependencies.ts';
import { releasedSignature } from './transaction-signatures.ts';

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
