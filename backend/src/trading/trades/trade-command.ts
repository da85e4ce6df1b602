import type { TradeReceipt } from '@matgyo/contracts/endpoints/order-views';
import { tradeStream } from '@matgyo/contracts/streams';
import { appendCommand } from '../../platform/commands/append-command.ts';
import type { CommandContext, CommandRequest, Done } from '../../platform/commands/ledger-command.ts';
import { StreamContended } from '../../platform/commands/stream-queue.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { TradeAnswer } from './trade-answer.ts';
import type { TradeDependencies } from './trade-dependencies.ts';
import { driveTrade, TradeBeingProcessed, TradeNotFinished, type TradeProcess } from './trade-process.ts';

/**
 * Executes an action on a match as a ledger command and returns `message` and the match's outcome. A match that is
 * decided but not carried out is a 503 with the trade's id; the same key resumes it.
 */
export const tradeCommand = (
  deps: TradeDependencies,
  request: CommandRequest,
  message: (answer: TradeAnswer) => string,
  action: (process: TradeProcess, context: CommandContext) => Promise<TradeAnswer>,
): Promise<{ readonly message: string; readonly trade: TradeReceipt }> =>
  processCommand(deps, request, async (process, context) => {
    const answer = await action(process, context);
    return { answer: { message: message(answer), trade: receiptOf(answer) }, event: answer.lastEvent };
  });

/** The same with a different reply. */
export async function processCommand<Answer>(
  deps: TradeDependencies,
  request: CommandRequest,
  action: (process: TradeProcess, context: CommandContext) => Promise<Done<Answer>>,
): Promise<Answer> {
  for (let drives = 0; ; drives += 1) {
    try {
      return await appendCommand(deps, request, (context) => {
        const { ledger, isOneAppend } = context;
        return action({ ...deps.process, ledger, isOneAppend }, context).catch(refuse({ isOneAppend }));
      });
    } catch (error) {
      if (!(error instanceof TradeBeingProcessed) || drives === drivesMax) throw error;
      const actor = { actorId: request.caller.memberId, actorRole: 'admin' } as const;
      await driveTrade(deps.process, actor, error.tradeId).catch(refuse({ isOneAppend: false }));
    }
  }
}

/** Unfinished trades to drive first: one left by a crash or an older backend, and one that began since. */
const drivesMax = 2;

/** In one append nothing has begun that another process could finish. */
const refuse =
  (when: { readonly isOneAppend: boolean }) =>
  (error: unknown): never => {
    if (!(error instanceof TradeNotFinished)) throw error;
    const { tradeId } = error;
    if (when.isOneAppend) throw error.cause ?? new StreamContended(tradeStream(tradeId));
    throw failure('TRADE_NOT_FINISHED', { tradeId }, { cause: error });
  };

const receiptOf = ({ tradeId, state, terms, fee }: TradeAnswer): TradeReceipt => ({
  _id: tradeId,
  status: state,
  sellOrderId: terms.sellOrderId,
  buyOrderId: terms.buyOrderId,
  amount: terms.amount,
  price: terms.price,
  krw: terms.krw,
  feeRate: terms.feeRate,
  fee: fee ?? null,
});
