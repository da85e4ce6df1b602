import type { AccountContext } from '@matgyo/ledger/account/account';
import { type Placement, place } from '@matgyo/ledger/order/decisions';
import type { Order } from '@matgyo/ledger/order/order';
import {
  type Command,
  type Executed,
  executeOnStream,
  type Ledger,
} from '../../platform/commands/execute-on-stream.ts';
import { ofOrder } from '../../platform/commands/ledger-streams.ts';
import { type LedgerLog, presumedEmpty } from '../../platform/commands/stream-history.ts';
import { currentPrice } from '../price/current-price.ts';

/**
 * Decides a new order and appends it to its stream. Two streams cannot be checked at once, so the price is read last,
 * and a price set after that read counts as later (docs/ledger.md). `isNew`: hardly any earlier run of the command can
 * have placed it; the append finds out if one has. Refusals are those of `place`.
 */
export function appendOrder(
  ledger: Ledger<LedgerLog>,
  command: Command,
  placement: Placement & { readonly owner: AccountContext | undefined },
  { isNew = false }: { readonly isNew?: boolean } = {},
): Promise<Executed<Order>> {
  const { owner } = placement;
  const order = ofOrder(placement.orderId);
  return executeOnStream({
    ledger,
    ...order,
    command,
    ...(isNew && { alreadyRead: presumedEmpty(order) }),
    decide: async (state) => place(state, placement, { owner, current: await currentPrice(ledger.log) }),
  });
}
