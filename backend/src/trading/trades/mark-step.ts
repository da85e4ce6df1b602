import type { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import { LedgerRefusal } from '@matgyo/ledger/refusal';
import { markStep } from '@matgyo/ledger/trade/payment-decisions';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { appendCommand } from '../commands/append-command.ts';
import { changePayment } from './change-payment.ts';
import { actorOf, stepDone } from './step-answer.ts';
import type { TradeDependencies } from './trade-dependencies.ts';
import { claimedSignature } from './transaction-signatures.ts';

/** `POST /trades/:id/steps`: a party says that its step is done, or an admin for it. */
export const markStepCall =
  (deps: TradeDependencies) => (request: HandlerRequest<typeof tradeEndpoints.markStep>) =>
    appendCommand(deps, request, async ({ command, ledger, alsoWrite }) => {
      const { params, body } = request;
      const used = new LedgerRefusal('SIGNATURE_USED', {});
      const executed = await changePayment(ledger, {
        ...{ tradeId: params.id, command },
        decide: async (trade) => {
          const decided = markStep(trade, { ...body, actor: actorOf(request) });
          for (const { type, data } of decided)
            if (type === 'TetherSent' && data.signature !== undefined)
              await alsoWrite(claimedSignature(data.signature, params.id, command.commandId), used);
          return decided;
        },
      });
      return stepDone(executed, 'Step marked.');
    });
