import { z } from 'zod';
import type { ErrorCode } from '../errors/index.ts';
import { sides } from '../ids.ts';
import { conflictsOfInterest } from '../ledger-refusals.ts';
import { orderStatuses } from '../order-status.ts';
import { tradePaths } from '../paths/trades.ts';
import { unmarkedReasons } from '../payment-steps.ts';
import { krwSchema, priceSchema, rateSchema, usdtSchema } from '../schemas/money.ts';
import { tradeStatuses } from '../trade-phase.ts';
import { clientFill, clientFillPrice, clientOrderId, clientTradeId, tradeParams } from './client-values.ts';
import {
  confirmAlone,
  csvFile,
  endpoint,
  messageResponse,
  nextCursor,
  pageQuery,
  storedLanguage,
} from './endpoint.ts';
import { standingView } from './levels.ts';
import { imageBytesMax } from './members.ts';
import {
  count,
  exchanged,
  ledgerId,
  priceLimits,
  timestamp,
  tradeReceipt,
  tradeStatus,
  tradeView,
} from './order-views.ts';
import { bankView, walletView } from './own-account.ts';
import { matchSearch, periodErrors } from './own-trades.ts';
import {
  markBody,
  paymentProgress,
  receiptView,
  seenMark,
  stepMessage,
  takeBackBody,
  windowBody,
} from './payment-steps.ts';

/** The revisions the caller saw; if an order has changed, the call is refused with its current state. */
const expected = z.object({ sell: count.optional(), buy: count.optional() }).optional();

/** The two orders of a match; `whenMissing` is the error if one of them is missing. */
const pair = (whenMissing: ErrorCode) =>
  z.object({
    buyerOrderId: clientOrderId(whenMissing),
    sellerOrderId: clientOrderId(whenMissing),
    storedLanguage,
  });
const pairRequired = { required: ['buyerOrderId', 'sellerOrderId'] };

const matchBody = pair('MATCH_NEEDS_TWO_ORDERS')
  .extend({ amount: clientFill, price: clientFillPrice, expected })
  .meta(pairRequired);
/** `askConsent`: if the price is beyond a limit, the members concerned are asked for consent. */
const askingBody = matchBody.extend({ askConsent: z.boolean().optional() }).meta(pairRequired);
const finishBody = <More extends z.ZodRawShape>(whenMissing: ErrorCode, more: More) =>
  pair(whenMissing)
    .extend({ tradeId: clientTradeId, expected, marked: seenMark, ...more })
    .meta(pairRequired);

const matchErrors = [
  'MATCH_NEEDS_TWO_ORDERS',
  'ORDER_NOT_FOUND',
  'STALE_REVISION',
  'SAME_ACCOUNT',
  ...conflictsOfInterest,
  'OWNER_INACTIVE',
  'ORDER_NOT_OPEN',
  'USDT_NOT_POSITIVE',
  'AMOUNT_EXCEEDS_OPEN',
  'PRICE_INVALID',
  'PRICE_OUTSIDE_ORDERS',
  'PAIR_ALREADY_LIVE',
  'TOO_MANY_MATCHES',
  'WON_ROUND_TO_ZERO',
  'AMOUNT_TOO_LARGE',
] as const;
const finishErrors = [
  'ORDER_NOT_FOUND',
  'STALE_REVISION',
  ...conflictsOfInterest,
  'TRADE_NOT_FOUND',
  'NEVER_MATCHED',
  'TRADE_ALREADY_FINISHED',
  'TRADE_NOT_FINISHED',
  'TRADE_IN_CASE',
  'STEPS_CHANGED',
] as const;

const paymentErrors = [
  'TRADE_NOT_FOUND',
  'TRADE_ALREADY_FINISHED',
  'TRADE_NOT_MATCHED',
  'TRADE_IN_CASE',
  'TOO_MANY_STEPS',
] as const;
const stepErrors = [...paymentErrors, 'STEP_NOT_YOURS'] as const;

const tradeMessage = z.object({ message: z.string(), trade: tradeReceipt });

const previewSide = z.object({
  _id: ledgerId,
  orderCode: z.string(),
  nickname: z.string(),
  price: priceSchema,
  open: usdtSchema,
  remaining: usdtSchema,
  revision: count,
});

export const stuckTrade = z.object({
  tradeId: ledgerId,
  /** null: the read models do not have the trade. */
  sellOrder: z.object({ _id: ledgerId, orderCode: z.string() }).nullable(),
  state: z.enum(tradeStatuses),
  since: timestamp,
  attempts: count,
  cause: z.string().nullable(),
});

