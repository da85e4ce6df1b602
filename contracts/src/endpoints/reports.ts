import { z } from 'zod';
import { krwSchema, priceSchema, rateSchema, usdtSchema } from '../money.ts';
import { endpoint, pageQuery } from './endpoint.ts';
import { ledgerId, moment, nextCursor } from './order-views.ts';

/**
 * A moment of the log: a time (ISO 8601, at least ten seconds past), the id of the last event to include, or both
 * as an earlier answer named it (`<event id>@<time>`).
 */
const asOf = z.string().max(100).optional();

/**
 * `from` and `to` are days in Korea, both included; either may be left open. `referralCode` is the seller's as it
 * was then: for a manager their own invite code unless stated; `All` means every trade.
 */
const feeReportQuery = z.object({
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  referralCode: z.string().max(40).optional(),
  asOf,
});

/** What a figure covers: the last event included, and what to pass as `asOf` to get the same again. */
const covered = { lastEvent: z.uuid().nullable(), asOf: z.string().nullable() };

const feeRow = z.object({
  tradeId: ledgerId,
  eventId: z.uuid(),
  day: z.iso.date(),
  completedAt: moment,
  sellOrderId: ledgerId,
  buyOrderId: ledgerId,
  referralCode: z.string().nullable(),
  sellerNickname: z.string().nullable(),
  buyerNickname: z.string().nullable(),
  amount: usdtSchema,
  price: priceSchema,
  krw: krwSchema,
  feeRate: rateSchema,
  feeRule: z.string(),
  fee: usdtSchema,
});

/** What an account gains: a plain decimal, below zero where it gives. */
const balance = z.string().regex(/^-?\d{1,24}(\.\d{1,4})?$/);

export const reportEndpoints = {
  feeReport: endpoint({
    method: 'GET',
    path: '/fees/report',
    access: 'staff',
    summary: 'Fees of completed trades in a period. The same event asked again gives the same figures.',
    query: feeReportQuery.extend(pageQuery.shape),
    response: z.object({
      from: z.iso.date().nullable(),
      to: z.iso.date().nullable(),
      referralCode: z.string().nullable(),
      ...covered,
      feeRules: z.array(z.string()),
      projectionVersion: z.int().positive(),
      /** Over the ledger columns of every row of the report, in log order; nicknames are not hashed. */
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      totals: z.object({
        trades: z.int().nonnegative(),
        amount: usdtSchema,
        krw: krwSchema,
        fee: usdtSchema,
      }),
      items: z.array(feeRow),
      nextCursor,
    }),
    errors: ['REPORT_MOMENT_UNKNOWN', 'REPORT_PERIOD_INVALID', 'REPORT_HALTED'],
  }),
  feeReportCsv: endpoint({
    method: 'GET',
    path: '/fees/report.csv',
    access: 'staff',
    summary: 'The same report as a file for a spreadsheet.',
    query: feeReportQuery,
    response: z.string(),
    produces: 'text/csv',
    errors: ['REPORT_MOMENT_UNKNOWN', 'REPORT_PERIOD_INVALID', 'REPORT_HALTED'],
  }),
  trialBalance: endpoint({
    method: 'GET',
    path: '/journal/trial-balance',
    access: 'admin',
    summary: 'The journal added up by currency and account. Each currency balances to zero.',
    query: z.object({ asOf }),
    response: z.object({
      ...covered,
      projectionVersion: z.int().positive(),
      trades: z.int().nonnegative(),
      balanced: z.boolean(),
      accounts: z.array(
        z.object({
          account: z.enum(['seller', 'buyer', 'platform']),
          currency: z.enum(['USDT', 'KRW']),
          amount: balance,
        }),
      ),
      totals: z.object({ USDT: balance, KRW: balance }),
    }),
    errors: ['REPORT_MOMENT_UNKNOWN', 'REPORT_HALTED'],
  }),
} as const;
