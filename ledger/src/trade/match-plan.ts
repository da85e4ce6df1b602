import type { MemberId, Side } from '@matgyo/contracts/ids';
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
import type { AccountFacts } from '../account/account.ts';
import { type ActingStaff, refuseConflict } from '../conflict-of-interest.ts';
import { feeOnSettlement, type SettledFill } from '../fees.ts';
import { existing } from '../order/decisions.ts';
import { assertCanReserve, chargedFills } from '../order/fills.ts';
import type { Order, PlacedOrder } from '../order/order.ts';
import { refuse } from '../refusal.ts';
import { beyondLimit, type PriceLimits, priceLimits } from './price-limits.ts';

/** What an admin may state; the rest follows from the orders. */
export interface StatedFill {
  readonly amount?: Usdt | undefined;
  readonly price?: Price | undefined;
}

export interface MatchFacts {
  readonly sell: Order;
  readonly buy: Order;
  readonly seller: AccountFacts | undefined;
  readonly buyer: AccountFacts | undefined;
  /** Who matches. */
  readonly staff: ActingStaff;
  readonly terms: MatchTerms;
}

/** What holds for every match proposed from now on. */
export interface MatchTerms {
  readonly feeRate: Rate;
  /** By how much of an order's own price a match may be worse for its owner. */
  readonly tolerance: Rate;
  /** How long the members have whose consent to a worse one is asked. */
  readonly consentMinutes: number;
}

/** Of an order what a match's figures depend on. */
export interface TradableOrder {
  readonly open: Usdt;
  readonly price: Price;
  /** ISO 8601. */
  readonly placedAt: string;
}

/** What the fee of a sell order's next settlement depends on. */
export interface ChargedOrder {
  readonly charged: readonly SettledFill[];
  readonly feesTaken: Usdt;
}

/** What a match of two orders would be, and between whom. */
export interface MatchPlan extends MatchFigures {
  readonly sellerId: MemberId;
  readonly buyerId: MemberId;
}

export interface MatchFigures {
  readonly amount: Usdt;
  readonly price: Price;
  readonly krw: Krw;
  /** Whose price it is unless one was stated: the order that was placed first. */
  readonly maker: Side;
  /** Fees round cumulatively over an order's settlements, so only the settlement itself knows the fee. */
  readonly feeEstimate: Usdt;
  /** How much more the sell order asks than the buy order offers; null when it does not. */
  readonly sellAboveBuyBy: Price | null;
  readonly limits: PriceLimits;
  /** Whose limits the price goes beyond: without their consent such a match is refused (`refuseBeyondLimit`). */
  readonly beyondLimit: Side[];
}

/**
 * Decides what a match would be, by the rules of docs/ledger.md: the smaller open amount unless less
 * is stated, the maker's price unless one between the two is stated.
 *
 * Refused: ORDER_NOT_FOUND, SAME_ACCOUNT, OWN_ORDER, FEE_TO_OWN_CODE, OWNER_INACTIVE, ORDER_NOT_OPEN, PAIR_ALREADY_LIVE, TOO_MANY_MATCHES,
 * AMOUNT_EXCEEDS_OPEN, USDT_NOT_POSITIVE, PRICE_OUTSIDE_ORDERS, WON_ROUND_TO_ZERO, AMOUNT_TOO_LARGE.
 */
export function planMatch(facts: MatchFacts, stated: StatedFill): MatchPlan {
  const sell = existing(facts.sell, 'sell');
  const buy = existing(facts.buy, 'buy');
  if (sell.memberId === buy.memberId) refuse('SAME_ACCOUNT');
  const feeCode = facts.seller?.referralCode ?? null;
  refuseConflict(facts.staff, { owners: [sell.memberId, buy.memberId], feeCode });
  if (facts.seller?.status !== 'active') refuse('OWNER_INACTIVE', { side: 'sell' });
  if (facts.buyer?.status !== 'active') refuse('OWNER_INACTIVE', { side: 'buy' });
  assertReservable(sell, buy, stated.amount);
  return {
    sellerId: sell.memberId,
    buyerId: buy.memberId,
    ...matchFigures(
      { ...tradable(sell), charged: chargedFills(sell), feesTaken: sell.fee },
      tradable(buy),
      facts.terms,
      stated,
    ),
  };
}

const tradable = ({ open, price, placedAt }: PlacedOrder): TradableOrder => ({ open, price, placedAt });

/**
 * The figures of a match that nothing forbids. The only place that works them out: for a match, its preview and the
 * proposals alike.
 *
 * Refused: PRICE_OUTSIDE_ORDERS, WON_ROUND_TO_ZERO, AMOUNT_TOO_LARGE.
 */
export function matchFigures(
  sell: TradableOrder & ChargedOrder,
  buy: TradableOrder,
  { feeRate, tolerance }: Pick<MatchTerms, 'feeRate' | 'tolerance'>,
  stated: StatedFill = {},
): MatchFigures {
  const amount = stated.amount ?? minUsdt(sell.open, buy.open);
  // The order placed first; on a tie the sell.
  const maker = buy.placedAt < sell.placedAt ? 'buy' : 'sell';
  const price = plannedPrice(sell, buy, stated.price ?? (maker === 'sell' ? sell : buy).price);
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

function assertReservable(sell: PlacedOrder, buy: PlacedOrder, stated: Usdt | undefined): void {
  if (stated !== undefined && !isPositive(stated)) refuse('USDT_NOT_POSITIVE');
  const amount = stated === undefined ? {} : { amount: stated };
  assertCanReserve(sell, { counterOrderId: buy.orderId, ...amount });
  assertCanReserve(buy, { counterOrderId: sell.orderId, ...amount });
}

function plannedPrice(sell: TradableOrder, buy: TradableOrder, price: Price): Price {
  const sellIsLower = compareMoney(sell.price, buy.price) < 0;
  const [lowest, highest] = sellIsLower ? [sell.price, buy.price] : [buy.price, sell.price];
  if (compareMoney(price, lowest) < 0 || compareMoney(price, highest) > 0)
    refuse('PRICE_OUTSIDE_ORDERS', { lowest, highest });
  return price;
}

/** Won of one fill that fit into every sum. Only a price a million times the other one's gets there. */
const largestFillKrw = '1000000000000000' as Krw;

function plannedKrw(amount: Usdt, price: Price): Krw {
  const krw = krwFor(amount, price);
  // Else USDT would change hands for nothing.
  if (isZero(krw)) refuse('WON_ROUND_TO_ZERO');
  if (compareMoney(krw, largestFillKrw) > 0) refuse('AMOUNT_TOO_LARGE');
  return krw;
}
