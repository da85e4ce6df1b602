import { z } from 'zod';
import { pricePaths } from '../paths/price.ts';
import { priceSchema } from '../schemas/money.ts';
import { clientPrice } from './client-values.ts';
import { endpoint, nextCursor, pageOf, pageQuery, storedLanguage } from './endpoint.ts';
import { count, timestamp } from './order-views.ts';

export const priceBody = {
  tetherPrice: clientPrice,
  /**
   * Revision of the price that the caller saw, null when there was none: refused with PRICE_CHANGED, and the price
   * in force, when it is another one by now. Left out, nothing is compared.
   */
  expectedRevision: count.nullable().optional(),
  storedLanguage,
};
export const priceErrors = ['PRICE_REQUIRED', 'PRICE_INVALID', 'PRICE_CHANGED', 'PRICE_NOT_SET'] as const;

export const priceEndpoints = {
  currentPrice: endpoint(pricePaths.currentPrice, {
    summary: 'The current price: won per USDT. Null until an admin has set one.',
    polled: true,
    response: z.object({
      data: priceSchema.nullable(),
      revision: count.nullable(),
      setAt: timestamp.nullable(),
    }),
  }),
  setPrice: endpoint(pricePaths.setPrice, {
    summary:
      'Sets the price that orders placed from now on must name. A move of more than FOUR_EYES_PRICE_PERCENT in 24 hours needs another admin.',
    body: z.object(priceBody).meta({ required: ['tetherPrice'] }),
    stepUp: true,
    response: z.object({
      message: z.string(),
      data: z.object({ tetherPrice: priceSchema, revision: count, setAt: timestamp }),
    }),
    ledger: true,
    errors: [...priceErrors, 'APPROVAL_NEEDED'],
  }),
  priceHistory: endpoint(pricePaths.priceHistory, {
    summary: 'Prices that were set, newest first, those of the last `days` days and the one before them.',
    polled: true,
    query: pageQuery.extend({ days: z.coerce.number().int().min(1).max(3650).default(30) }),
    response: pageOf(z.object({ price: priceSchema, revision: count, setAt: timestamp })),
  }),
  priceLog: endpoint(pricePaths.priceLog, {
    summary:
      'Every price that was set, newest first, with who set it and what it was before. `fourEyesPercent`: a move of more within 24 hours needs another admin, if `hasOtherAdmin`.',
    query: pageQuery,
    response: z.object({
      items: z.array(
        z.object({
          price: priceSchema,
          before: priceSchema.nullable(),
          revision: count,
          setAt: timestamp,
          setBy: z.object({ _id: z.string(), nickname: z.string().nullable() }),
        }),
      ),
      fourEyesPercent: z.string(),
      hasOtherAdmin: z.boolean(),
      nextCursor,
    }),
  }),
} as const;
