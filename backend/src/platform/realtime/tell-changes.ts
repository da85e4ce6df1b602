import type { MemberId, OrderId, TradeId } from '@matgyo/contracts/ids';
import type { Change } from '@matgyo/projections/changes';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { audiences, type Sockets } from './sockets.ts';

/** Keys told to one audience at once; beyond, it is told to fetch everything it shows. */
const mostKeys = 200;
const everything = 'everything';

/**
 * Tells this backend's sockets what changed. What is somebody's own goes to them, admins and, of members, managers;
 * to everybody only that the price or the public lists changed, without any id. Every backend reads the changes and
 * tells its own.
 */
export const tellChanges =
  (db: Database, io: Sockets) =>
  async (changes: readonly Change[], missed: boolean): Promise<void> => {
    const keys = [...new Set(changes.flatMap((change) => change.keys))];
    if (missed || keys.some((key) => key.startsWith('projection:'))) {
      io.local.to(audiences.public).emit('changed', { keys: [everything] });
      return;
    }
    // Nobody is there to be told, as in the night.
    if (io.of('/').sockets.size === 0) return;
    for (const [audience, told] of await audiencesOf(db, keys))
      io.local.to(audience).emit('changed', { keys: told.size > mostKeys ? [everything] : [...told] });
  };

async function audiencesOf(
  db: Database,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const owners = await ownersOf(db, keys);
  const told = new Map<string, Set<string>>();
  const tell = (audience: string, key: string): void => {
    const set = told.get(audience) ?? new Set();
    told.set(audience, set.add(key));
  };
  for (const key of keys) {
    const [kind, id = ''] = key.split(':');
    if (kind === 'price') {
      tell(audiences.public, key);
      continue;
    }
    // Each is pushed as an event of its own (backend/src/conversation/notifications).
    if (kind === 'notification') continue;
    tell(audiences.admins, key);
    if (kind === 'order' || kind === 'trade') tell(audiences.public, 'orders');
    if (kind === 'stats' || kind === 'fees' || kind === 'member') tell(audiences.managers, key);
    if (kind === 'member') tell(audiences.member(id), key);
    for (const memberId of owners.get(id) ?? []) tell(audiences.member(memberId), key);
  }
  return told;
}

/** Whose orders and trades these are, by their ids. */
async function ownersOf(
  db: Database,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly MemberId[]>> {
  const idsOf = (kinds: readonly string[]) =>
    keys.map((key) => key.split(':')).flatMap(([kind = '', id]) => (kinds.includes(kind) && id ? [id] : []));
  const orderIds = idsOf(['order', 'trail']) as OrderId[];
  const tradeIds = idsOf(['trade']) as TradeId[];
  if (orderIds.length + tradeIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; members: MemberId[] }>`
    select order_id as id, array[member_id] as members from read_orders.orders where order_id = any(${orderIds}::text[])
    union all
    select trade_id, array[seller_id, buyer_id] from read_trades.trades where trade_id = any(${tradeIds}::text[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, members }) => [id, members]));
}
