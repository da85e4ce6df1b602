import type { TradeReceipt } from '@matgyo/contracts/endpoints/order-views';
import { failure } from '../../platform/http/request-failure.ts';
import { appendCommand } from '../commands/append-command.ts';
import type { Act, CommandRequest } from '../commands/ledger-command.ts';
import type { TradeAnswer } from './trade-answer.ts';
import type { TradeDependencies } from './trade-dependencies.ts';
import { TradeNotFinished, type TradeProcess } from './trade-process.ts';

/**
 * Carries an act on a match out as a command of the ledger, and answers with `message` and what the act made of
 * the match. One that is decided but not carried out yet answers 503 with the trade's id; the same key resumes.
 */
export const tradeCommand = (
  deps: TradeDependencies,
  request: CommandRequest,
  message: string,
  act: (process: TradeProcess, act: Act) => Promise<TradeAnswer>,
) =>
  appendCommand(deps, request, async (given) => {
    const process = { ...deps.process, ledger: given.ledger };
    const answer = await act(process, given).catch((error) => {
      throw error instanceof TradeNotFinished ? notFinished(error, given) : error;
    });
    return { answer: { message, trade: receiptOf(answer) }, event: answer.lastEvent };
  });

/** In one append nothing has begun that somebody else could finish. */
const notFinished = (error: TradeNotFinished, { isOneAppend }: Act): unknown =>
  isOneAppend ? error.cause : failure('TRADE_NOT_FINISHED', { tradeId: error.tradeId }, { cause: error });

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
