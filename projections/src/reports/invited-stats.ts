import type pg from 'pg';
import type { StatsDay } from './stats.ts';

/**
 * Statistics of one invite code by day in Korea, oldest first, without empty days: registrations with it, sales of
 * members with it (as in the fee report, by the code the seller had then) and purchases of members who have it now.
 */
export async function readInvitedStatsByDay(pool: pg.Pool, code: string): Promise<readonly StatsDay[]> {
  const { rows } = await pool.query<StatsDay>(
    `select day, sum(users)::int as users, sum(trades)::int as trades, sum(sales)::numeric(24,4) as sales,
        sum(buys)::numeric(24,4) as buys, sum(fees)::numeric(24,4) as fees, sum(krw) as krw
      from (
        select ${kstDayOf('registered_at')} as day, 1 as users, 0 as trades, 0::numeric as sales, 0::numeric as buys,
            0::numeric as fees, 0::numeric as krw
          from read_accounts.accounts where referral_code = $1
        union all
        select day, 0, case kind when 'completion' then 1 else 0 end, amount, 0, fee, krw from read_fees.fees where referral_code = $1
        union all
        select ${kstDayOf('moved.at')}, 0, 0, 0, moved.amount, 0, 0
          from read_accounts.accounts a join read_trades.trades t on t.buyer_id = a.member_id,
            lateral (values (t.finished_at, t.amount), (t.reversed_at, -t.amount)) moved (at, amount)
          where a.referral_code = $1 and t.fee is not null and moved.at is not null
      ) counted
      group by day order by day`,
    [code],
  );
  return rows;
}

/** The day in Korea: always UTC+9, as in contracts' `kstDay`. */
const kstDayOf = (column: string): string =>
  `to_char(${column} at time zone 'UTC' + interval '9 hours', 'YYYY-MM-DD')`;
