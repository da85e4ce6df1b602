import type { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import type { TradeId } from '@matgyo/contracts/ids';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { namedOrder, nicknamesOf } from '../orders/nicknames.ts';
import { decideOffer } from './answer-offer.ts';
import { cancelTrade, completeTrade } from './finish-trade.ts';
import { type PreviewSide, previewProposal, proposeMatch } from './match-orders.ts';
import { tradeCommand } from './trade-command.ts';
import type { TradeDependencies } from './trade-dependencies.ts';

type MatchBody = HandlerRequest<typeof tradeEndpoints.previewMatch>['body'];

const matchOf = ({ sellerOrderId, buyerOrderId, amount, price, expected }: MatchBody) => ({
  sellOrderId: sellerOrderId,
  buyOrderId: buyerOrderId,
  amount,
  price,
  expected,
});

/** `POST /sell/admin/match-orders`: the trade's id is stored with the idempotency key. */
export const matchOrders =
  (deps: TradeDependencies) => (request: HandlerRequest<typeof tradeEndpoints.match>) =>
    tradeCommand(
      deps,
      request,
      ({ state }) => (state === 'offered' ? 'Consent asked.' : 'Orders matched.'),
      (process, { command, newId, earlier }) =>
        proposeMatch(process, {
          ...matchOf(request.body),
          askConsent: request.body.askConsent,
          command,
          tradeId: newId as TradeId,
          isNew: earlier === 'none',
        }),
    );

/** `POST /sell/admin/match-orders/preview`: the same rules without appending. */
export const previewMatch =
  ({ db, process }: TradeDependencies) =>
  async ({ body, caller }: HandlerRequest<typeof tradeEndpoints.previewMatch>) => {
    const preview = await previewProposal(process, matchOf(body), caller.memberId);
    const nicknames = await nicknamesOf(db, [preview.sell.order.memberId, preview.buy.order.memberId]);
    const { amount, price, krw, feeEstimate, feeRate, maker, sellAboveBuyBy, limits, beyondLimit } = preview;
    return {
      amount,
      price,
      krw,
      feeEstimate,
      feeRate,
      maker,
      sellAboveBuyBy,
      limits,
      beyondLimit,
      sell: previewSide(preview.sell, nicknames),
      buy: previewSide(preview.buy, nicknames),
    };
  };

const previewSide = (
  { order, revision, remaining }: PreviewSide,
  nicknames: ReadonlyMap<string, string>,
) => ({
  ...namedOrder(order.side, order.orderId, order.amount, nicknames.get(order.memberId) ?? null),
  price: order.price,
  open: order.open,
  remaining,
  revision,
});

type FinishBody = HandlerRequest<typeof tradeEndpoints.cancelMatch>['body'];

const finishOf = ({ sellerOrderId, buyerOrderId, tradeId, expected }: FinishBody) => ({
  trade: { sellOrderId: sellerOrderId, buyOrderId: buyerOrderId, ...(tradeId && { tradeId }) },
  expected,
});

/** `POST /sell/admin/complete-orders`: completes a match after payment. */
export const completeOrders =
  (deps: TradeDependencies) => (request: HandlerRequest<typeof tradeEndpoints.complete>) =>
    tradeCommand(
      deps,
      request,
      () => 'Orders completed.',
      (process, { command }) =>
        completeTrade(process, {
          ...finishOf(request.body),
          command,
          reason: request.body.reason,
          byPerson: { confirmAlone: request.body.confirmAlone },
        }),
    );

/** `POST /sell/admin/cancel-orders`: reopens both orders for the reserved amount. */
export const cancelMatch =
  (deps: TradeDependencies) => (request: HandlerRequest<typeof tradeEndpoints.cancelMatch>) =>
    tradeCommand(
      deps,
      request,
      () => 'Match cancelled.',
      (process, { command }) => cancelTrade(process, { ...finishOf(request.body), command }),
    );

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
