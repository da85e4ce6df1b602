import { z } from 'zod';
import type { ErrorCode } from '../errors/index.ts';
import { ledgerIdPattern, type MemberId, type OrderId, type TradeId } from '../ids.ts';
import {
  clientUsdtAgrees,
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
import { searchLengthMax } from '../search-length.ts';
import { withoutUnseen } from '../unseen-characters.ts';

/**
 * Unchecked input of a client: a figure or an id of any type. Each schema yields the checked value, or an issue whose
 * message is the error code of the violated rule, so that the reply has that rule's text and status instead of a
 * generic one.
 */
type ClientValue = string | number | null;

const clientValue = z.custom<ClientValue>(() => true).optional();
const figure = (description: string) => ({ type: ['string', 'number'], description });

const refuse = (context: z.RefinementCtx, code: ErrorCode, input: unknown): never => {
  context.addIssue({ code: 'custom', message: code, input });
  return z.NEVER;
};

/** Won above 0. */
export const clientKrw = clientValue
  .transform((input, context): Krw => {
    const krw = parseKrw(input);
    return krw !== undefined && isPositive(krw) ? krw : refuse(context, 'KRW_NOT_POSITIVE', input);
  })
  .meta(figure('won, above 0, at most 4 decimals'));

/** The price of a placed order: section 5 has one text for it and the USDT amount. */
export const clientRate = clientValue
  .transform((input, context): Price => parsePrice(input) ?? refuse(context, 'USDT_NOT_POSITIVE', input))
  .meta(figure('won per USDT, above 0, at most 4 decimals'));

/**
 * The client's own USDT figure, above 0, with any decimals: the ledger compares it with its own, which is the one it
 * stores.
 */
export const clientUsdt = clientValue
  .transform((input, context): string => {
    const isDecimal = clientUsdtAgrees(input, zeroUsdt) !== undefined;
    // Not every JSON value can become text: an object may have a `toString` of its own.
    const text = isDecimal ? String(input) : '';
    return /[1-9]/.test(text) ? text : refuse(context, 'USDT_NOT_POSITIVE', input);
  })
  .meta(figure('USDT, within 0.01 of krwAmount / price'));

/** USDT above 0; optional. */
export const clientFill = clientValue
  .transform((input, context): Usdt | undefined => {
    if (input === undefined) return undefined;
    const amount = parseUsdt(input);
    return amount !== undefined && isPositive(amount) ? amount : refuse(context, 'USDT_NOT_POSITIVE', input);
  })
  .meta(figure('USDT to match, above 0, at most 4 decimals; the smaller open amount if left out'));

/** A price above 0; optional. */
export const clientFillPrice = clientValue
  .transform((input, context): Price | undefined =>
    input === undefined ? undefined : (parsePrice(input) ?? refuse(context, 'PRICE_INVALID', input)),
  )
  .meta(figure('won per USDT, between the prices of the two orders; that of the earlier one if left out'));

/** The price an admin sets. */
export const clientPrice = clientValue
  .transform((input, context): Price => {
    if (input === undefined || input === null || input === '')
      return refuse(context, 'PRICE_REQUIRED', input);
    return parsePrice(input) ?? refuse(context, 'PRICE_INVALID', input);
  })
  .meta(figure('won per USDT, above 0, at most 4 decimals'));

const orRefuse =
  <Id>(schema: z.ZodType<Id>, whenInvalid: ErrorCode) =>
  (input: unknown, context: z.RefinementCtx): Id => {
    const id = schema.safeParse(input);
    return id.success ? id.data : refuse(context, whenInvalid, input);
  };
const knownOrderId = orRefuse(orderIdSchema, 'ORDER_NOT_FOUND');
const knownTradeId = orRefuse(tradeIdSchema, 'TRADE_NOT_FOUND');

const pastedId = z.custom<string>(() => true).optional();
const idText = (description: string) => ({ type: 'string', description });

/** A pasted order id; `whenMissing` is the error if there is none. */
export const clientOrderId = (whenMissing: ErrorCode) =>
  pastedId
    .transform((input, context): OrderId => {
      const text = typeof input === 'string' ? input.trim() : '';
      return text === '' ? refuse(context, whenMissing, input) : knownOrderId(text, context);
    })
    .meta(idText('an order id, 24 hex characters'));

export const clientTradeId = pastedId
  .transform((input, context): TradeId | undefined =>
    input === undefined ? undefined : knownTradeId(input, context),
  )
  .meta(idText('a trade id, 24 hex characters; the live match of the two orders if left out'));

/** What a client writes, without invisible characters; `whenMissing` is the error if nothing is left of it. */
export const requiredText = (whenMissing: ErrorCode, lengthMax: number, whenTooLong?: ErrorCode) =>
  z.string(whenMissing).overwrite(withoutUnseen).trim().min(1, whenMissing).max(lengthMax, whenTooLong);

/** Part of what is searched; blank finds all. */
export const searchText = z.string().trim().max(searchLengthMax).default('');

/** Ids in paths: an invalid id is not found. */
export const idParams = <Id extends string = string>(whenInvalid: ErrorCode) =>
  z.object({
    id: z
      .string()
      .regex(ledgerIdPattern, whenInvalid)
      .transform((id) => id as Id),
  });
export const orderParams = idParams<OrderId>('ORDER_NOT_FOUND');
export const tradeParams = idParams<TradeId>('TRADE_NOT_FOUND');
export const memberParams = idParams<MemberId>('MEMBER_NOT_FOUND');
