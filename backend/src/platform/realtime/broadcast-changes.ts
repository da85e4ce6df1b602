import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import type { MemberId, OrderId, TradeId } from '@matgyo/contracts/ids';
import type { ChangedEvent } from '@matgyo/contracts/realtime';
import type { ChangesListener } from './change-feed.ts';
import type { KnownOwners, Owned } from './known-owners.ts';
import { audiences, type Sockets } from './sockets.ts';

/** What goes out with a change: each as answered by the call that its receiver would fetch it with. */
export interface PushedRows {
  price(): Promise<ChangedEvent['price']>;
  /** Orders as their owners' lists show them, by owner. */
  ownOrders(ids: readonly OrderId[]): Promise<ReadonlyMap<MemberId, readonly OrderView[]>>;
}

export interface BroadcastDependencies {
  readonly io: Sockets;
  readonly owners: KnownOwners;
  readonly rows: PushedRows;
}

/** Most keys sent to one audience at once; with more, clients are asked to fetch everything they show. */
const mostKeys = 200;
/** Orders that go out themselves; beyond, their owners fetch. */
const mostRows = 20;
const everything = 'everything';

/**
 * Sends changes to this backend's sockets. Keys of a member's data go to that member, admins and (for accounts) managers;
 * all sockets only learn that the price or the public lists changed, without ids. Rows are sent only where the call that
 * returns them would return the same to each receiver. Every backend reads the changes and notifies its own sockets.
 */
export const broadcastChanges = (deps: BroadcastDependencies): ChangesListener =>
  async function tell(changes, missed) {
    const { io } = deps;
    const keys = [...new Set(changes.flatMap((change) => change.keys))];
    if (missed || keys.some((key) => key.startsWith('projection:'))) {
      io.local.to(audiences.public).emit('changed', { keys: [everything] });
      return;
    }
    // No socket is connected, so there is nothing to send.
    if (io.of('/').sockets.size === 0) return;
    const { owners, price, orders } = await factsOf(deps, keys);
    for (const [audience, told] of audiencesOf(keys, owners)) {
      const own = orders.get(audience);
      io.local.to(audience).emit('changed', {
        keys: told.size > mostKeys ? [everything] : [...told],
        ...(price && audience === audiences.public && { price }),
        ...(own && { orders: [...own] }),
      });
    }
  };

interface Facts {
  /** By the id of an order or a trade. */
  readonly owners: ReadonlyMap<string, Owned>;
  readonly price: ChangedEvent['price'];
  /** By audience. */
  readonly orders: ReadonlyMap<string, readonly OrderView[]>;
}

async function factsOf({ io, owners, rows }: BroadcastDependencies, keys: readonly string[]): Promise<Facts> {
  const [known, price] = await Promise.all([
    owners.of({ orders: idsOf<OrderId>(keys, ['order', 'trail']), trades: idsOf<TradeId>(keys, ['trade']) }),
    keys.includes('price') ? rows.price() : undefined,
  ]);
  const { rooms } = io.of('/').adapter;
  const isHere = (memberId: MemberId): boolean => rooms.has(audiences.member(memberId));
  // Also for a trade, which is shown with its orders.
  const changed = [...idsOf(keys, ['order']), ...idsOf(keys, ['trade'])].map((id) => known.get(id));
  const wanted = changed.flatMap((owned) => (owned?.members.some(isHere) ? owned.orders : []));
  const views = wanted.length > mostRows ? new Map() : await rows.ownOrders([...new Set(wanted)]);
  const orders = new Map([...views].map(([memberId, own]) => [audiences.member(memberId), own]));
  return { owners: known, price, orders };
}

const idsOf = <Id extends string>(keys: readonly string[], kinds: readonly string[]): Id[] => [
  ...new Set(
    keys
      .map((key) => key.split(':'))
      .flatMap(([kind = '', id]) => (kinds.includes(kind) && id ? [id as Id] : [])),
  ),
];

function audiencesOf(
  keys: readonly string[],
  owners: Facts['owners'],
): ReadonlyMap<string, ReadonlySet<string>> {
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
    // Each notification is pushed as an event of its own (backend/src/conversation/notifications); what changes an
    // account changes its member.
    if (kind === 'notification' || kind === 'account') continue;
    tell(audiences.admins, key);
    if (kind === 'order' || kind === 'trade') tell(audiences.public, 'orders');
    if (kind === 'stats' || kind === 'fees' || kind === 'member') tell(audiences.managers, key);
    if (kind === 'member') tell(audiences.member(id), key);
    for (const memberId of owners.get(id)?.members ?? []) tell(audiences.member(memberId), key);
  }
  return told;
}
