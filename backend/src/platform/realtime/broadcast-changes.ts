import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import type { MemberId, OrderId, TradeId } from '@matgyo/contracts/ids';
import type { ChangedEvent } from '@matgyo/contracts/realtime';
import { idsIn } from '@matgyo/projections/changes';
import type { ChangesListener } from './change-feed.ts';
import type { Owned, OwnerCache } from './owner-cache.ts';
import { type Sockets, socketRooms } from './sockets.ts';

/** Rows sent along with a change, equal to the response the receiver would fetch. */
export interface PushedRows {
  price(): Promise<ChangedEvent['price']>;
  /** Orders as their owners' lists show them, by owner. */
  ownOrders(ids: readonly OrderId[]): Promise<ReadonlyMap<MemberId, readonly OrderView[]>>;
}

export interface BroadcastDependencies {
  readonly io: Sockets;
  readonly owners: OwnerCache;
  readonly rows: PushedRows;
}

/** Keys sent to one room at once; beyond, clients fetch everything they show. */
const keysMax = 200;
/** Orders sent along; beyond, their owners fetch them. */
const ordersMax = 20;
const everything = 'everything';

/**
 * Sends changes to this backend's sockets. Keys of a member's data go to that member, admins and (for accounts)
 * managers; all sockets only learn that the price or the public lists changed, without ids. Rows are sent only where
 * the call that returns them would return the same to each receiver. Every backend reads the changes and notifies its
 * own sockets.
 */
export const broadcastChanges = (deps: BroadcastDependencies): ChangesListener =>
  async function broadcast(changes, missed) {
    const { io } = deps;
    const keys = [...new Set(changes.flatMap((change) => change.keys))];
    if (missed || keys.some((key) => key.startsWith('projection:'))) {
      io.local.to(socketRooms.public).emit('changed', { keys: [everything] });
      return;
    }
    if (io.of('/').sockets.size === 0) return;
    const { owners, price, orders } = await contextOf(deps, keys);
    for (const [room, roomKeys] of keysByRoom(keys, owners)) {
      const own = orders.get(room);
      io.local
        .to(room)
        .emit('changed', {
          keys: roomKeys.size > keysMax ? [everything] : [...roomKeys],
          ...(price && room === socketRooms.public && { price }),
          ...(own && { orders: [...own] }),
        });
    }
  };

interface Context {
  /** By order or trade id. */
  readonly owners: ReadonlyMap<string, Owned>;
  readonly price: ChangedEvent['price'];
  /** By room. */
  readonly orders: ReadonlyMap<string, readonly OrderView[]>;
}

async function contextOf({ io, owners, rows }: BroadcastDependencies, keys: readonly string[]) {
  const [found, price] = await Promise.all([
    owners.of({ orders: idsIn<OrderId>(keys, 'order', 'trail'), trades: idsIn<TradeId>(keys, 'trade') }),
    keys.includes('price') ? rows.price() : undefined,
  ]);
  const { rooms } = io.of('/').adapter;
  const isConnected = (memberId: MemberId): boolean => rooms.has(socketRooms.member(memberId));
  // A changed trade also changes how its orders are shown.
  const changed = idsIn(keys, 'order', 'trade').map((id) => found.get(id));
  const wanted = changed.flatMap((owned) => (owned?.members.some(isConnected) ? owned.orders : []));
  const views = wanted.length > ordersMax ? new Map() : await rows.ownOrders([...new Set(wanted)]);
  const orders = new Map([...views].map(([memberId, own]) => [socketRooms.member(memberId), own]));
  return { owners: found, price, orders };
}

function keysByRoom(
  keys: readonly string[],
  owners: Context['owners'],
): ReadonlyMap<string, ReadonlySet<string>> {
  const byRoom = new Map<string, Set<string>>();
  for (const [room, key] of keys.flatMap((changed) => [...sentFor(changed, owners)]))
    byRoom.set(room, (byRoom.get(room) ?? new Set()).add(key));
  return byRoom;
}

/** The key that each room gets for a changed key. */
function* sentFor(
  key: string,
  owners: Context['owners'],
): Generator<readonly [room: string, key: string], void, undefined> {
  const [kind, id = ''] = key.split(':');
  if (kind === 'price') {
    yield [socketRooms.public, key];
    return;
  }
  // Notifications have an event of their own (conversation/notifications).
  if (kind === 'notification') return;
  yield [socketRooms.admins, key];
  if (kind === 'order' || kind === 'trade') yield [socketRooms.public, 'orders'];
  if (kind === 'stats' || kind === 'fees' || kind === 'account') yield [socketRooms.managers, key];
  if (kind === 'member') yield [socketRooms.member(id), key];
  for (const memberId of owners.get(id)?.members ?? []) yield [socketRooms.member(memberId), key];
}
