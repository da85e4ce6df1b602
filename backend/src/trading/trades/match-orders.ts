import type { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import type { TradeId } from '@matgyo/contracts/ids';
import { nicknamesOf } from '../../identity/members/nicknames.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { namedOrder } from '../orders/named-order.ts';
import { type PreviewSide, previewProposal, proposeMatch } from './propose-match.ts';
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
    const { sell, buy, ...figures } = await previewProposal(process, matchOf(body), caller.memberId);
    const nicknames = await nicknamesOf(db, [sell.order.memberId, buy.order.memberId]);
    return { ...figures, sell: previewSide(sell, nicknames), buy: previewSide(buy, nicknames) };
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
