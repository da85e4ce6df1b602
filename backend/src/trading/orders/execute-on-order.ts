import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import type { MemberId, OrderId, Side } from '@matgyo/contracts/ids';
import { refuseConflict } from '@matgyo/ledger/conflict-of-interest';
import { placedOrder, refuseIfStale } from '@matgyo/ledger/order/decisions';
import type { PlacedOrder } from '@matgyo/ledger/order/order';
import { refuse } from '@matgyo/ledger/refusal';
import { type AppendDependencies, appendCommand } from '../../platform/commands/append-command.ts';
import { executeOnStream } from '../../platform/commands/execute-on-stream.ts';
import { seenRevision } from '../../platform/commands/if-match.ts';
import type { CommandRequest } from '../../platform/commands/ledger-command.ts';
import { ofOrder } from '../../platform/commands/ledger-streams.ts';
import type { LedgerLog } from '../../platform/commands/stream-history.ts';
import type { Shared } from '../../shared.ts';
import { actingStaff, loadRegistered } from './accounts.ts';
import type { OrderOwners } from './order-owners.ts';
import { type OrderAnswer, orderDone } from './order-receipt.ts';

export interface OrderDependencies extends AppendDependencies, Pick<Shared, 'pool' | 'sealedRows'> {
  readonly owners: OrderOwners;
}

/** A request for one order, named in its path. */
type OrderRequest<Body = unknown> = CommandRequest & {
  readonly params: { readonly id: OrderId };
  readonly body?: Body;
};

interface OrderCommand<Body> {
  readonly side: Side;
  /** Whether the order is answered as missing for all but its owner. */
  readonly ownerOnly?: boolean;
  readonly decide: (order: PlacedOrder, request: OrderRequest<Body>) => readonly OrderEvent[];
  readonly message: string;
}

/**
 * Executes a decision on the order in the path. Checks idempotency key, side, owner and `If-Match` revision, and
 * builds the reply, for all such actions.
 */
export const executeOnOrder =
  <Body = unknown>(
    deps: OrderDependencies,
    { side, ownerOnly = false, decide, message }: OrderCommand<Body>,
  ) =>
  (request: OrderRequest<Body>): Promise<OrderAnswer> => {
    const seen = seenRevision(request);
    const { memberId } = request.caller;
    return appendCommand(deps, request, async ({ command, ledger }) => {
      const executed = await executeOnStream({
        ledger,
        ...ofOrder(request.params.id),
        command,
        decide: async (order, revision) => {
          const found = placedOrder(order, side);
          if (ownerOnly && found.memberId !== memberId) refuse('ORDER_NOT_FOUND');
          refuseIfStale({ state: order, revision, expected: seen });
          if (!ownerOnly) await refuseOwnInterest(ledger.log, memberId, found);
          return decide(found, request);
        },
      });
      return orderDone(executed, message);
    });
  };

/** Fees are taken only from sales. */
async function refuseOwnInterest(log: LedgerLog, actorId: MemberId, { side, memberId }: PlacedOrder) {
  const [seller, staff] = await Promise.all([
    side === 'sell' ? loadRegistered(log, memberId) : undefined,
    actingStaff(log, actorId),
  ]);
  refuseConflict(staff, { owners: [memberId], feeCode: seller?.referralCode ?? null });
}
