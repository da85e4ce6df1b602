import { reversalEndpoints } from '@matgyo/contracts/endpoints/reversals';
import { tradeStream } from '@matgyo/contracts/streams';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { prepareStatement } from '../statements/prepare-statement.ts';
import { processCommand } from '../trades/trade-command.ts';
import type { TradeDependencies } from '../trades/trade-dependencies.ts';
import { appendReversal } from './reverse-trade.ts';

export const reversalRoutes = (deps: TradeDependencies): readonly Route[] =>
  capability(reversalEndpoints, { reverse: reverseTrade(deps) });

/** `POST /trades/:id/reversal` */
export const reverseTrade =
  (deps: TradeDependencies) => async (request: HandlerRequest<typeof reversalEndpoints.reverse>) => {
    const { params, body, caller } = request;
    const statement = await prepareStatement(deps, { authorId: caller.memberId, text: body.statement });
    return processCommand(deps, request, async (process, { command, alsoWrite }) => {
      const why = { reason: body.reason, grounds: statement.hash, approval: { typed: body.confirmAlone } };
      const beforeAppend = () => statement.writeTo(alsoWrite, {}, tradeStream(params.id));
      const event = await appendReversal(process, { command, tradeId: params.id, ...why, beforeAppend });
      return { answer: { message: 'Trade reversed.' }, event };
    });
  };
