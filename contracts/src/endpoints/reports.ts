import { z } from 'zod';
import { krwSchema, priceSchema, rateSchema, usdtSchema } from '../money.ts';
import { endpoint, pageQuery } from './endpoint.ts';
import { ledgerId, moment, nextCursor } from './order-views.ts';

/** A moment of the log: its time (at least ten seconds past) or the id of the last event to include. */
const asOf = z.union([z.iso.datetime({ offset: true }), z.uuid()]).optional();

/** `from` and `to` are days in Korea, both included; `referralCode` is the seller's as it was then. */
const feeReportQuery = z.object({
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  referralCode: z.string().max(40).optional(),
  asOf,
});

/** The last event a report covers, and its time; null when the log is empty. */
const asOfEvent = z.object({ eventId: z.uuid(), at: moment }).nullable();

const feeRow = z.object({
  tradeId: ledgerId,
  eventId: z.uuid(),
  day: z.iso.date(),
  completedAt: moment,
  sellOrderId: ledgerId,
  buyOrderId: ledgerId,
  referralCode: z.string().nullable(),
  sellerNickname: z.string(),
  buyerNickname: z.string(),
  amount: usdtSchema,
  price: priceSchema,
  krw: krwSchema,
  feeRate: rateSchema,
  feeRule: z.string(),
  fee: usdtSchema,
});

/** Signed with a sign, since a side may owe: a plain decimal with at most four decimals. */
const balance = z.string().regex(/^-?\d{1,20}(\.\d{1,4})?$/);

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
      asOf: asOfEvent,
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
      asOf: asOfEvent,
      balanced: z.boolean(),
      currencies: z.array(
        z.object({
          currency: z.enum(['USDT', 'KRW']),
          accounts: z.array(z.object({ account: z.string(), balance })),
          sum: balance,
        }),
      ),
    }),
    errors: ['REPORT_MOMENT_UNKNOWN', 'REPORT_HALTED'],
  }),
} as const;
