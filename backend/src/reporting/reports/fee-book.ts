import type { FeePeriod } from '@matgyo/projections/reports/fee-rows';
import type { FeeTotals } from '@matgyo/projections/reports/fee-totals';
import type { Moment } from '@matgyo/projections/reports/moment';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { containing } from '../../platform/database/text-search.ts';

/** Rows of the fee book that a call is about: those of a report, or of them those that a search finds. */
export interface FeeScope extends FeePeriod {
  readonly moment: Moment;
  /** Part of either nickname or of the amount; '' finds all. */
  readonly search: string;
}

/** A row with the nicknames of today, which are no part of the ledger. */
export interface NamedFee {
  readonly tradeId: string;
  readonly eventId: string;
  readonly day: string;
  readonly completedAt: string;
  readonly sellOrderId: string;
  readonly buyOrderId: string;
  readonly referralCode: string | null;
  readonly sellerNickname: string | null;
  readonly buyerNickname: string | null;
  readonly amount: string;
  readonly price: string;
  readonly krw: string;
  readonly feeRate: string;
  readonly feeRule: string;
  readonly fee: string;
}

const { raw } = sql;

/** The rows in scope. Where nobody's name is asked for, Postgres leaves the joins out by itself. */
function scoped({ from, to, referralCode, moment, search }: FeeScope): RawBuilder<unknown> {
  const { position, at } = moment;
  const text = containing(search.toLowerCase());
  // One day by itself is in the order of its index.
  const ofDays = from === to ? sql`f.day = ${from}` : sql`f.day between ${from} and ${to}`;
  return sql`read_fees.fees f
    left join app.members seller on seller.id = f.seller_id
    left join app.members buyer on buyer.id = f.buyer_id
    where ${ofDays} and f.position <= ${position}
      ${at === null ? raw('') : sql`and f.at <= ${at}::timestamptz`}
      ${referralCode === undefined ? raw('') : sql`and f.referral_code = ${referralCode}`}
      ${
        search === ''
          ? raw('')
          : sql`and (seller.nickname_key like ${text} or buyer.nickname_key like ${text} or f.amount::text like ${text})`
      }`;
}

/** A page of the rows in scope, in the order of the log, after that of `afterEvent`. */
export async function feesInScope(
  db: Database,
  scope: FeeScope,
  { limit, afterEvent }: { readonly limit?: number; readonly afterEvent?: string | undefined },
): Promise<readonly NamedFee[]> {
  const { rows } = await sql<Omit<NamedFee, 'completedAt'> & { completedAt: Date }>`
    select f.trade_id as "tradeId", f.event_id as "eventId", f.day, f.at as "completedAt",
      f.sell_order_id as "sellOrderId", f.buy_order_id as "buyOrderId", f.referral_code as "referralCode",
      seller.nickname as "sellerNickname", buyer.nickname as "buyerNickname", f.amount, f.price, f.krw,
      f.fee_rate as "feeRate", f.fee_rule as "feeRule", f.fee
    from ${scoped(scope)}
      ${
        afterEvent === undefined
          ? raw('')
          : sql`and f.position > (select position from read_fees.fees where event_id = ${afterEvent}::uuid)`
      }
    order by f.position ${limit === undefined ? raw('') : sql`limit ${limit}`}`.execute(db);
  return rows.map((row) => ({ ...row, completedAt: row.completedAt.toISOString() }));
}

const sums = raw(`count(*)::int as trades, coalesce(sum(f.amount), 0)::numeric(24,4) as amount,
  coalesce(sum(f.krw), 0) as krw, coalesce(sum(f.fee), 0)::numeric(24,4) as fee`);

/** Of everything in scope. */
export async function feeTotalsInScope(db: Database, scope: FeeScope): Promise<FeeTotals> {
  const { rows } = await sql<FeeTotals>`select ${sums} from ${scoped(scope)}`.execute(db);
  const [totals] = rows;
  if (totals === undefined) throw new Error('a sum over nothing is a row too');
  return totals;
}

export type FeeDay = FeeTotals & { readonly day: string };

/** What a chart can show side by side. */
const mostDays = 731;

/** From the first to the last day with a trade in scope, empty ones included, oldest first; at most the latest 731. */
export async function feeDaysInScope(
  db: Database,
  scope: FeeScope,
): Promise<{ readonly days: FeeDay[]; readonly cut: boolean }> {
  const { rows } = await sql<FeeDay & { cut: boolean }>`
    with counted as (select f.day, ${sums} from ${scoped(scope)} group by f.day),
      bounds as (select min(day)::date as first, max(day)::date as last from counted)
    select to_char(calendar.day, 'YYYY-MM-DD') as day, coalesce(c.trades, 0) as trades,
      coalesce(c.amount, 0)::numeric(24,4) as amount, coalesce(c.krw, 0) as krw,
      coalesce(c.fee, 0)::numeric(24,4) as fee, first < last - ${mostDays - 1}::int as cut
    from bounds, generate_series(greatest(first, last - ${mostDays - 1}::int)::timestamp, last, interval '1 day') as calendar (day)
    left join counted c on c.day = to_char(calendar.day, 'YYYY-MM-DD')
    order by 1`.execute(db);
  return { days: rows.map(({ cut, ...day }) => day), cut: rows[0]?.cut ?? false };
}

/** Codes a table can show; a market has a code for each manager and each campaign. */
const codesMax = 100;

/** Everything in scope by the seller's referral code at the time, the highest fee first. */
export async function feeCodesInScope(
  db: Database,
  scope: FeeScope,
): Promise<(FeeTotals & { readonly referralCode: string | null })[]> {
  const { rows } = await sql<FeeTotals & { referralCode: string | null }>`
    select f.referral_code as "referralCode", ${sums} from ${scoped(scope)}
    group by f.referral_code order by sum(f.fee) desc, f.referral_code limit ${codesMax}`.execute(db);
  return rows;
}
