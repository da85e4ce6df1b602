import type { Database } from '../../platform/database/tables.ts';

/** Orders of the read model with the owner's current nickname; callers add conditions. */
export const selectOrders = (db: Database) =>
  db
    .selectFrom('read_orders.orders as o')
    .leftJoin('app.members as owner', 'owner.id', 'o.member_id')
    .select([
      'o.order_id',
      'o.side',
      'o.member_id',
      'o.amount',
      'o.krw_amount',
      'o.price',
      'o.open',
      'o.reserved',
      'o.settled',
      'o.withdrawn',
      'o.status',
      'o.status_rank',
      'o.revision',
      'o.placed_at',
      'o.updated_at',
      'owner.nickname as owner_nickname',
    ]);

export type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['execute']>>[number];
