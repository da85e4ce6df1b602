import type { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import { extendWindow, pauseWindow, resumeWindow } from '@matgyo/ledger/trade/payment-decisions';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { appendCommand } from '../commands/append-command.ts';
import { changePayment } from './change-payment.ts';
import { stepDone } from './step-answer.ts';
import type { TradeDependencies } from './trade-dependencies.ts';

/** `POST /trades/:id/window`: an admin pauses, resumes or extends the current payment window. */
export const moveWindowCall =
  (deps: TradeDependencies) => (request: HandlerRequest<typeof tradeEndpoints.moveWindow>) =>
    appendCommand(deps, request, async ({ command, ledger }) => {
      const { params, body, caller } = request;
      const moved = { adminId: caller.memberId, reason: body.reason };
      const executed = await changePayment(ledger, {
        ...{ tradeId: params.id, command },
        decide: (trade) => {
          if (body.extendMinutes !== undefined)
            return extendWindow(trade, { ...moved, minutes: body.extendMinutes });
          return body.pause ? pauseWindow(trade, moved) : resumeWindow(trade, moved);
        },
      });
      return stepDone(executed, 'Time changed.');
    });
