import type { OrderId } from '@matgyo/contracts/ids';
import { orderStream } from '@matgyo/contracts/streams';
import type { EventLog, SqlStatement } from '@matgyo/event-store/event-log';
import { type Generated, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { forEachSequentially } from '../../platform/background.ts';
import { migration } from '../../platform/database/migration.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { SealedRows } from '../../proof/sealed-rows/sealed-rows.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    /**
     * The wallet a seller stated with an order. Personal data, so not in an event; without a row the account's own
     * wallet is used.
     */
    'app.order_wallets': {
      readonly order_id: OrderId;
      readonly tether_address: string;
      /** When it was last stated; a repeat of the call states it again. */
      readonly created_at: Generated<Date>;
      /** Whether the log has the order; its wallet is then kept for good. */
      readonly placed: Generated<boolean>;
    };
  }
}

export const orderMigrations: Readonly<Record<string, Migration>> = {
  '0210_order_wallets': migration(
    sql`
        create table app.order_wallets (
          order_id text collate "C" primary key,
          tether_address text not null,
          created_at timestamptz not null default now()
        )`,
  ),
  '0211_wallets_of_placed_orders': migration(
    sql`alter table app.order_wallets add column placed boolean not null default false`,
    sql`create index wallets_to_ask_about on app.order_wallets (created_at) where not placed`,
  ),
};

/**
 * Written with the order (`isOneAppend`) or before it, so that no order lacks its stated wallet. Includes the audit log
 * entry, which saves a round trip.
 */
export const walletRow = (
  sealedRows: Pick<SealedRows, 'entryOf'>,
  orderId: OrderId,
  tetherAddress: string,
  { isOneAppend }: { readonly isOneAppend: boolean },
): SqlStatement => {
  const wallet = { table: 'app.order_wallets', key: orderId, values: [tetherAddress] };
  return {
    // Only a row that was there before has an xmax: a repeated call states the same wallet again.
    text: `with wallet as (
      insert into app.order_wallets (order_id, tether_address, placed) values ($1, $2, $3)
      on conflict (order_id) do update set tether_address = excluded.tether_address, created_at = now()
      returning xmax = 0 as is_new)
    select app.append_audit(case when is_new then $4 else $5 end) from wallet`,
    values: [
      orderId,
      tetherAddress,
      String(isOneAppend),
      sealedRows.entryOf({ ...wallet, values: null }, wallet),
      sealedRows.entryOf(wallet, wallet),
    ],
  };
};

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

const checkedAtOnce = 200;

/** A day old, not known to belong to an order, and its call can no longer be repeated. */
const abandoned = sql<boolean>`
  not w.placed and w.created_at < now() - interval '1 day'
  and not exists (select from app.commands c where c.new_id = w.order_id and c.finished_at is null)`;

/**
 * Deletes wallets of orders that were refused or lost in a crash, after a day. Only the log knows whether an order
 * was placed, as read models may be halted or late. Checks each order once, up to `limit` of them; whether there may be
 * more.
 */
export async function sweepWallets(
  { db, log, sealedRows }: { readonly db: Database; readonly log: EventLog; readonly sealedRows: SealedRows },
  limit = checkedAtOnce,
): Promise<boolean> {
  const { rows } = await sql<{ order_id: OrderId }>`
    select w.order_id from app.order_wallets w where ${abandoned} order by w.created_at limit ${limit}`.execute(
    db,
  );
  await forEachSequentially(rows, async ({ order_id: orderId }) => {
    const events = await log.readStream(orderStream(orderId), { direction: 'forwards', limit: 1 });
    if (events.length > 0) await markPlaced(db, orderId);
    else await removeAbandoned(db, sealedRows, orderId);
  });
  return rows.length === limit;
}

async function markPlaced(db: Database, orderId: OrderId): Promise<void> {
  await db.updateTable('app.order_wallets').set({ placed: true }).where('order_id', '=', orderId).execute();
}

/** Unless it was stated again in the meantime. */
const removeAbandoned = (db: Database, sealedRows: SealedRows, orderId: OrderId): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { numAffectedRows } = await sql`
      delete from app.order_wallets w where w.order_id = ${orderId} and ${abandoned}`.execute(trx);
    if (numAffectedRows === 1n) await sealedRows.enter(trx, { 'app.order_wallets': [orderId] });
  });
