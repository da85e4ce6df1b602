import { z } from 'zod';
import { sides } from '../ids.ts';
import { currencies, journalAccounts } from '../journal.ts';
import { reportPaths } from '../paths/reports.ts';
import { sha256Hex, signedCheckpoint } from '../proofs.ts';
import { feeRuleText } from '../schemas/fee-rule.ts';
import { levelsText } from '../schemas/levels.ts';
import {
  krwSchema,
  priceSchema,
  rateSchema,
  signedKrwSchema,
  signedUsdtSchema,
  usdtSchema,
} from '../schemas/money.ts';
import { searchLengthMax } from '../search-length.ts';
import { searchText } from './client-values.ts';
import { csvFile, endpoint, pageOf, pageQuery, storedLanguage } from './endpoint.ts';
import { count, ledgerId, timestamp } from './order-views.ts';

/**
 * A point in the log: a time (ISO 8601, at least a minute ago), the id of the last event to include, or both as named
 * by an earlier response (`<event id>@<time>`).
 */
const asOf = z.string().max(100).optional();

/** What a figure covers: the last event included, and the `asOf` that gives the same result again. */
const covered = { lastEvent: z.uuid().nullable(), asOf: z.string().nullable() };

const asOfErrors = ['REPORT_MOMENT_UNKNOWN', 'REPORT_HALTED'] as const;

/**
 * `from` and `to` are days in Korea, both included and optional. `referralCode` is the seller's at that time: for a
 * manager their own invite code by default; `All` means every trade. `period` is the server's today in Korea or
 * everything, instead of `from` and `to`. `search` is part of a nickname or of the amount.
 */
const feeReportQuery = z.object({
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  period: z.enum(['today', 'total']).optional(),
  referralCode: z.string().max(searchLengthMax).optional(),
  search: searchText,
  asOf,
});

/** A plain decimal, negative if it was reversed or given. */
const balance = z.string().regex(/^-?\d{1,24}(\.\d{1,4})?$/);
/** A trade's completion or its reversal, whose amount, won and fee are negative. */
const kind = z.enum(['completion', 'reversal']);

/** `trades`: completed ones. The sums are net of reversals in the period. */
const feeTotals = z.object({
  trades: count,
  reversals: count,
  amount: signedUsdtSchema,
  krw: signedKrwSchema,
  fee: signedUsdtSchema,
});
const reportErrors = [...asOfErrors, 'REPORT_PERIOD_INVALID'] as const;

/** With current nicknames. `completedAt`: the time at which it counts; of a reversal the time of its decision. */
const feeRow = z.object({
  kind,
  tradeId: ledgerId,
  eventId: z.uuid(),
  day: z.iso.date(),
  completedAt: timestamp,
  sellOrderId: ledgerId,
  buyOrderId: ledgerId,
  referralCode: z.string().nullable(),
  sellerNickname: z.string().nullable(),
  buyerNickname: z.string().nullable(),
  amount: signedUsdtSchema,
  price: priceSchema,
  krw: signedKrwSchema,
  feeRate: rateSchema,
  feeRule: z.string(),
  fee: signedUsdtSchema,
});

export type FeeReportItem = z.output<typeof feeRow>;

/** Covers the last event of the report; the same for every request of that report. Null while none can be signed. */
const checkpoint = signedCheckpoint.nullable();

const accountCurrency = z.object({ account: z.enum(journalAccounts), currency: z.enum(currencies) });

/** A required as-of point. */
const asOfText = z.string().min(1).max(100);
const feesThen = z.object({ ...covered, totals: feeTotals });
const balanceThen = z.object({ ...covered, trades: count, balanced: z.boolean() });

/**
 * `rule` is JSON: `rate` of every trade; `tiers` of `{from, rate}` by USDT, the rate of the highest one reached;
 * `codes` of `{code: rate}`, which take precedence; `minimum` and `maximum` of each trade in USDT. Without `before` and
 * `after` the range is last month in Korea; if only one is missing, it is the beginning, or now. `referralCode` as for
 * a report.
 */
const feesDryRunQuery = z.object({
  rule: feeRuleText,
  before: asOf,
  after: asOf,
  referralCode: z.string().max(searchLengthMax).optional(),
});
const feeSumsOfDryRun = z.object({
  trades: count,
  amount: usdtSchema,
  charged: usdtSchema,
  rehearsed: usdtSchema,
  difference: balance,
});

