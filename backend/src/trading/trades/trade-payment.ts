import type { TradePayment, tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import type { MemberId } from '@matgyo/contracts/ids';
import { addUsdt } from '@matgyo/contracts/money';
import { needsTwoAdmins } from '@matgyo/ledger/approval/approval-policy';
import { feeOnSettlement } from '@matgyo/ledger/fees';
import { isExchanging, partyAmong, seesFee, seesPayout } from '@matgyo/ledger/trade/trade-policy';
import { readPayment } from '@matgyo/projections/read-models/trades/payment';
import type { TradesTable } from '@matgyo/projections/read-models/trades/tables';
import { type Selectable, sql } from 'kysely';
import { type PaymentMethodDependencies, paymentMethodsOf } from '../../identity/members/payment-methods.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { countShown, type PersonalReadings } from '../../proof/audit/personal-readings.ts';
import { standingOf } from '../levels/standing.ts';
import { statementOf, statementsWith } from '../statements/statement-view.ts';
import { consentShown, progressOf } from './payment-progress.ts';
import type { TradeDependencies } from './trade-dependencies.ts';

/** `GET /trades/:id/payment`: for its two parties and admins; 404 for all others. */
export const readTradePayment =
  (
    deps: PaymentMethodDependencies &
      PersonalReadings &
      Pick<TradeDependencies, 'process' | 'solana' | 'levels' | 'cancelsUnpaidTrades'>,
  ) =>
  async (request: HandlerRequest<typeof tradeEndpoints.payment>): Promise<TradePayment> => {
    const { db, payoutChanges, process, solana, levels, cancelsUnpaidTrades: cancelsUnpaid } = deps;
    const { caller, params } = request;
    const trade = await db
      .selectFrom('read_trades.trades as t')
      .leftJoin('read_orders.orders as sell', 'sell.order_id', 't.sell_order_id')
      .leftJoin('read_orders.orders as buy', 'buy.order_id', 't.buy_order_id')
      .selectAll('t')
      .select(['sell.krw_amount as sell_krw', 'buy.krw_amount as buy_krw', approverFor(caller.memberId)])
      .where('trade_id', '=', params.id)
      .executeTakeFirstOrThrow(() => failure('TRADE_NOT_FOUND'));
    const parties = { sellerId: trade.seller_id, buyerId: trade.buyer_id, status: trade.status };
    const orders = [trade.sell_krw, trade.buy_krw].flatMap((krw) => (krw === null ? [] : { krwAmount: krw }));
    const asParty = partyAmong(parties, caller);
    if (asParty === undefined) throw failure('TRADE_NOT_FOUND');
    if (asParty === 'admin')
      await countShown(deps, 'partiesShownTo', request, [trade.seller_id, trade.buyer_id]);
    const isShown = seesPayout(parties, caller);
    const fee = seesFee(parties, caller) ? await feeOf(db, trade) : null;
    const counterpart = { sell: trade.buyer_id, buy: trade.seller_id, admin: null }[asParty];
    // As they were when matched, whatever was changed since.
    const methodsOf = (memberId: MemberId) =>
      paymentMethodsOf({ payoutChanges }, memberId, trade.matched_at ?? trade.proposed_at);
    return {
      _id: trade.trade_id,
      status: trade.status,
      matchedAt: trade.matched_at?.toISOString() ?? null,
      amount: trade.amount,
      krw: trade.krw,
      fee,
      feeIsFinal: trade.fee !== null,
      toGive: fee === null ? null : addUsdt(trade.amount, fee),
      bank: isShown ? (await methodsOf(trade.seller_id)).bank : null,
      wallet: isShown ? (await methodsOf(trade.buyer_id)).wallet : null,
      price: trade.price,
      needsApproval:
        caller.admin &&
        trade.status === 'matched' &&
        trade.has_approver &&
        needsTwoAdmins(orders, process.fourEyes.limit),
      consent: consentShown(trade),
      receipt: await receiptOf(db, trade.payment),
      counterpart: counterpart === null ? null : await standingOf(db, levels, counterpart),
      ...progressOf(trade, { checksTransfers: solana !== undefined, cancelsUnpaid }),
    };
  };

/** Whether another admin could approve completing `t`: to announce it, read models do; `approvalOf` asks the log. */
const approverFor = (memberId: MemberId) =>
  sql<boolean>`exists (
    select from read_accounts.accounts
    where admin and status = 'active' and member_id not in (${memberId}, t.seller_id, t.buyer_id))`.as(
    'has_approver',
  );

/** The buyer's statement with the mark of the payment; null without such a mark, or where nothing was stated. */
async function receiptOf(db: Database, stored: string | null): Promise<TradePayment['receipt']> {
  const paid = readPayment(stored)?.marks.find(({ step }) => step === 'payment-sent');
  const { method = null, evidence = null } = paid ?? {};
  if (evidence === null)
    return method === null ? null : { method, senderName: null, image: null, matches: true };
  const { text, image, matches } = statementOf(await statementsWith(db, [evidence]), evidence);
  return { method, senderName: text === '' ? null : text, image, matches };
}

/**
 * The fee taken, or in an exchange the fee if it completed now: fees round cumulatively over an order's settlements.
 * Null: there is none.
 */
async function feeOf(db: Database, trade: Selectable<TradesTable>) {
  if (trade.fee !== null || !isExchanging(trade.status)) return trade.fee;
  const settled = await db
    .selectFrom('read_trades.trades')
    .select(['amount', 'fee_rate', 'fee'])
    .where('sell_order_id', '=', trade.sell_order_id)
    .where('fee', 'is not', null)
    .where('trade_id', '!=', trade.trade_id)
    .execute();
  const fills = [...settled, trade].map((fill) => ({ amount: fill.amount, feeRate: fill.fee_rate }));
  return feeOnSettlement(fills, addUsdt(...settled.flatMap(({ fee }) => fee ?? [])));
}
