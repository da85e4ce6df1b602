import type { auditEndpoints } from '@matgyo/contracts/endpoints/audit';
import { type MemberId, type OrderId, orderCode, type Side } from '@matgyo/contracts/ids';
import { addUsdt, type Usdt, zeroUsdt } from '@matgyo/contracts/money';
import { memberIdSchema } from '@matgyo/contracts/schemas/ids';
import { type TrailVisibility, trailVisibility } from '@matgyo/ledger/order/order-policy';
import { settledParts } from '@matgyo/ledger/order/reversed-parts';
import { shownStatus } from '@matgyo/ledger/order/status';
import type { EntriesTable } from '@matgyo/projections/read-models/trail/tables';
import type { SignedHead } from '@matgyo/projections/verify/signed-checkpoints';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import { nicknamesOf } from '../../identity/members/nicknames.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { pageBy } from '../../platform/http/page-cursor.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { Shared } from '../../shared.ts';
import { signedHeadsOf } from '../checkpoints/checkpoint-store.ts';
import type { AuditDependencies } from './routes.ts';
import { findingIn } from './verify-streams.ts';

/** The table of version 1, which is read after an upgrade until the trail is rebuilt, lacks `released`. */
type Entry = Omit<Selectable<EntriesTable>, 'released'> & Partial<Pick<Selectable<EntriesTable>, 'released'>>;

/** `GET /orders/:id/trail`: everything for an admin; for the owner without data about other people. */
export const getOrderTrail =
  (deps: AuditDependencies) =>
  async ({ caller, params, query }: HandlerRequest<typeof auditEndpoints.orderTrail>) => {
    const { db, log } = deps;
    const order = await db
      .selectFrom('read_orders.orders')
      .select(['order_id', 'side', 'amount', 'member_id'])
      .where('order_id', '=', params.id)
      .executeTakeFirst();
    const visible = order && trailVisibility({ memberId: order.member_id, side: order.side }, caller);
    if (order === undefined || visible === undefined) throw failure('ORDER_NOT_FOUND');
    const entries = db.selectFrom('read_trail.entries').selectAll().where('order_id', '=', params.id);
    const { page, nextCursor } = await pageBy(entries, query, {
      columns: ['entry'],
      types: ['number'],
      order: 'asc',
      keyOf: (row) => [row.entry],
    });
    const reversals = await reversalsOf(db, params.id);
    const nicknames = await nicknamesOf(db, page.map((row) => row.actor_id).filter(isMemberId));
    const view = (entry: Entry) =>
      seenOf(entryView(entry, order.side, { nicknames, reversals }), visible, caller.memberId);
    const proof = visible.proof ? await proofOf(deps, page) : null;
    // Of earlier checkpoints too: the newest one was signed over the current state.
    const earlier = await signedHeadsOf(db, [...new Set(page.map(({ stream }) => stream))]);
    const finding = await findingIn(log, page, [...earlier, ...signedIn(proof)]);
    return {
      orderId: order.order_id,
      orderCode: orderCode(order.side, order.amount, order.order_id),
      side: order.side,
      amount: order.amount,
      verified: finding === null,
      finding,
      proof,
      items: page.map(view),
      nextCursor,
    };
  };

type Proof = NonNullable<z.input<typeof auditEndpoints.orderTrail.response>['proof']>;

/** Null when no checkpoint can be signed: the trail is returned nevertheless. */
async function proofOf({ checkpoints, onFailure }: AuditDependencies, page: readonly Entry[]) {
  if (page.length === 0) return null;
  try {
    const proven = await checkpoints.prove(page.map(({ stream }) => stream));
    if (proven === undefined) return null;
    const { checkpoint, key, proofs } = proven;
    return { checkpoint, key, heads: [...proofs.values()] };
  } catch (error) {
    onFailure(error);
    return null;
  }
}

const signedIn = (proof: Proof | null): readonly SignedHead[] =>
  proof === null
    ? []
    : proof.heads.map((head) => ({ ...head, sequence: proof.checkpoint.statement.sequence }));

/** The process manager is an actor too, but no member. */
const isMemberId = (id: string): id is MemberId => memberIdSchema.safeParse(id).success;

type Reversals = readonly Pick<Entry, 'entry' | 'amount'>[];

const reversalsOf = (db: Shared['db'], orderId: OrderId): Promise<Reversals> =>
  db
    .selectFrom('read_trail.entries')
    .select(['entry', 'amount'])
    .where('order_id', '=', orderId)
    .where('type', '=', 'TradeReversed')
    .execute();

interface KnownOfEntries {
  readonly nicknames: ReadonlyMap<string, string>;
  readonly reversals: Reversals;
}

const entryView = (row: Entry, side: Side, { nicknames, reversals }: KnownOfEntries): TrailEntryInput => ({
  entry: row.entry,
  eventId: row.event_id,
  stream: row.stream,
  revision: row.revision,
  type: row.type,
  at: row.at.toISOString(),
  actorId: isMemberId(row.actor_id) ? row.actor_id : null,
  actorNickname: nicknames.get(row.actor_id) ?? null,
  actorRole: row.actor_role,
  reason: row.reason,
  tradeId: row.trade_id,
  counterOrderId: row.counter_order_id,
  amount: row.amount,
  released: row.released ?? null,
  fee: row.fee,
  commandId: row.command_id,
  prevHash: row.prev_hash,
  hash: row.hash,
  state: {
    status: shownStatus(side, row),
    open: row.open,
    reserved: row.reserved,
    settled: row.settled,
    ...settledParts(row.settled, reversedUntil(row, reversals)),
    withdrawn: row.withdrawn,
    feeTotal: row.fee_total,
  },
});

const reversedUntil = ({ entry }: Entry, reversals: Reversals): Usdt =>
  addUsdt(...reversals.filter((each) => each.entry <= entry).map(({ amount }) => amount ?? zeroUsdt));

type TrailEntryInput = z.input<typeof auditEndpoints.orderTrail.response>['items'][number];

/** Without others: other actors, the other order of a trade, and ids that link other members' actions. */
const seenOf = (entry: TrailEntryInput, { others, fee }: TrailVisibility, viewerId: MemberId) => ({
  ...entry,
  ...(fee ? {} : { fee: null }),
  ...(others ? {} : { counterOrderId: null }),
  ...(others || entry.actorId === viewerId ? {} : { actorId: null, actorNickname: null, commandId: null }),
});
