import { z } from 'zod';
import { sides } from '../ids.ts';
import { ownTradePaths } from '../paths/own-trades.ts';
import { reversalReasons } from '../reversals.ts';
import { krwSchema, priceSchema, signedKrwSchema, signedUsdtSchema, usdtSchema } from '../schemas/money.ts';
import { listedTradePhases } from '../trade-phase.ts';
import { searchText } from './client-values.ts';
import { csvFile, endpoint, pageOf, pageQuery, storedLanguage } from './endpoint.ts';
import { count, exchanged, ledgerId, timestamp, tradeStatus } from './order-views.ts';

/** Postgres has no year 0. */
const day = z.iso.date().refine((day) => day >= '0001');

/** Days in Korea, both included and optional. */
export const period = z.object({ from: day.optional(), to: day.optional() });
export const periodErrors = ['REPORT_PERIOD_INVALID'] as const;
const fileErrors = [...periodErrors, 'REPORT_TOO_LONG'] as const;

/** Of matches, by the time and the outcome of each. */
const matchFilter = period.extend({ status: z.enum(listedTradePhases).optional() });
export const matchSearch = matchFilter.extend({ search: searchText });

/** A match as one of its parties sees it. `side` and the order are the caller's. */
const tradeHistoryRow = z.object({
  tradeId: ledgerId,
  side: z.enum(sides),
  orderId: ledgerId,
  orderCode: z.string(),
  partnerNickname: z.string(),
  ...exchanged,
  /** In USDT, paid by the seller: null for a buyer, and until the match is completed. */
  fee: usdtSchema.nullable(),
  ...tradeStatus,
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
});
export type TradeHistoryRow = z.output<typeof tradeHistoryRow>;

/** What an account gains, in USDT or won: negative if it gives. */
const gain = z.string().regex(/^-?\d{1,24}(\.\d{1,4})?$/);

/**
 * What a completed trade, or its reversal, moved on the caller's account, from the journal. A seller's `usdt` includes
 * the fee.
 */
const transactionRow = z.object({
  kind: z.enum(['completion', 'reversal']),
  tradeId: ledgerId,
  eventId: z.uuid(),
  at: timestamp,
  /** In Korea. */
  day: z.iso.date(),
  side: z.enum(sides),
  orderId: ledgerId,
  orderCode: z.string(),
  price: priceSchema,
  usdt: gain,
  krw: gain,
  /** In USDT; zero for a buyer, negative if it was refunded. */
  fee: signedUsdtSchema,
  /** Why it was reversed; null of a completion. */
  reason: z.enum(reversalReasons).nullable(),
});
export type TransactionRow = z.output<typeof transactionRow>;

/** The caller's own trades and their movements, whatever the caller's role. */
export const ownTradeEndpoints = {
  tradeHistory: endpoint(ownTradePaths.tradeHistory, {
    summary: "The caller's own matches, newest first. The period refers to the time of the match.",
    query: matchFilter.extend(pageQuery.shape),
    response: pageOf(tradeHistoryRow),
    errors: periodErrors,
  }),
  tradeHistoryCsv: endpoint(ownTradePaths.tradeHistoryCsv, {
    summary:
      'The same as a file for a spreadsheet; with `storedLanguage` for people, in Korean (`ko`) or English (`en`).',
    query: matchFilter.extend({ storedLanguage }),
    ...csvFile,
    errors: fileErrors,
  }),
  tradePartners: endpoint(ownTradePaths.tradePartners, {
    summary: "The counterparts of the caller's completed trades, masked, latest first.",
    query: pageQuery,
    response: pageOf(
      z.object({
        nickname: z.string(),
        trades: z.int().positive(),
        /** USDT the caller sold to them and bought from them, and the won of both together. */
        sold: usdtSchema,
        bought: usdtSchema,
        krw: krwSchema,
        lastTradeId: ledgerId,
        lastTradeAt: timestamp,
      }),
    ),
  }),
  transactions: endpoint(ownTradePaths.transactions, {
    summary:
      "What completed trades, and reversals of them, moved on the caller's own account, newest first; with the first page, the period's totals.",
    query: period.extend(pageQuery.shape),
    response: z.object({
      totals: z
        .object({
          /** Number of completed trades; the sums are net of reversals in the period. */
          trades: count,
          reversals: count,
          /** USDT sold, without the fee, and bought. */
          sold: signedUsdtSchema,
          bought: signedUsdtSchema,
          krwReceived: signedKrwSchema,
          krwPaid: signedKrwSchema,
          fee: signedUsdtSchema,
        })
        .nullable(),
      ...pageOf(transactionRow).shape,
    }),
    errors: periodErrors,
  }),
  transactionsCsv: endpoint(ownTradePaths.transactionsCsv, {
    summary:
      'The same as a file for a spreadsheet; with `storedLanguage` for people, in Korean (`ko`) or English (`en`).',
    query: period.extend({ storedLanguage }),
    ...csvFile,
    errors: fileErrors,
  }),
} as const;
