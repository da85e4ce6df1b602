import type { OrderId } from '@matgyo/contracts/ids';
import type { LedgerRefusalCode } from '@matgyo/contracts/ledger-refusals';
import { refuseIfStale } from '@matgyo/ledger/order/decisions';
import { ordersNow } from '@matgyo/ledger/order/order';
import { LedgerRefusal } from '@matgyo/ledger/refusal';
import { ofOrder } from '../../platform/commands/ledger-streams.ts';
import { type LedgerLog, loadStream } from '../../platform/commands/stream-history.ts';

type OrderPair = Awaited<ReturnType<typeof loadPair>>;

/** The revisions the caller saw; undefined: not stated. */
export interface SeenRevisions {
  readonly sell?: number | undefined;
  readonly buy?: number | undefined;
}

export interface PairIds {
  readonly sellOrderId: OrderId;
  readonly buyOrderId: OrderId;
}

export async function loadPair(log: LedgerLog, { sellOrderId, buyOrderId }: PairIds) {
  const load = (id: OrderId) => loadStream(log, ofOrder(id));
  const [sell, buy] = await Promise.all([load(sellOrderId), load(buyOrderId)]);
  return { sell, buy };
}

/** Refuses with STALE_REVISION and the changed orders unless the stated revisions are current. */
export const refusePairIfStale = ({ sell, buy }: OrderPair, expected: SeenRevisions = {}): void =>
  refuseIfStale({ ...sell, expected: expected.sell }, { ...buy, expected: expected.buy });

const codesWithChangedOrders: ReadonlySet<LedgerRefusalCode> = new Set([
  'ORDER_NOT_OPEN',
  'AMOUNT_EXCEEDS_OPEN',
  'PAIR_ALREADY_LIVE',
  'TOO_MANY_MATCHES',
  'RESERVE_TIMED_OUT',
]);

/** Adds the current orders to a refusal that a concurrent change may have caused. */
export function withOrdersNow(refusal: LedgerRefusal, { sell, buy }: OrderPair): LedgerRefusal {
  if (!codesWithChangedOrders.has(refusal.code)) return refusal;
  return new LedgerRefusal(refusal.code, { ...refusal.details, changed: ordersNow([sell, buy]) });
}
