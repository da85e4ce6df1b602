import type { OrderId } from '@matgyo/contracts/ids';
import { type Generated, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from '../database/tables.ts';

/**
 * `app.order_wallets`: the wallet a seller stated with an order, where they did. Personal data, so not in an event;
 * without a row it is the account's own.
 */
export interface OrderWalletTable {
  readonly order_id: OrderId;
  readonly tether_address: string;
  readonly created_at: Generated<Date>;
}

export interface OrderTables {
  readonly 'app.order_wallets': OrderWalletTable;
}

export const orderMigrations: Readonly<Record<string, Migration>> = {
  '0210_order_wallets': {
    async up(db) {
      await sql`
        create table app.order_wallets (
          order_id text collate "C" primary key,
          tether_address text not null,
          created_at timestamptz not null default now()
        )`.execute(db);
    },
  },
};

/** Written before the order itself, so that no order is ever without the wallet that was stated with it. */
export async function saveWallet(db: Database, orderId: OrderId, tetherAddress: string): Promise<void> {
  await db
    .insertInto('app.order_wallets')
    .values({ order_id: orderId, tether_address: tetherAddress })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet({ tether_address: tetherAddress }))
    .execute();
}

/** For an order that was refused after all. */
export async function removeWallet(db: Database, orderId: OrderId): Promise<void> {
  await db.deleteFrom('app.order_wallets').where('order_id', '=', orderId).execute();
}

export async function loadWallets(
  db: Database,
  orderIds: readonly OrderId[],
): Promise<ReadonlyMap<OrderId, string>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('app.order_wallets')
    .select(['order_id', 'tether_address'])
    .where('order_id', 'in', orderIds)
    .execute();
  return new Map(rows.map((row) => [row.order_id, row.tether_address]));
}

const mostSwept = 1_000;

/** Removes wallets of orders that a crash kept from being placed; a day later nobody repeats that any more. */
export async function sweepWallets(db: Database): Promise<void> {
  await sql`
    delete from app.order_wallets where order_id in (
      select w.order_id from app.order_wallets w
      where w.created_at < now() - interval '1 day'
        and not exists (select from read_orders.orders o where o.order_id = w.order_id)
        and not exists (select from app.commands c where c.new_id = w.order_id and c.finished_at is null)
      limit ${mostSwept})`.execute(db);
}
