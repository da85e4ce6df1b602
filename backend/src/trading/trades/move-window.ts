import type { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import { awaitedStep } from '@matgyo/ledger/trade/payment';
import { extendWindow, pauseWindow, resumeWindow } from '@matgyo/ledger/trade/payment-decisions';
import type { Trade } from '@matgyo/ledger/trade/trade';
import { readPayment } from '@matgyo/projections/read-models/trades/payment';
import { appendCommand } from '../../platform/commands/append-command.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { executeOnTrade, stepDone } from './execute-on-trade.ts';
import type { TradeDependencies } from './trade-dependencies.ts';

/** `POST /trades/:id/window`: an admin pauses, resumes or extends the current payment window. */
export const moveWindow =
  (deps: TradeDependencies) => (request: HandlerRequest<typeof tradeEndpoints.moveWindow>) =>
    appendCommand(deps, request, async ({ command, ledger }) => {
      const { params, body, caller } = request;
      const minutes = body.extendMinutes;
      const moved = { adminId: caller.memberId, reason: body.reason, step: body.step };
      const executed = await executeOnTrade(ledger, {
        tradeId: params.id,
        command,
        decide: async (trade) => {
          if (minutes !== undefined) {
            const windowMinutes = await windowMinutesOf(deps.db, trade);
            return extendWindow(trade, { ...moved, minutes, windowMinutes, at: command.at });
          }
          return body.pause ? pauseWindow(trade, moved) : resumeWindow(trade, moved);
        },
      });
      return stepDone(executed, 'Time changed.');
    });

/**
 * The window's length; 0 where there is none to extend.
 *
 * @throws RequestFailure UNAVAILABLE while the read model, which knows the length, is at another step
 */
async function windowMinutesOf(db: Database, trade: Trade): Promise<number> {
  if (trade.state !== 'matched' || awaitedStep(trade.payment) === undefined) return 0;
  const row = await db
    .selectFrom('read_trades.trades')
    .select(['window_minutes', 'payment'])
    .where('trade_id', '=', trade.terms.tradeId)
    .executeTakeFirst();
  const shown = readPayment(row?.payment ?? null);
  if (shown?.marks.length !== trade.payment.marks.length) throw failure('UNAVAILABLE');
  return row?.window_minutes ?? 0;
}
