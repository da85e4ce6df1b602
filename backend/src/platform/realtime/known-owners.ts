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
export type KnownOwners = ReturnType<typeof createKnownOwners>;

const cachedMax = 20_000;

export function createKnownOwners(db: Database) {
  const known = new Map<string, Owned>();
  const isUnknown = (id: string): boolean => !known.has(id);
  return {
    /** By id; without those that the read models do not have yet. */
    async of({ orders, trades }: OwnedIds): Promise<ReadonlyMap<string, Owned>> {
      const found = await ownersOf(db, {
        orders: orders.filter(isUnknown),
        trades: trades.filter(isUnknown),
      });
      const result = new Map<string, Owned>();
      for (const id of [...orders, ...trades]) {
        const owned = found.get(id) ?? known.get(id);
        if (owned !== undefined) result.set(id, owned);
      }
      if (known.size + found.size > cachedMax) known.clear();
      for (const [id, owned] of found) known.set(id, owned);
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
