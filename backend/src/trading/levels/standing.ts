import type { StandingView } from '@matgyo/contracts/endpoints/levels';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Level } from '@matgyo/contracts/levels';
import type { Krw } from '@matgyo/contracts/money';
import { isClosed, orderStatuses, orderStatusRank } from '@matgyo/contracts/order-status';
import { levelOf } from '@matgyo/ledger/levels/levels';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';

const openRanks = orderStatuses.filter((status) => !isClosed(status)).map(orderStatusRank);

/**
 * SQL for the member `memberId` refers to: what their orders that have not ended come to, settled and withdrawn parts
 * aside. An untouched order counts with the won it was placed for, a part with its USDT at the order's price, half up.
 * The same rule as `ledger/src/levels/open-krw.ts`; a test compares them.
 */
export const openKrwSql = (memberId: string): string => `(
  select coalesce(sum(case when open + reserved = amount then krw_amount else round((open + reserved) * price) end), 0)::text
  from read_orders.orders
  where member_id = ${memberId} and side in ('sell', 'buy') and status_rank in (${openRanks.join(', ')}))`;

/** The usual times are those of a member's latest trades, however many there are. */
const latestMax = 1_000;

const usual = (minutes: 'pay_minutes' | 'confirm_minutes', party: 'buyer_id' | 'seller_id') => sql`(
  select percentile_disc(0.5) within group (order by minutes) from (
    select ${sql.ref(minutes)} as minutes from read_trades.trades
    where ${sql.ref(party)} = m.id and ${sql.ref(minutes)} is not null
    order by coalesce(matched_at, proposed_at) desc, trade_id desc limit ${sql.lit(latestMax)}) latest)`;

/** A member's level and what it rests on. */
export async function standingOf(
  db: Database,
  levels: readonly Level[],
  memberId: MemberId,
): Promise<StandingView> {
  const { rows } = await sql<Omit<StandingView, 'level'>>`
    select coalesce(s.trades, 0) as trades, coalesce(s.overdue, 0) as overdue,
      coalesce(s.cases_lost, 0) as "casesLost",
      ${usual('pay_minutes', 'buyer_id')} as "payMinutes",
      ${usual('confirm_minutes', 'seller_id')} as "confirmMinutes"
    from (select ${memberId}::text as id) m left join read_trades.standings s on s.member_id = m.id`.execute(
    db,
  );
  const counts = rows[0] ?? { trades: 0, overdue: 0, casesLost: 0, payMinutes: null, confirmMinutes: null };
  return { level: levelOf(levels, counts), ...counts };
}

/** What a member's open orders come to. */
export async function openKrw(db: Database, memberId: MemberId): Promise<Krw> {
  const { rows } = await sql<{ krw: Krw }>`select ${sql.raw(openKrwSql('m.id'))} as krw
    from (select ${memberId}::text as id) m`.execute(db);
  return rows[0]?.krw ?? ('0' as Krw);
}
