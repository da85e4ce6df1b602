import type { FeeReportItem } from '@matgyo/contracts/endpoints/reports';
import type { FeePeriod } from '@matgyo/projections/reports/fee-rows';
import { type FeeTotals, feeSums } from '@matgyo/projections/reports/fee-totals';
import type { Snapshot } from '@matgyo/projections/reports/snapshot';
import { type RawBuilder, sql } from 'kysely';
import { membersNamed } from '../../identity/members/nicknames.ts';
import { containing } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/tables.ts';

/**
 * The rows of a report, or those matching a search, in the snapshot of its totals and fingerprint, so that page, file
 * and chart agree.
 */
export interface FeeBook {
  /** Only builds statements. */
  readonly db: Database;
  readonly snapshot: Snapshot;
  readonly period: FeePeriod;
  /** Part of either nickname or the amount; '' matches all. */
  readonly search: string;
}

const { raw } = sql;

/** The report's rows. Postgres drops the joins if no name is needed. */
function inBook({ period, snapshot, search }: FeeBook): RawBuilder<unknown> {
  const { from, to, referralCode } = period;
  const { position, at } = snapshot.asOfPoint;
  const named = membersNamed(search);
  // Screens show thousands with commas, from where people copy. No other text is looked for in every amount.
  const digits = search.replaceAll(',', '');
  const amount = /^[\d.]*\d[\d.]*$/.test(digits)
    ? sql`or abs(f.amount)::text like ${containing(digits)}`
    : raw('');
  // A single day is read in its index's order.
  const ofDays = from === to ? sql`f.day = ${from}` : sql`f.day between ${from} and ${to}`;
  return sql`${sql.id(snapshot.schema, 'fees')} f
    left join app.members seller on seller.id = f.seller_id
    left join app.members buyer on buyer.id = f.buyer_id
    where ${ofDays} and f.position <= ${position}
      ${at === null ? raw('') : sql`and f.at <= ${at}::timestamptz`}
      ${referralCode === undefined ? raw('') : sql`and f.referral_code = ${referralCode}`}
      ${search === '' ? raw('') : sql`and (f.seller_id in ${named} or f.buyer_id in ${named} ${amount})`}`;
}

/** Runs a statement in the book's snapshot. */
async function read<Row extends object>(
  { db, snapshot }: FeeBook,
  query: RawBuilder<unknown>,
): Promise<Row[]> {
  const { sql: text, parameters } = query.compile(db);
  return (await snapshot.client.query<Row>(text, [...parameters])).rows;
}

/** A page of rows in log order, after `afterEvent`. */
export async function feeRows(
  book: FeeBook,
  { limit, afterEvent }: { readonly limit: number; readonly afterEvent?: string | undefined },
): Promise<readonly FeeReportItem[]> {
  const rows = await read<Omit<FeeReportItem, 'completedAt'> & { completedAt: Date }>(
    book,
    sql`
    select f.kind, f.trade_id as "tradeId", f.event_id as "eventId", f.day, f.at as "completedAt",
      f.sell_order_id as "sellOrderId", f.buy_order_id as "buyOrderId", f.referral_code as "referralCode",
      seller.nickname as "sellerNickname", buyer.nickname as "buyerNickname", f.amount, f.price, f.krw,
      f.fee_rate as "feeRate", f.fee_rule as "feeRule", f.fee
    from ${inBook(book)}
      ${
        afterEvent === undefined
          ? raw('')
          : sql`and f.position > (select position from ${sql.id(book.snapshot.schema, 'fees')} where event_id = ${afterEvent}::uuid)`
      }
    order by f.position limit ${limit}`,
  );
  return rows.map((row) => ({ ...row, completedAt: row.completedAt.toISOString() }));
}

const sums = raw(feeSums);

export async function feeTotals(book: FeeBook): Promise<FeeTotals> {
  const [totals] = await read<FeeTotals>(book, sql`select ${sums} from ${inBook(book)}`);
  if (totals === undefined) throw new Error('a sum always returns a row');
  return totals;
}

export type FeeDay = FeeTotals & { readonly day: string };

/** Days that fit a chart. */
export const daysMax = 731;

/** The days from the first to the last trade, empty ones included, oldest first; at most the latest 731. */
export async function feeDays(book: FeeBook): Promise<{ readonly days: FeeDay[]; readonly cut: boolean }> {
  const rows = await read<FeeDay & { cut: boolean }>(
    book,
    sql`
    with counted as (select f.day, ${sums} from ${inBook(book)} group by f.day),
      bounds as (select min(day)::date as first, max(day)::date as last from counted)
    select to_char(calendar.day, 'YYYY-MM-DD') as day, coalesce(c.trades, 0) as trades, coalesce(c.reversals, 0) as reversals,
      coalesce(c.amount, 0)::numeric(24,4) as amount, coalesce(c.krw, 0) as krw,
      coalesce(c.fee, 0)::numeric(24,4) as fee, first < last - ${daysMax - 1}::int as cut
    from bounds, generate_series(greatest(first, last - ${daysMax - 1}::int)::timestamp, last, interval '1 day') as calendar (day)
    left join counted c on c.day = to_char(calendar.day, 'YYYY-MM-DD')
    order by 1`,
  );
  return { days: rows.map(({ cut, ...day }) => day), cut: rows[0]?.cut ?? false };
}

/** Codes that fit a table; a market has one per manager and campaign. */
const codesMax = 100;

/** Totals by the seller's referral code at the time, highest fee first, and the number of further codes. */
export async function feeCodes(book: FeeBook) {
  const rows = await read<FeeTotals & { readonly referralCode: string | null; readonly all: number }>(
    book,
    sql`
    select f.referral_code as "referralCode", ${sums}, (count(*) over ())::integer as all from ${inBook(book)}
    group by f.referral_code order by sum(f.fee) desc, f.referral_code limit ${codesMax}`,
  );
  return { codes: rows.map(({ all: _, ...code }) => code), furtherCodes: (rows[0]?.all ?? 0) - rows.length };
}
