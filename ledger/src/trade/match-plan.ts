import type { Side } from '@matgyo/contracts/ids';
import {
  compareMoney,
  isPositive,
  isZero,
  type Krw,
  krwFor,
  minUsdt,
  type Price,
  priceGap,
  type Rate,
  type Usdt,
} from '@matgyo/contracts/money';
import type { AccountContext } from '../account/account.ts';
import { type ActingStaff, refuseConflict } from '../conflict-of-interest.ts';
import { feeOnSettlement, type SettledFill } from '../fees.ts';
import { placedOrder } from '../order/decisions.ts';
import { chargedFills, refuseUnlessReservable } from '../order/fills.ts';
import type { Order, PlacedOrder } from '../order/order.ts';
import { refuse } from '../refusal.ts';
import { beyondLimit, type PriceLimits, priceLimits } from './price-limits.ts';

/** An admin's optional input; the rest follows from the orders. */
export interface RequestedFill {
  readonly amount?: Usdt | undefined;
  readonly price?: Price | undefined;
}

export interface MatchContext {
  readonly sell: Order;
  readonly buy: Order;
  readonly seller: AccountContext | undefined;
  readonly buyer: AccountContext | undefined;
  /** The admin who matches. */
  readonly staff: ActingStaff;
  readonly settings: MatchSettings;
}

/** Applied to every match proposed from now on. */
export interface MatchSettings {
  readonly feeRate: Rate;
  /** The fraction by which a match's price may be worse for an owner than their order's own. */
  readonly tolerance: Rate;
}

/** The fields of an order that a match's figures depend on. */
export interface TradableOrder {
  readonly open: Usdt;
  readonly price: Price;
  /** ISO 8601. */
  readonly placedAt: string;
}

/** The fields that the fee of a sell order's next settlement depends on. */
export interface ChargedOrder {
  readonly charged: readonly SettledFill[];
  readonly feesTaken: Usdt;
}

export interface MatchFigures {
  readonly amount: Usdt;
  readonly price: Price;
  readonly krw: Krw;
  /** The order placed first, whose price is used unless the admin set another. */
  readonly maker: Side;
  /** Fees are rounded cumulatively over an order's settlements, so the exact fee is only known at settlement. */
  readonly feeEstimate: Usdt;
  /** By how much the sell order's price exceeds the buy order's; null when it does not. */
  readonly sellAboveBuyBy: Price | null;
  readonly limits: PriceLimits;
  /** The sides whose limits the price exceeds: without their consent such a match is refused (`refuseBeyondLimit`). */
  readonly beyondLimit: Side[];
}

/**
 * Plans a match by the rules of docs/ledger.md: the smaller open amount unless the admin requests less, and the maker's
 * price unless the admin requests a price between the two.
 *
 * Refused: ORDER_NOT_FOUND, SAME_ACCOUNT, OWN_ORDER, FEE_TO_OWN_CODE, OWNER_INACTIVE, ORDER_NOT_OPEN,
 * PAIR_ALREADY_LIVE, TOO_MANY_MATCHES, AMOUNT_EXCEEDS_OPEN, USDT_NOT_POSITIVE, PRICE_OUTSIDE_ORDERS, WON_ROUND_TO_ZERO,
 * AMOUNT_TOO_LARGE.
 */
export function planMatch(context: MatchContext, requested: RequestedFill) {
  const sell = placedOrder(context.sell, 'sell');
  const buy = placedOrder(context.buy, 'buy');
  if (sell.memberId === buy.memberId) refuse('SAME_ACCOUNT');
  const feeCode = context.seller?.referralCode ?? null;
  refuseConflict(context.staff, { owners: [sell.memberId, buy.memberId], feeCode });
  if (context.seller?.status !== 'active') refuse('OWNER_INACTIVE', { side: 'sell' });
  if (context.buyer?.status !== 'active') refuse('OWNER_INACTIVE', { side: 'buy' });
  refuseUnlessBothReservable(sell, buy, requested.amount);
  return {
    sellerId: sell.memberId,
    buyerId: buy.memberId,
    ...matchFigures(
      { ...tradable(sell), charged: chargedFills(sell), feesTaken: sell.fee },
      tradable(buy),
      context.settings,
      requested,
    ),
  };
}

const tradable = ({ open, price, placedAt }: PlacedOrder): TradableOrder => ({ open, price, placedAt });

/**
 * The figures of an allowed match. The only implementation, for a match, its preview and the proposals.
 *
 * Refused: PRICE_OUTSIDE_ORDERS, WON_ROUND_TO_ZERO, AMOUNT_TOO_LARGE.
 */
export function matchFigures(
  sell: TradableOrder & ChargedOrder,
  buy: TradableOrder,
  { feeRate, tolerance }: MatchSettings,
  requested: RequestedFill = {},
): MatchFigures {
  const amount = requested.amount ?? minUsdt(sell.open, buy.open);
  // The order placed first; on a tie the sell order.
  const maker = buy.placedAt < sell.placedAt ? 'buy' : 'sell';
  const price = plannedPrice(sell, buy, requested.price ?? (maker === 'sell' ? sell : buy).price);
  const limits = priceLimits(sell.price, buy.price, tolerance);
  return {
    amount,
    price,
    limits,
    beyondLimit: beyondLimit(price, limits),
    krw: plannedKrw(amount, price),
    maker,
    feeEstimate: feeOnSettlement([...sell.charged, { amount, feeRate }], sell.feesTaken),
    sellAboveBuyBy: compareMoney(sell.price, buy.price) > 0 ? priceGap(sell.price, buy.price) : null,
  };
}

function refuseUnlessBothReservable(sell: PlacedOrder, buy: PlacedOrder, requested: Usdt | undefined): void {
  if (requested !== undefined && !isPositive(requested)) refuse('USDT_NOT_POSITIVE');
  const amount = requested === undefined ? {} : { amount: requested };
  refuseUnlessReservable(sell, { counterOrderId: buy.orderId, ...amount });
  refuseUnlessReservable(buy, { counterOrderId: sell.orderId, ...amount });
}

function plannedPrice(sell: TradableOrder, buy: TradableOrder, price: Price): Price {
  const sellIsLower = compareMoney(sell.price, buy.price) < 0;
  const [lowest, highest] = sellIsLower ? [sell.price, buy.price] : [buy.price, sell.price];
  if (compareMoney(price, lowest) < 0 || compareMoney(price, highest) > 0)
    refuse('PRICE_OUTSIDE_ORDERS', { lowest, highest });
  return price;
}

/** The largest won of one fill that fit into every sum. Only exceeded at a price a million times the other one's. */
const fillKrwMax = '1000000000000000' as Krw;

function plannedKrw(amount: Usdt, price: Price): Krw {
  const krw = krwFor(amount, price);
  // Otherwise USDT would be sold for 0 won.
  if (isZero(krw)) refuse('WON_ROUND_TO_ZERO');
  if (compareMoney(krw, fillKrwMax) > 0) refuse('AMOUNT_TOO_LARGE');
  return krw;
}
