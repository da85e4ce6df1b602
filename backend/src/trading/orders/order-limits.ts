import { errorTextOf } from '@matgyo/contracts/errors/index';
import type { OrderId } from '@matgyo/contracts/ids';
import type { Level } from '@matgyo/contracts/levels';
import { compareMoney, type Krw } from '@matgyo/contracts/money';
import { orderStream } from '@matgyo/contracts/streams';
import type { EventLog } from '@matgyo/event-store/event-log';
import type { CommandContext } from '../../platform/commands/ledger-command.ts';
import { asFailure } from '../../platform/http/error-answer.ts';
import type { RateLimit, RateLimits } from '../../platform/http/rate-limits.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { OrderAnswer } from './order-receipt.ts';
import type { NewOrder, PlacementLimiter } from './placement-limiter.ts';

/** Limits per member, because orders stay in the ledger for ever (docs/decisions/limits.md). */
export interface OrderLimits {
  readonly limits: Pick<RateLimits, 'ordersOf'>;
  readonly ordersPerDay: number;
  readonly pendingOrdersMax: number;
  /** 0: any amount. */
  readonly orderKrwMin: Krw;
  readonly levels: readonly Level[];
}

export function refuseSmallOrder({ orderKrwMin }: Pick<OrderLimits, 'orderKrwMin'>, krw: Krw): void {
  if (compareMoney(krw, orderKrwMin) < 0) throw failure('ORDER_TOO_SMALL', { leastOrderKrw: orderKrwMin });
}

interface CountingDependencies {
  readonly limits: { readonly ordersOf: Pick<RateLimit, 'take'> };
  readonly limiter: PlacementLimiter;
}
type CountedAction = Pick<CommandContext, 'newId' | 'earlier'> & {
  readonly ledger: { readonly log: Pick<EventLog, 'readStream'> };
};

/**
 * Places an order within the limits: orders per minute, then `PlacementLimiter`. A repeat of an order that the ledger
 * has is not limited.
 */
export async function withinOrderLimits(
  { limits, limiter }: CountingDependencies,
  { memberId, krw }: Pick<NewOrder, 'memberId' | 'krw'>,
  place: (count: (action: CountedAction) => Promise<void>) => Promise<OrderAnswer>,
): Promise<OrderAnswer> {
  let order: NewOrder | undefined;
  let counted: Promise<void> | undefined;
  const countOne = async (taken: NewOrder) => {
    await limiter.take(taken);
    order = taken;
    await limits.ordersOf.take(memberId);
  };
  const count = async ({ newId, earlier, ledger }: CountedAction) => {
    if (earlier === 'at work') return;
    const claimed = { memberId, orderId: newId as OrderId, krw };
    try {
      counted ??= countOne(claimed);
      await counted;
      // An earlier run may have claimed the command, with another id.
      if (order !== undefined) limiter.resolve(order, claimed.orderId);
      order = claimed;
    } catch (refusal) {
      // The log or the database did not answer: another read would take as long again.
      if (isServerFailure(refusal)) throw refusal;
      const stream = orderStream(claimed.orderId);
      const already = await ledger.log.readStream(stream, { direction: 'forwards', limit: 1 });
      if (already.length === 0) throw refusal;
    }
  };
  try {
    const answer = await place(count);
    if (order !== undefined) limiter.resolve(order, answer.order._id as OrderId);
    return answer;
  } catch (error) {
    if (order !== undefined && isServerFailure(error)) limiter.doubt(order);
    else if (order !== undefined) limiter.resolve(order, undefined);
    throw error;
  }
}

const isServerFailure = (error: unknown): boolean => errorTextOf(asFailure(error).code).status >= 500;
