import type { Side } from '@matgyo/contracts/ids';
import { sides } from '@matgyo/contracts/ids';
import { decideOffer } from '../trades/answer-offer.ts';
import type { Action } from './actions.ts';
import { commandOf, type Market } from './market.ts';
import { type Around, by, type MatchedPair, ownerOf } from './payment-actions.ts';

/** Replies of the members whose consent a match may need, where the orders' prices differ. */
export function consentActions(market: Market, pair: MatchedPair, around: Around): readonly Action[] {
  const { priceOf } = market;
  if (priceOf.get(pair.sellOrderId) === priceOf.get(pair.buyOrderId)) return [];
  return sides
    .filter(() => around.chance.happens(0.7))
    .map((side) => answerAction(market, pair, side, around));
}

function answerAction(
  market: Market,
  pair: MatchedPair,
  side: Side,
  { match, atMs, chance }: Around,
): Action {
  const { tradeId } = pair;
  const memberId = ownerOf(market, side === 'sell' ? pair.sellOrderId : pair.buyOrderId);
  const accept = chance.happens(0.75);
  const name = `${side} ${accept ? 'accepts' : 'declines'} ${tradeId}`;
  return by(memberId, {
    name,
    means: accept ? 'ConsentGiven' : 'TradeRejected',
    command: commandOf(name, atMs),
    follows: chance.happens(0.9) ? match : undefined,
    clients: chance.happens(0.3) ? 2 : 1,
    perform: (process, command) => decideOffer(process, { command, tradeId, memberId, accept }),
  });
}
