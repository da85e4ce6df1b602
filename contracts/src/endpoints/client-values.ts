import { z } from 'zod';
import type { ErrorCode } from '../errors/index.ts';
import type { OrderId, TradeId } from '../ids.ts';
import {
  claimedUsdtAgrees,
  isPositive,
  type Krw,
  type Price,
  parseKrw,
  parsePrice,
  parseUsdt,
  type Usdt,
  zeroUsdt,
} from '../money.ts';
import { orderIdSchema, tradeIdSchema } from '../schemas/ids.ts';

/**
 * What a client claims: a figure or an id that may be anything at all. Each schema yields the checked value or
 * an issue whose message is the code of the rule that was broken, so that the answer is that rule's sentence
 * and status rather than "wrong shape".
 */
type Claim = string | number | null;

const claim = z.custom<Claim>(() => true).optional();
const figure = (description: string) => ({ type: ['string', 'number'], description });

const refuse = (context: z.RefinementCtx, code: ErrorCode, input: unknown): never => {
  context.addIssue({ code: 'custom', message: code, input });
  return z.NEVER;
};

/** Won above 0. */
export const clientKrw = claim
  .transform((input, context): Krw => {
    const krw = parseKrw(input);
    return krw !== undefined && isPositive(krw) ? krw : refuse(context, 'KRW_NOT_POSITIVE', input);
  })
  .meta(figure('won, above 0, at most 4 decimals'));

/** The rate an order is placed at: section 5 has one sentence for it and the USDT amount. */
export const clientRate = claim
  .transform((input, context): Price => parsePrice(input) ?? refuse(context, 'USDT_NOT_POSITIVE', input))
  .meta(figure('won per USDT, above 0, at most 4 decimals'));

/**
 * The client's own USDT figure, above 0, with whatever decimals it computed: the ledger compares it with its own,
 * which is the one it stores.
 */
export const clientUsdt = claim
  .transform((input, context): string => {
    const isDecimal = claimedUsdtAgrees(input, zeroUsdt) !== undefined;
    const text = String(input);
    return isDecimal && /[1-9]/.test(text) ? text : refuse(context, 'USDT_NOT_POSITIVE', input);
  })
  .meta(figure('USDT, within 0.01 of krwAmount / price'));

/** USDT above 0, or left out. */
export const clientFill = claim
  .transform((input, context): Usdt | undefined => {
    if (input === undefined) return undefined;
    const amount = parseUsdt(input);
    return amount !== undefined && isPositive(amount) ? amount : refuse(context, 'USDT_NOT_POSITIVE', input);
  })
  .meta(figure('USDT to match, above 0, at most 4 decimals; the smaller open amount if left out'));

/** A price above 0, or left out. */
export const clientFillPrice = claim
  .transform((input, context): Price | undefined =>
    input === undefined ? undefined : (parsePrice(input) ?? refuse(context, 'PRICE_INVALID', input)),
  )
  .meta(figure('won per USDT, between the prices of the two orders; that of the earlier one if left out'));

/** The price an admin sets. */
export const newPriceClaim = claim
  .transform((input, context): Price => {
    if (input === undefined || input === null || input === '')
      return refuse(context, 'PRICE_REQUIRED', input);
    return parsePrice(input) ?? refuse(context, 'PRICE_INVALID', input);
  })
  .meta(figure('won per USDT, above 0, at most 4 decimals'));

const pastedId = z.custom<string>(() => true).optional();
const idText = (description: string) => ({ type: 'string', description });

/** An order id as somebody pasted it; `whenMissing` is what to answer when there is none at all. */
export const orderIdClaim = (whenMissing: ErrorCode) =>
  pastedId
    .transform((input, context): OrderId => {
      const text = typeof input === 'string' ? input.trim() : '';
      if (text === '') return refuse(context, whenMissing, input);
      const id = orderIdSchema.safeParse(text);
      return id.success ? id.data : refuse(context, 'ORDER_NOT_FOUND', input);
    })
    .meta(idText('an order id, 24 hex characters'));

/** A trade id, or left out. */
export const tradeIdClaim = pastedId
  .transform((input, context): TradeId | undefined => {
    if (input === undefined) return undefined;
    const id = tradeIdSchema.safeParse(input);
    return id.success ? id.data : refuse(context, 'TRADE_NOT_FOUND', input);
  })
  .meta(idText('a trade id, 24 hex characters; the live match of the two orders if left out'));

/** Ids in paths: what cannot be an id is simply not there. */
export const orderParams = z.object({
  id: z.string().transform((input, context): OrderId => {
    const id = orderIdSchema.safeParse(input);
    return id.success ? id.data : refuse(context, 'ORDER_NOT_FOUND', input);
  }),
});
export const tradeParams = z.object({
  id: z.string().transform((input, context): TradeId => {
    const id = tradeIdSchema.safeParse(input);
    return id.success ? id.data : refuse(context, 'TRADE_NOT_FOUND', input);
  }),
});