/** One match of a record: the order's owner, the amount, and for a sale the fee. */
const progressRecord = z.object({
  tradeId: ledgerId,
  type: z.enum(['Sell', 'Buy']),
  ...exchanged,
  nickname: z.string(),
  orderId: ledgerId,
  fee: usdtSchema.nullable(),
  ...tradeStatus,
  /** Its newest dispute, open or ended. */
  caseId: ledgerId.nullable(),
  createdAt: timestamp,
  completedAt: timestamp.nullable(),
  /** Completed, cancelled or reversed, whichever was last; null while it is in progress. */
  endedAt: timestamp.nullable(),
});

/**
 * One order with at least one match (specification, section 3). `buyer` or `seller` is the counterpart of the latest
 * match that was not cancelled, or else of the latest. `completionDate` is null unless the whole order was completed.
 */
const matchedOrderRecord = z.object({
  _id: ledgerId,
  postingNumber: z.string(),
  buyer: z.string(),
  seller: z.string(),
  amount: usdtSchema,
  /** The part of it that was completed, even if reversed since, or that is in a match in progress. */
  amountMatched: usdtSchema,
  /** Without what was reversed. */
  completed: usdtSchema,
  firstMatchedAt: timestamp,
  status: z.enum(orderStatuses),
  details: z.object({
    buyerNickname: z.string(),
    buyerPhone: z.string(),
    buyRequestAmount: usdtSchema,
    sellerNickname: z.string(),
    sellerPhone: z.string(),
    sellRequestAmount: usdtSchema,
    progressRecords: z.array(progressRecord),
    registrationDate: timestamp,
    completionDate: timestamp.nullable(),
  }),
});
export type MatchedOrderRecord = z.output<typeof matchedOrderRecord>;

/** The pending consent of an offered match: whose it is, who has accepted, and when it expires. */
const consentView = z.object({ of: z.array(z.enum(sides)), given: z.array(z.enum(sides)), until: timestamp });
export type ConsentView = z.output<typeof consentView>;

/**
 * The payment data of a match. `bank` is the seller's account for the won, `wallet` the buyer's for the USDT: shown to
 * both parties of a match in progress, who send to one and look at the other, and to admins at any time. `fee` and
 * `toGive` (amount and fee together) are shown to the seller and admins; before completion the fee is an estimate.
 * `consent` is set while the match is offered, `counterpart` for a party. `receipt` belongs to the payment marked as
 * sent. `needsApproval`: another admin has to approve the caller's completion. `matchedAt`: with the last consent, if it
 * needed any; null before.
 */
export const tradePayment = z.object({
  _id: ledgerId,
  status: z.enum(tradeStatuses),
  matchedAt: timestamp.nullable(),
  amount: usdtSchema,
  krw: krwSchema,
  fee: usdtSchema.nullable(),
  feeIsFinal: z.boolean(),
  toGive: usdtSchema.nullable(),
  price: priceSchema,
  consent: consentView.nullable(),
  counterpart: standingView.nullable(),
  bank: bankView.nullable(),
  wallet: walletView.nullable(),
  receipt: receiptView.nullable(),
  needsApproval: z.boolean(),
  ...paymentProgress,
});
export type TradePayment = z.output<typeof tradePayment>;

/** What the steps of a payment have in common. */
const onSteps = { params: tradeParams, response: stepMessage, ledger: true } as const;

