import type { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import { takeBackStep } from '@matgyo/ledger/trade/payment-decisions';
import type { Trade } from '@matgyo/ledger/trade/trade';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import type { Executed } from '../commands/execute-on-stream.ts';
import { ledgerCommand } from '../commands/ledger-command.ts';
import { changePayment } from './change-payment.ts';
import { actorOf, stepDone } from './step-answer.ts';
import type { TradeDependencies } from './trade-dependencies.ts';
import { releaseSignature } from './transaction-signatures.ts';

/** `DELETE /trades/:id/steps`: undoes the last mark. Its signature is given back once that is appended, not with it. */
export const takeBackStepCall =
  (deps: TradeDependencies) => (request: HandlerRequest<typeof tradeEndpoints.takeBackStep>) =>
    ledgerCommand(deps, request, async ({ command, ledger }) => {
      const { params, body } = request;
      const executed = await changePayment(ledger, {
        ...{ tradeId: params.id, command },
        decide: (trade) => takeBackStep(trade, { step: body.step, actor: actorOf(request) }),
      });
      const undone = body.step === 'tether-sent' ? markBefore(executed) : undefined;
      if (undone !== undefined) await releaseSignature(deps.db, params.id, undone.metadata.commandId);
      return stepDone(executed, 'Step undone.');
    });

/** The mark that this taking back has undone. */
function markBefore({ history, events }: Executed<Trade>) {
  const [takenBack] = events;
  return history.events.findLast(
    ({ type, revision }) => type === 'TetherSent' && revision < (takenBack?.revision ?? 0),
  );
}
