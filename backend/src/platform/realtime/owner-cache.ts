import type { MemberId, OrderId, TradeId } from '@matgyo/contracts/ids';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

interface OwnedIds {
  readonly orders: readonly OrderId[];
  readonly trades: readonly TradeId[];
}

/** The members of an order or trade, and its orders. */
export interface Owned {
  readonly members: readonly MemberId[];
  readonly orders: readonly OrderId[];
}

/** Caches owners of orders and trades, which never change. */
export type OwnerCache = ReturnType<typeof createOwnerCache>;

const cachedMax = 20_000;

export function createOwnerCache(db: Database) {
  const cached = new Map<string, Owned>();
  const isMissing = (id: string): boolean => !cached.has(id);
  return {
    /** By id; without those that the read models do not have yet. */
    async of({ orders, trades }: OwnedIds): Promise<ReadonlyMap<string, Owned>> {
      const found = await ownersOf(db, {
        orders: orders.filter(isMissing),
        trades: trades.filter(isMissing),
      });
      const result = new Map<string, Owned>();
      for (const id of [...orders, ...trades]) {
        const owned = found.get(id) ?? cached.get(id);
        if (owned !== undefined) result.set(id, owned);
      }
      if (cached.size + found.size > cachedMax) cached.clear();
      for (const [id, owned] of found) cached.set(id, owned);
      return result;
    },
  };
}

async function ownersOf(db: Database, { orders, trades }: OwnedIds): Promise<ReadonlyMap<string, Owned>> {
  if (orders.length + trades.length === 0) return new Map();
  const { rows } = await sql<Owned & { id: string }>`
    select order_id as id, array[member_id] as members, array[order_id] as orders
    from read_orders.orders where order_id = any(${orders}::text[])
    union all
    select trade_id, array[seller_id, buyer_id], array[sell_order_id, buy_order_id]
    from read_trades.trades where trade_id = any(${trades}::text[])`.execute(db);
  return new Map(rows.map(({ id, ...owned }) => [id, owned]));
}
