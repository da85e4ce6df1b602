import type { buyOrderEndpoints, sellOrderEndpoints } from '@matgyo/contracts/endpoints/orders';
import type { MemberId, OrderId, Side } from '@matgyo/contracts/ids';
import type { Krw, Price } from '@matgyo/contracts/money';
import { LedgerRefusal } from '@matgyo/ledger/refusal';
import type { Caller, HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { type Act, type CommandRequest, type Done, ledgerCommand } from '../commands/ledger-command.ts';
import type { OrderDependencies } from './order-dependencies.ts';
import { countOrder, type OrderLimits, refuseSmallOrder } from './order-limits.ts';
import { placeOrder } from './order-placement.ts';
import { type OrderAnswer, orderDone } from './order-receipt.ts';
import { removeWallet, saveWallet } from './order-wallets.ts';

type PlacementDependencies = OrderDependencies & OrderLimits;
type SellRequest = HandlerRequest<typeof sellOrderEndpoints.place>;
type BuyRequest = HandlerRequest<typeof buyOrderEndpoints.place>;

/** `POST /sell`: with the wallet the USDT comes from, if it is not the account's own. */
export const placeSellOrder = (deps: PlacementDependencies) => async (request: SellRequest) => {
  refuseUnlessMayTrade(request.caller);
  refuseSmallOrder(deps, request.body.krwAmount);
  const wallet = request.body.tetherAddress;
  const own = await ownWallet(deps, request.caller.memberId);
  if (wallet === undefined) refuseWithoutWallet(own);
  const done = await ledgerCommand(deps, request, async (act) => {
    const orderId = act.newId as OrderId;
    await countOrder(deps, request, act);
    if (wallet !== undefined && act.earlier !== 'at work') await saveWallet(deps.db, orderId, wallet);
    try {
      return await place(deps, 'sell', request, act);
    } catch (error) {
      // An order that may still come keeps the wallet it was stated with.
      if (wallet !== undefined && act.earlier === 'none' && error instanceof LedgerRefusal)
        await removeWallet(deps.db, orderId);
      throw error;
    }
  });
  return { ...done, wallet: { differsFromSignUp: wallet !== undefined && wallet !== own } };
};

/** `POST /buy`. */
export const placeBuyOrder = (deps: PlacementDependencies) => async (request: BuyRequest) => {
  refuseUnlessMayTrade(request.caller);
  refuseSmallOrder(deps, request.body.krwAmount);
  refuseWithoutWallet(await ownWallet(deps, request.caller.memberId));
  return ledgerCommand(deps, request, async (act) => {
    await countOrder(deps, request, act);
    return place(deps, 'buy', request, act);
  });
};

/** Only an active, verified member places (docs/ledger.md). */
function refuseUnlessMayTrade({ status, verified }: Caller): void {
  if (status !== 'active') throw failure('ACCOUNT_INACTIVE');
  if (!verified) throw failure('USER_NOT_VERIFIED');
}

type PlacementRequest = CommandRequest & {
  readonly body: { readonly krwAmount: Krw; readonly price: Price; readonly amount: string };
};

async function place(
  { ledger, accounts }: OrderDependencies,
  side: Side,
  { caller, body }: PlacementRequest,
  { command, newId }: Act,
): Promise<Done<OrderAnswer>> {
  const { memberId } = caller;
  const placement = {
    orderId: newId as OrderId,
    side,
    memberId,
    krwAmount: body.krwAmount,
    claimedAmount: body.amount,
    price: body.price,
    owner: await accounts.get(memberId),
  };
  const placed = await placeOrder(ledger, command, placement).catch(asOwnRefusal);
  return orderDone(placed, side === 'sell' ? 'Sell order placed.' : 'Buy order placed.');
}

/** About oneself these are 403, and worded as such; about the owner of an order to be matched they are 409. */
function asOwnRefusal(error: unknown): never {
  if (error instanceof LedgerRefusal && error.code === 'OWNER_INACTIVE') throw failure('ACCOUNT_INACTIVE');
  if (error instanceof LedgerRefusal && error.code === 'OWNER_UNVERIFIED') throw failure('USER_NOT_VERIFIED');
  throw error;
}

/** The wallet used later must be the one given at sign-up, so the seller is warned when it is another. Staff may have none. */
async function ownWallet({ db }: OrderDependencies, memberId: MemberId): Promise<string> {
  const member = await db
    .selectFrom('app.members')
    .select('tether_address')
    .where('id', '=', memberId)
    .executeTakeFirst();
  return member?.tether_address ?? '';
}

function refuseWithoutWallet(own: string): void {
  if (own === '') throw failure('TETHER_ADDRESS_REQUIRED');
}
