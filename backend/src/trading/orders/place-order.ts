import type { buyOrderEndpoints, sellOrderEndpoints } from '@matgyo/contracts/endpoints/orders';
import type { OrderId, Side } from '@matgyo/contracts/ids';
import type { Krw, Price } from '@matgyo/contracts/money';
import { LedgerRefusal } from '@matgyo/ledger/refusal';
import { appendCommand } from '../../platform/commands/append-command.ts';
import type { CommandRequest } from '../../platform/commands/ledger-command.ts';
import type { Caller, HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { loadAccount } from './accounts.ts';
import { appendOrder } from './append-order.ts';
import type { OrderDependencies } from './execute-on-order.ts';
import { type OrderLimits, refuseSmallOrder, withinOrderLimits } from './order-limits.ts';
import type { OrderOwner } from './order-owners.ts';
import { orderDone } from './order-receipt.ts';
import { walletRow } from './order-wallets.ts';
import type { PlacementLimiter } from './placement-limiter.ts';

type PlacementDependencies = OrderDependencies & OrderLimits & { readonly limiter: PlacementLimiter };
type SellRequest = HandlerRequest<typeof sellOrderEndpoints.place>;
type BuyRequest = HandlerRequest<typeof buyOrderEndpoints.place>;

/** `POST /sell`: with the wallet to send from, if it is not the account's own. */
export const placeSellOrder = (deps: PlacementDependencies) => async (request: SellRequest) => {
  const wallet = request.body.tetherAddress;
  const { member, answer } = await placeOwnOrder(deps, 'sell', request, wallet);
  return {
    ...answer,
    wallet: { differsFromSignUp: wallet !== undefined && wallet !== member.tetherAddress },
  };
};

/** `POST /buy`. */
export const placeBuyOrder = (deps: PlacementDependencies) => async (request: BuyRequest) =>
  (await placeOwnOrder(deps, 'buy', request)).answer;

type PlacementRequest = CommandRequest & {
  readonly body: { readonly krwAmount: Krw; readonly price: Price; readonly amount: string };
};

/** The caller's order: within the limits, and once per idempotency key. `wallet`: the one stated with the order. */
async function placeOwnOrder(
  deps: PlacementDependencies,
  side: Side,
  request: PlacementRequest,
  wallet?: string,
) {
  const { krwAmount, price, amount } = request.body;
  refuseUnlessMayTrade(request.caller);
  refuseSmallOrder(deps, krwAmount);
  const member = await memberWhoPlaces(deps, request.caller);
  const { memberId, isVerified, unconfirmed } = member;
  if (wallet === undefined && member.tetherAddress === '')
    throw failure(unconfirmed.tetherAddress ? 'TETHER_ADDRESS_UNCONFIRMED' : 'TETHER_ADDRESS_REQUIRED');
  if (side === 'sell' && !member.hasBankAccount)
    throw failure(unconfirmed.bankAccount ? 'BANK_ACCOUNT_UNCONFIRMED' : 'BANK_ACCOUNT_REQUIRED');
  const answer = await withinOrderLimits(deps, { memberId, krw: krwAmount }, (count) =>
    appendCommand(deps, request, async (action) => {
      await count(action);
      const { command, earlier, ledger } = action;
      const orderId = action.newId as OrderId;
      if (wallet !== undefined) await action.alsoWrite(walletRow(deps.sealedRows, orderId, wallet, action));
      const owner = await loadAccount(ledger.log, memberId, isVerified);
      const order = { orderId, side, memberId, krwAmount, clientAmount: amount, price, owner };
      const isNew = earlier === 'none';
      const appended = await appendOrder(ledger, command, order, { isNew }).catch(asOwnRefusal);
      return orderDone(appended, side === 'sell' ? 'Sell order placed.' : 'Buy order placed.');
    }),
  );
  return { member, answer };
}

/** By the session's account, so that no other refusal comes first; the ledger decides again by the member's stream. */
function refuseUnlessMayTrade({ status, verified }: Caller): void {
  if (status !== 'active') throw failure('ACCOUNT_INACTIVE');
  if (!verified) throw failure('USER_NOT_VERIFIED');
}

/** Refusals about the caller are 403 with their own text; about the owner of an order to match they are 409. */
function asOwnRefusal(error: unknown): never {
  if (error instanceof LedgerRefusal && error.code === 'OWNER_INACTIVE') throw failure('ACCOUNT_INACTIVE');
  if (error instanceof LedgerRefusal && error.code === 'OWNER_UNVERIFIED') throw failure('USER_NOT_VERIFIED');
  throw error;
}

async function memberWhoPlaces({ owners }: PlacementDependencies, { memberId }: Caller): Promise<OrderOwner> {
  const member = await owners.get(memberId);
  if (member === undefined) throw failure('ACCOUNT_INACTIVE');
  return member;
}
