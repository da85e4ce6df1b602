import type { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import type { TradeId } from '@matgyo/contracts/ids';
import { extendWindow, pauseWindow, resumeWindow } from '@matgyo/ledger/trade/payment-decisions';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { appendCommand } from '../commands/append-command.ts';
import { executeOnTrade, stepDone } from './execute-on-trade.ts';
import type { TradeDependencies } from './trade-dependencies.ts';

/** `POST /trades/:id/window`: an admin pauses, resumes or extends the current payment window. */
export const moveWindow =
  (deps: TradeDependencies) => (request: HandlerRequest<typeof tradeEndpoints.moveWindow>) =>
    appendCommand(deps, request, async ({ command, ledger }) => {
      const { params, body, caller } = request;
      const minutes = body.extendMinutes;
      const windowMinutes = minutes === undefined ? 0 : await windowMinutesOf(deps.db, params.id);
      const moved = { adminId: caller.memberId, reason: body.reason };
      const executed = await executeOnTrade(ledger, {
        ...{ tradeId: params.id, command },
        decide: (trade) => {
          if (minutes !== undefined)
            return extendWindow(trade, { ...moved, minutes, windowMinutes, at: command.at });
          return body.pause ? pauseWindow(trade, moved) : resumeWindow(trade, moved);
        },
      });
      return stepDone(executed, 'Time changed.');
    });

/** 0 where no step is pending: extending is refused then. */
async function windowMinutesOf(db: Database, tradeId: TradeId): Promise<number> {
  const row = await db
    .selectFrom('read_trades.trades')
    .select('window_minutes')
    .where('trade_id', '=', tradeId)
    .executeTakeFirst();
  return row?.window_minutes ?? 0;
}