/**
 * `levels` is JSON as in the variable LEVELS. Without `before` and `after` the range is last month in Korea; if only
 * one is missing, it is the beginning, or now.
 */
const levelsDryRunQuery = z.object({ levels: levelsText, before: asOf, after: asOf });
/** Orders placed, and those of them that the levels would have refused. */
const dryRunOrders = z.object({ orders: count, krw: krwSchema, refused: count, refusedKrw: krwSchema });

export const reportEndpoints = {
  feeReport: endpoint(reportPaths.feeReport, {
    summary:
      'Fees of completed trades in a period, less those reversed in it. The same `asOf` always gives the same figures.',
    query: feeReportQuery.extend(pageQuery.shape),
    response: z.object({
      from: z.iso.date().nullable(),
      to: z.iso.date().nullable(),
      referralCode: z.string().nullable(),
      ...covered,
      feeRules: z.array(z.string()),
      projectionVersion: z.int().positive(),
      /** Over the ledger columns of all rows of the report, in log order; nicknames are not hashed. */
      sha256: sha256Hex,
      checkpoint,
      /** Over the whole report, not the page. */
      totals: feeTotals,
      /**
       * Over all matches of the search, not the page; null without a search. The fingerprint covers the report without
       * the search.
       */
      found: feeTotals.nullable(),
      ...pageOf(feeRow).shape,
    }),
    errors: reportErrors,
  }),
  feeReportCsv: endpoint(reportPaths.feeReportCsv, {
    summary:
      'The same report as a file for a spreadsheet; with `storedLanguage` for people, in Korean (`ko`) or English (`en`).',
    query: feeReportQuery.extend({ storedLanguage }),
    ...csvFile,
    errors: [...reportErrors, 'REPORT_TOO_LONG'],
  }),
  feeReportDays: endpoint(reportPaths.feeReportDays, {
    summary:
      'The same report added up by day in Korea, oldest first, empty days included: from the first to the last day with a trade, within the period, at most the latest 731; and by referral code, the highest fee first, at most 100.',
    query: feeReportQuery,
    response: z.object({
      ...covered,
      days: z.array(feeTotals.extend({ day: z.iso.date() })),
      codes: z.array(feeTotals.extend({ referralCode: z.string().nullable() })),
      /** How many codes were left out. */
      furtherCodes: count,
      /** Whether earlier days were left out. */
      cut: z.boolean(),
    }),
    errors: reportErrors,
  }),
  compareFees: endpoint(reportPaths.compareFees, {
    summary:
      'Compares a fee report at two points in the log: both totals, their difference, and the trade completions that cause it, in log order. The totals of the completions are the difference.',
    query: feeReportQuery
      .omit({ asOf: true, search: true })
      .extend({ before: asOfText, after: asOf })
      .extend(pageQuery.shape),
    response: z.object({
      from: z.iso.date().nullable(),
      to: z.iso.date().nullable(),
      referralCode: z.string().nullable(),
      before: feesThen,
      after: feesThen,
      difference: z.object({
        trades: z.int(),
        reversals: z.int(),
        amount: balance,
        krw: balance,
        fee: balance,
      }),
      feeRules: z.array(z.string()),
      projectionVersion: z.int().positive(),
      /** Over the completions in between, like a report's rows, each with whether it was added or removed. */
      sha256: sha256Hex,
      /** `removed`: in the earlier figure but not in the later one, which is only possible with times. */
      ...pageOf(feeRow.extend({ change: z.enum(['added', 'removed']) })).shape,
    }),
    errors: reportErrors,
  }),
  dryRunFees: endpoint(reportPaths.dryRunFees, {
    summary:
      'What another rule would have charged for the trades completed between two points in the log. Repeated calls while it is computed return the progress within a second. Nothing is written.',
    query: feesDryRunQuery,
    response: z.object({
      /** Trades processed. */
      done: count,
      total: count,
      /** Null while it is computed. */
      rehearsal: z
        .object({
          referralCode: z.string().nullable(),
          before: z.object(covered),
          after: z.object(covered),
          totals: feeSumsOfDryRun,
          /** The reversals in the range, with the fees they gave back, which a fee report nets and `totals` does not. */
          reversed: z.object({ trades: count, fee: usdtSchema }),
          /** From the first to the last day with a trade, at most the latest 731. */
          days: z.array(feeSumsOfDryRun.extend({ day: z.iso.date() })),
          /** The highest fee under the rule first, at most 100; the same for members. */
          codes: z.array(feeSumsOfDryRun.extend({ referralCode: z.string().nullable() })),
          members: z.array(feeSumsOfDryRun.extend({ memberId: ledgerId, nickname: z.string().nullable() })),
          /** Whether one of these lists was cut; the file has everything. */
          cut: z.boolean(),
          projectionVersion: z.int().positive(),
          /** Over rule, range and code, and both fees of every trade. */
          sha256: sha256Hex,
        })
        .nullable(),
    }),
    errors: asOfErrors,
  }),
  dryRunFeesCsv: endpoint(reportPaths.dryRunFeesCsv, {
    summary:
      'The same dry run as a file for a spreadsheet, with every code and member; with `storedLanguage` for people, in Korean (`ko`) or English (`en`).',
    query: feesDryRunQuery.extend({ storedLanguage }),
    ...csvFile,
    errors: asOfErrors,
  }),
  dryRunLevels: endpoint(reportPaths.dryRunLevels, {
    summary:
      'Which orders placed between two points in the log other levels would have refused. Repeated calls while it is computed return the progress within a second. Nothing is written.',
    query: levelsDryRunQuery,
    response: z.object({
      /** Events read; their total is known to the minute. */
      done: count,
      total: count,
      /** Null while it is computed. */
      rehearsal: z
        .object({
          before: z.object(covered),
          after: z.object(covered),
          totals: dryRunOrders,
          /** From the first to the last day with an order, at most the latest 731. */
          days: z.array(dryRunOrders.extend({ day: z.iso.date() })),
          /** By the member's level at the time. */
          byLevel: z.array(dryRunOrders.extend({ level: z.int().positive() })),
          /** Those with refused orders, the most refused won first, at most 100. */
          members: z.array(dryRunOrders.extend({ memberId: ledgerId, nickname: z.string().nullable() })),
          /** The refused orders, oldest first, at most 100. `openKrw`: what the member's orders came to before. */
          refused: z.array(
            z.object({
              orderId: ledgerId,
              side: z.enum(sides),
              at: timestamp,
              memberId: ledgerId,
              nickname: z.string().nullable(),
              krw: krwSchema,
              level: z.int().positive(),
              limitKrw: krwSchema.nullable(),
              openKrw: krwSchema,
            }),
          ),
          /** Whether one of these lists was cut; the file has more. */
          cut: z.boolean(),
          /** Over levels and range, and every order. */
          sha256: sha256Hex,
        })
        .nullable(),
    }),
    errors: asOfErrors,
  }),
  dryRunLevelsCsv: endpoint(reportPaths.dryRunLevelsCsv, {
    summary:
      'The same dry run as a file for a spreadsheet, with every member and the first 1,000 refused orders; with `storedLanguage` for people, in Korean (`ko`) or English (`en`).',
    query: levelsDryRunQuery.extend({ storedLanguage }),
    ...csvFile,
    errors: asOfErrors,
  }),
  compareTrialBalances: endpoint(reportPaths.compareTrialBalances, {
    summary:
      'Compares the trial balance at two points in the log: which accounts changed, by how much, and the trade completions with their lines that changed them.',
    query: pageQuery.extend({ before: asOfText, after: asOf }),
    response: z.object({
      before: balanceThen,
      after: balanceThen,
      accounts: z.array(accountCurrency.extend({ before: balance, after: balance, difference: balance })),
      feeRules: z.array(z.string()),
      projectionVersion: z.int().positive(),
      sha256: sha256Hex,
      ...pageOf(
        z.object({
          change: z.enum(['added', 'removed']),
          kind,
          eventId: z.uuid(),
          tradeId: ledgerId,
          completedAt: timestamp,
          lines: z.array(accountCurrency.extend({ member: z.string().nullable(), amount: balance })),
        }),
      ).shape,
    }),
    errors: reportErrors,
  }),
  trialBalance: endpoint(reportPaths.trialBalance, {
    summary: 'The sums of the journal by currency and account. Each currency balances to zero.',
    query: z.object({ asOf }),
    response: z.object({
      ...covered,
      projectionVersion: z.int().positive(),
      trades: count,
      reversals: count,
      balanced: z.boolean(),
      feeRules: z.array(z.string()),
      /** Over the accounts, the number of trades and the as-of point: equal for equal statements. */
      sha256: sha256Hex,
      accounts: z.array(accountCurrency.extend({ amount: balance })),
      totals: z.object({ USDT: balance, KRW: balance }),
      checkpoint,
    }),
    errors: asOfErrors,
  }),
} as const;