export const tradeEndpoints = {
  match: endpoint(tradePaths.match, {
    summary:
      'Matches a sell order with a buy order: the smaller open amount at the earlier price, unless stated. With `askConsent` a price beyond a limit is offered to the members concerned, and the match is `offered`.',
    body: askingBody,
    response: tradeMessage,
    success: 201,
    ledger: true,
    errors: [...matchErrors, 'PRICE_BEYOND_LIMIT', 'RESERVE_TIMED_OUT', 'TRADE_NOT_FINISHED'],
  }),
  previewMatch: endpoint(tradePaths.previewMatch, {
    summary: 'Previews a match by the same rules, without making it.',
    body: matchBody,
    response: z.object({
      ...exchanged,
      /** An estimate: fees are rounded cumulatively over an order's settlements. */
      feeEstimate: usdtSchema,
      feeRate: rateSchema,
      /** By how much the sell order's price exceeds the buy order's; both members are notified. */
      sellAboveBuyBy: priceSchema.nullable(),
      maker: z.enum(sides),
      /**
       * The price limits, and whose limits (`sell`: the seller's lowest) this price exceeds: those members have to
       * consent.
       */
      limits: priceLimits,
      beyondLimit: z.array(z.enum(sides)),
      sell: previewSide,
      buy: previewSide,
    }),
    errors: matchErrors,
  }),
  complete: endpoint(tradePaths.complete, {
    summary: 'Completes the match of two orders after payment.',
    body: finishBody('MATCH_NEEDS_TWO_ORDERS', { reason: z.enum(unmarkedReasons).optional(), confirmAlone }),
    response: tradeMessage,
    ledger: true,
    stepUp: true,
    errors: [
      'MATCH_NEEDS_TWO_ORDERS',
      'CONSENT_PENDING',
      'APPROVAL_NEEDED',
      'CONFIRM_ALONE',
      ...finishErrors,
    ],
  }),
  cancelMatch: endpoint(tradePaths.cancelMatch, {
    summary:
      'Cancels the match of two orders, or withdraws one that is only offered: both are open again for the reserved amount. With `ifOffered` it is refused once the members have accepted.',
    body: finishBody('ORDER_NOT_FOUND', { ifOffered: z.boolean().optional() }),
    response: tradeMessage,
    ledger: true,
    stepUp: true,
    errors: ['OFFER_OVER', ...finishErrors],
  }),
  matchedOrders: endpoint(tradePaths.matchedOrders, {
    summary:
      'Every order that was ever matched, with its matches, by side; newest first, a page of each. `search` is part of a posting number or of a party’s nickname, or an order’s id. `from`, `to` and `status` leave the orders with a match like that.',
    query: pageQuery.extend({ id: z.string().max(100).optional() }).extend(matchSearch.shape),
    response: z.object({ sell: z.array(matchedOrderRecord), buy: z.array(matchedOrderRecord), nextCursor }),
    errors: periodErrors,
  }),
  matchedOrdersCsv: endpoint(tradePaths.matchedOrdersCsv, {
    summary:
      'The matches of these orders as a file for a spreadsheet, a row for each, the newest 50,000; with `storedLanguage` for people, in Korean (`ko`) or English (`en`). `search` is part of either order’s posting number or of a party’s nickname, or an order’s id; `from`, `to` and `status` are of the match. Recorded as an export.',
    query: matchSearch.extend({ storedLanguage }),
    ...csvFile,
    errors: periodErrors,
  }),
  retryStuckTrade: endpoint(tradePaths.retryStuckTrade, {
    summary: 'Retries a stuck match at once.',
    params: tradeParams,
    response: messageResponse,
    errors: ['TRADE_NOT_FOUND', 'TRADE_NOT_STUCK'],
  }),
  trade: endpoint(tradePaths.trade, {
    summary: 'One match, for its two parties and admins.',
    params: tradeParams,
    response: tradeView,
    errors: ['TRADE_NOT_FOUND'],
  }),
  payment: endpoint(tradePaths.payment, {
    summary:
      'The payment details of a match. While it is in progress both parties see the seller’s bank account and the buyer’s wallet; admins see them at any time.',
    params: tradeParams,
    response: tradePayment,
    errors: ['TRADE_NOT_FOUND', 'RECORD_MISMATCH'],
  }),
  answerOffer: endpoint(tradePaths.answerOffer, {
    summary:
      'Accepts or declines the price of an offered match, by a member whose consent it needs. With the last consent it is matched.',
    params: tradeParams,
    body: z.object({ accept: z.boolean() }),
    response: tradeMessage,
    ledger: true,
    errors: ['TRADE_NOT_FOUND', 'CONSENT_NOT_YOURS', 'OFFER_OVER', 'CONSENT_GIVEN', 'TRADE_NOT_FINISHED'],
  }),
  markStep: endpoint(tradePaths.markStep, {
    summary:
      'Marks the next step of a match’s payment, by the party who owes it; an admin marks it for them with a reason. `payment-sent` may carry the sender’s name and an image of the receipt.',
    ...onSteps,
    upload: { field: 'image', required: false, bytesMax: imageBytesMax },
    body: markBody,
    errors: [
      ...stepErrors,
      ...(['STEP_ALREADY_MARKED', 'STEP_OUT_OF_ORDER', 'STEP_NEEDS_REASON', 'STEP_UP_REQUIRED'] as const),
      ...(['STEP_NEEDS_SIGNATURE', 'SIGNATURE_INVALID', 'SIGNATURE_USED', 'IMAGE_INVALID'] as const),
    ],
  }),
  takeBackStep: endpoint(tradePaths.takeBackStep, {
    summary: 'Undoes the last mark of a match’s payment, by the person who made it.',
    ...onSteps,
    body: takeBackBody,
    errors: [...stepErrors, 'STEP_NOT_MARKED', 'STEP_FOLLOWED'],
  }),
  moveWindow: endpoint(tradePaths.moveWindow, {
    summary:
      'Pauses, resumes or extends the time for the next step of a match’s payment. With `step` it is refused once another step is next.',
    ...onSteps,
    body: windowBody,
    errors: [
      ...paymentErrors,
      ...(['OWN_ORDER', 'STEP_NEEDS_REASON', 'STEPS_CHANGED'] as const),
      ...(['WINDOW_PAUSED', 'WINDOW_NOT_PAUSED', 'WINDOW_OVER'] as const),
    ],
  }),
} as const;
