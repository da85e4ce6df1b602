import type { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import type { MemberId, TradeId } from '@matgyo/contracts/ids';
import { invariant } from '@matgyo/ledger/invariant';
import { acceptOffer, declineOffer } from '@matgyo/ledger/trade/consent';
import type { Command } from '../../platform/commands/execute-on-stream.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { executeOnTrade } from './execute-on-trade.ts';
import { answerFrom, type TradeAnswer } from './trade-answer.ts';
import { tradeCommand } from './trade-command.ts';
import type { TradeDependencies } from './trade-dependencies.ts';
import { driveTrade, type TradeProcess } from './trade-process.ts';

/** `POST /trades/:id/consent`: a member accepts or declines the price of an offered match. */
export const answerOffer =
  (deps: TradeDependencies) => (request: HandlerRequest<typeof tradeEndpoints.answerOffer>) =>
    tradeCommand(
      deps,
      request,
      () => (request.body.accept ? 'Proposal accepted.' : 'Proposal declined.'),
      (process, { command }) =>
        decideOffer(process, {
          command,
          tradeId: request.params.id,
          memberId: request.caller.memberId,
          accept: request.body.accept,
        }),
    );

export interface OfferReply {
  readonly command: Command;
  readonly tradeId: TradeId;
  readonly memberId: MemberId;
  readonly accept: boolean;
}

/**
 * Decided in the trade's stream, where it competes for one revision with the other member's reply, an admin's
 * cancellation and the offer's expiry. Then carried out on both orders.
 *
 * Refused: TRADE_NOT_FOUND, CONSENT_NOT_YOURS, OFFER_OVER, CONSENT_GIVEN. Throws `TradeNotFinished` as
 * `completeTrade`.
 */
export async function decideOffer(
  process: TradeProcess,
  { command, tradeId, memberId, accept }: OfferReply,
): Promise<TradeAnswer> {
  const answered = await executeOnTrade(process.ledger, {
    tradeId,
    command,
    decide: (trade) => (accept ? acceptOffer : declineOffer)(trade, { memberId, at: command.at }),
  });
  const trade = await driveTrade(process, command, tradeId, answered.history);
  if (!accept) return answerFrom(trade, 'rejected');
  const lastEvent = answered.events.at(-1);
  invariant(lastEvent !== undefined, 'a consent that is given is an event');
  const led = lastEvent.type === 'TradeMatched' ? 'matched' : 'offered';
  return { ...answerFrom(trade, led), lastEvent };
}
