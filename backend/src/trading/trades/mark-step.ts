import type { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import { markStep } from '@matgyo/ledger/trade/payment-decisions';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { appendCommand } from '../commands/append-command.ts';
import { changePayment } from './change-payment.ts';
import { actorOf, stepDone } from './step-answer.ts';
import type { TradeDependencies } from './trade-dependencies.ts';
import { claimSignature } from './transaction-signatures.ts';

/** `POST /trades/:id/steps`: a party says that its step is done, or an admin for it. */
export const markStepCall =
  (deps: TradeDependencies) => (request: HandlerRequest<typeof tradeEndpoints.markStep>) =>
    appendCommand(deps, request, async ({ command, ledger }) => {
      const { params, body } = request;
      const executed = await changePayment(ledger, {
        ...{ tradeId: params.id, command },
        decide: async (trade) => {
          const decided = markStep(trade, { ...body, actor: actorOf(request) });
          for (const { type, data } of decided)
            if (type === 'TetherSent' && data.signature !== undefined)
              await claimSignature(deps.db, {
                ...{ signature: data.signature, trade_id: params.id, command_id: command.commandId },
              });
          return decided;
        },
      });
      return stepDone(executed, 'Step marked.');
    });
