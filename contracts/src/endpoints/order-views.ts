import { z } from 'zod';
import { ledgerIdPattern, sides } from '../ids.ts';
import { conflictsOfInterest } from '../ledger-refusals.ts';
import { orderActions, orderStatuses } from '../order-status.ts';
import { krwSchema, priceSchema, rateSchema, usdtSchema } from '../schemas/money.ts';
import { tradeStatuses } from '../trade-phase.ts';

/** A timestamp in UTC, ISO 8601. */
export const timestamp = z.iso.datetime();
export const ledgerId = z.string().regex(ledgerIdPattern);

export const count = z.int().nonnegative();
export const person = z.object({ _id: ledgerId, nickname: z.string() });
/** How many wait, and since when the oldest does. */
export const waitingCount = z.object({ total: count, oldest: timestamp.nullable() });

/** What a match exchanges. */
export const exchanged = { amount: usdtSchema, price: priceSchema, krw: krwSchema };

/** What every view of an order has. */
export const orderTerms = {
  _id: ledgerId,
  side: z.enum(sides),
  orderCode: z.string(),
  amount: usdtSchema,
  krwAmount: krwSchema,
  price: priceSchema,
  status: z.enum(orderStatuses),
  createdAt: timestamp,
};
export type OrderTerms = z.output<z.ZodObject<typeof orderTerms>>;

/** The state of an order. `feeTotal` is the fee of its settled fills so far. */
export const orderState = z.object({
  status: z.enum(orderStatuses),
  open: usdtSchema,
  reserved: usdtSchema,
  settled: usdtSchema,
  withdrawn: usdtSchema,
  feeTotal: usdtSchema,
});

/** Of the settled amount what was reversed since, and the rest. */
export const settledParts = { reversed: usdtSchema, completed: usdtSchema };

/** The price limits for matching two orders: the lowest for the seller, the highest for the buyer. */
export const priceLimits = z.object({ lowest: priceSchema, highest: priceSchema });

/**
 * A match's status. `inCase`: a case is open, so that only its ruling completes or cancels it. `readyToComplete`: all
 * its payment steps are marked, and no case is open.
 */
export const tradeStatus = {
  status: z.enum(tradeStatuses),
  inCase: z.boolean(),
  readyToComplete: z.boolean(),
};

/**
 * One match of an order as its owner or an admin sees it. `overdue`: the time for its next payment step has expired.
 * `caseId`: its newest dispute, also once that has ended. `endedAt`: when it was completed or cancelled, and if it was
 * reversed, when that was. `orderId` is the other side's order.
 */
const matchOf = <Shape extends z.ZodRawShape>(counterpart: Shape) =>
  z.object({
    tradeId: ledgerId,
    ...exchanged,
    ...tradeStatus,
    overdue: z.boolean(),
    caseId: ledgerId.nullable(),
    createdAt: timestamp,
    endedAt: timestamp.nullable(),
    orderId: z.object({ _id: ledgerId, ...counterpart }),
  });

const currentOf = <Shape extends z.ZodRawShape>(counterpart: Shape) =>
  z.object({ _id: ledgerId, tradeId: ledgerId, ...counterpart }).nullable();

const buyer = { buyerNickname: z.string() };
const seller = { sellerNickname: z.string() };

/**
 * An order with the field names of the specification (section 3), for its owner and for admins.
 *
 * - `amountRemaining` is the open amount; `reserved` is in matches in progress.
 * - `settled` includes what was `reversed`; `completed` is the rest of it.
 * - `revision` is compared by `If-Match` and `expected`.
 * - `currentXOrderInProgress` is the newest live match's other side, `matchedXOrders` all of them, newest last. A sell
 *   order has the buy lists and vice versa; the lists of its own side are empty.
 */
export const orderView = z.object({
  ...orderTerms,
  userId: person,
  amountRemaining: usdtSchema,
  reserved: usdtSchema,
  settled: usdtSchema,
  ...settledParts,
  withdrawn: usdtSchema,
  /** The actions the caller may take on the order now; each is a call. */
  action: z.array(z.enum(orderActions)),
  revision: count,
  updatedAt: timestamp,
  sellerNickname: z.string().nullable(),
  buyerNickname: z.string().nullable(),
  currentBuyOrderInProgress: currentOf(buyer),
  currentSellOrderInProgress: currentOf(seller),
  matchedBuyOrders: z.array(matchOf(buyer)),
  matchedSellOrders: z.array(matchOf(seller)),
});
export type OrderView = z.output<typeof orderView>;

/** One of a member's own orders. `tetherAddress`: the wallet stated with a sell order; null: none was. */
export const ownOrderView = orderView.extend({ tetherAddress: z.string().nullable() });
export type OwnOrderView = z.output<typeof ownOrderView>;

/** One of a member's own orders in progress. `waitsForOwner`: a match of it waits for their payment step or consent. */
export const ownInProgressView = orderView.extend({ waitsForOwner: z.boolean() });

/** The wallet a sell order is paid from; `differsFromSignUp`: it is not the account's own. */
const wallet = z.object({ tetherAddress: z.string(), differsFromSignUp: z.boolean() });

const conflict = z.enum(conflictsOfInterest);

/**
 * An order in an admin's queue. `overdue`: the time for a payment step of one of its matches has expired.
 * `conflict`: why the caller may not act on it; `matchConflicts`: the same for its matches in progress.
 * `ownerInactive`: its open amount cannot be matched, because its owner's account is not active.
 */
export const adminOrderView = orderView.extend({
  wallet: wallet.nullable(),
  overdue: z.boolean(),
  conflict: conflict.nullable(),
  ownerInactive: z.boolean(),
  matchConflicts: z.array(z.object({ tradeId: ledgerId, conflict })),
});
export type AdminOrderView = z.output<typeof adminOrderView>;

/** An order's state in the ledger right after a command, whether or not the lists show it yet. */
export const orderReceipt = z.object({ ...orderTerms, amountRemaining: usdtSchema, revision: count });
export type OrderReceipt = z.output<typeof orderReceipt>;

/** A match's state in the ledger right after a command. `fee` is the settled fee, null before. */
export const tradeReceipt = z.object({
  _id: ledgerId,
  status: z.enum(tradeStatuses),
  sellOrderId: ledgerId,
  buyOrderId: ledgerId,
  ...exchanged,
  feeRate: rateSchema,
  fee: usdtSchema.nullable(),
});
export type TradeReceipt = z.output<typeof tradeReceipt>;

/**
 * An open order for the public: the owner's nickname is masked (`mi***`). `krwRemaining` is the open amount at its
 * price.
 */
export const publicOrderView = z.object({
  ...orderTerms,
  nickname: z.string(),
  amountRemaining: usdtSchema,
  reserved: usdtSchema,
  settled: usdtSchema,
  krwRemaining: krwSchema,
});
export type PublicOrderView = z.output<typeof publicOrderView>;

export const publicTradeView = z.object({
  _id: ledgerId,
  ...exchanged,
  sellerNickname: z.string(),
  buyerNickname: z.string(),
  completedAt: timestamp,
});
export type PublicTradeView = z.output<typeof publicTradeView>;

/** A match as its parties and admins see it. */
export const tradeView = tradeReceipt.extend({
  ...tradeStatus,
  sellerNickname: z.string(),
  buyerNickname: z.string(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
});
export type TradeView = z.output<typeof tradeView>;
