import { LruCache } from '@matgyo/event-store/lru-cache';
import { prepared } from '@matgyo/event-store/postgres/prepared';
import { chainStart } from '@matgyo/ledger/proof/room-chain';
import { type Change, idsIn } from '@matgyo/projections/changes';
import type pg from 'pg';

/** Rows per statement. */
const rowsMax = 5_000;

/** Trades remembered as listed. */
const rememberedMax = 10_000;

/**
 * Lists the rooms of matches: the trade's and both orders'. Takes the given trades, or all that are not listed yet.
 * Idempotent, also when run concurrently. A listed room stays listed, so a trade's later changes need no statement.
 */
export function matchedRooms(pool: pg.Pool) {
  const listed = new LruCache<true>(rememberedMax);
  return async (tradeIds?: readonly string[]): Promise<void> => {
    const unknown = tradeIds?.filter((id) => listed.get(id) === undefined);
    if (unknown?.length === 0) return;
    for (let after = ''; ; ) {
      const page = await listRooms(pool, unknown ?? after);
      for (const id of page) listed.set(id, true);
      const last = page.at(-1);
      if (unknown !== undefined || last === undefined || page.length < rowsMax) return;
      after = last;
    }
  };
}

/**
 * One statement's worth, of these trades or of all after one, by id; returns the ids of the trades whose rooms are
 * listed now.
 */
async function listRooms(pool: pg.Pool, trades: readonly string[] | string): Promise<readonly string[]> {
  const isPage = typeof trades === 'string';
  const [chosen, missing] = isPage
    ? [
        'trade_id > $3',
        'not exists (select from app.chat_rooms room where room.id = page.trade_id and room.listed)',
      ]
    : ['trade_id = any($3::text[])', 'true'];
  const { rows } = await pool.query<{ trade_id: string }>(
    prepared({
      text: `with page as materialized (
        select trade_id, sell_order_id, buy_order_id, seller_id, buyer_id, matched_at
        from read_trades.trades where matched_at is not null and ${chosen}
        order by trade_id limit $1),
      trade as materialized (select * from page where ${missing}),
      room as (
        select trade_id as id, 'trade' as kind, sell_order_id, buy_order_id, seller_id, buyer_id, matched_at from trade
        union all
        select distinct on (sell_order_id) sell_order_id, 'order', sell_order_id, null, seller_id, null, matched_at
        from trade
        union all
        select distinct on (buy_order_id) buy_order_id, 'order', null, buy_order_id, null, buyer_id, matched_at
        from trade),
      made as (
        insert into app.chat_rooms as known
          (id, kind, sell_order_id, buy_order_id, seller_id, buyer_id, listed, last_hash, last_at)
        select id, kind, sell_order_id, buy_order_id, seller_id, buyer_id, true, $2, matched_at
        from room order by id
        on conflict (id) do update set listed = true where not known.listed)
      select trade_id from page order by trade_id`,
      values: [rowsMax, chainStart, trades],
    }),
  );
  return rows.map(({ trade_id: id }) => id);
}

/** The ids of the trades among the changes. */
export const matchedIn = (changes: readonly Change[]): readonly string[] =>
  idsIn(
    changes.flatMap(({ keys }) => keys),
    'trade',
  );
