import type {
  AdminOrderView,
  OrderTerms,
  OrderView,
  PublicOrderView,
} from '@matgyo/contracts/endpoints/order-views';
import { orderCode } from '@matgyo/contracts/ids';
import { isPositive, krwFor } from '@matgyo/contracts/money';
import type { OrderAction } from '@matgyo/contracts/order-status';
import { allowedActions } from '@matgyo/ledger/order/order-actions';
import { settledParts } from '@matgyo/ledger/order/reversed-parts';
import { maskedNickname, shownNickname } from '../../identity/members/nicknames.ts';
import type { Conflicts } from './order-conflicts.ts';
import { endOf, isInCase, type MatchRow, tradeStatusOf } from './order-matches.ts';
import type { OrderRow } from './order-rows.ts';

/** Matches per order in a list; the matched-order record and the trail have all. */
export const matchesShown = 50;

const isLive = (match: MatchRow): boolean => !match.finished;
/** Whether the match needs no more consent. */
const isAgreed = ({ status }: MatchRow): boolean => status !== 'offered';

function ownerActions({ status }: OrderRow, matches: readonly MatchRow[]): OrderAction[] {
  const isMatched = matches.some((match) => isLive(match) && isAgreed(match));
  return allowedActions('owner', status).filter((action) => action !== 'chat' || isMatched);
}

function adminActions(row: OrderRow, matches: readonly MatchRow[], conflicts: Conflicts): OrderAction[] {
  const mayAct = conflicts.ofOrder(row) === null;
  const live = matches.filter(isLive);
  const own = live.filter((match) => !isInCase(match) && conflicts.ofMatch(match) === null);
  const possible: Readonly<Record<OrderAction, boolean>> = {
    approve: mayAct,
    reject: mayAct,
    match: mayAct && isPositive(row.open) && !conflicts.isOfInactive(row),
    cancel: mayAct && !isPositive(row.reserved),
    complete: own.some(isAgreed),
    'cancel-match': own.length > 0,
    chat: live.some(isAgreed),
  };
  return allowedActions('admin', row.status).filter((action) => possible[action]);
}

/** An order for its owner, `matches` oldest first. */
export const ownOrderView = (row: OrderRow, matches: readonly MatchRow[]): OrderView =>
  orderView(row, matches, ownerActions(row, matches));

interface KnownToAdmin {
  readonly matches: readonly MatchRow[];
  /** The wallet stated with the order. */
  readonly stated: string | undefined;
  /** The wallet of the owner's account. */
  readonly ownWallet: string | undefined;
  readonly conflicts: Conflicts;
}

export const adminOrderView = (row: OrderRow, known: KnownToAdmin): AdminOrderView => ({
  ...orderView(row, known.matches, adminActions(row, known.matches, known.conflicts)),
  wallet: walletOf(row, known),
  overdue: known.matches.some((match) => match.overdue),
  conflict: known.conflicts.ofOrder(row),
  ownerInactive: isPositive(row.open) && known.conflicts.isOfInactive(row),
  matchConflicts: known.matches.filter(isLive).flatMap((match) => {
    const conflict = known.conflicts.ofMatch(match);
    return conflict === null ? [] : [{ tradeId: match.trade_id, conflict }];
  }),
});

/** Only sellers send USDT from a wallet. */
function walletOf({ side }: OrderRow, { stated, ownWallet }: KnownToAdmin): AdminOrderView['wallet'] {
  const tetherAddress = stated ?? ownWallet;
  if (side !== 'sell' || tetherAddress === undefined) return null;
  return { tetherAddress, differsFromSignUp: tetherAddress !== ownWallet };
}

type TermsColumn = 'order_id' | 'side' | 'amount' | 'krw_amount' | 'price' | 'status' | 'placed_at';

export const orderTermsOf = (row: Pick<OrderRow, TermsColumn>): OrderTerms => ({
  _id: row.order_id,
  side: row.side,
  orderCode: orderCode(row.side, row.amount, row.order_id),
  amount: row.amount,
  krwAmount: row.krw_amount,
  price: row.price,
  status: row.status,
  createdAt: row.placed_at.toISOString(),
});

function orderView(row: OrderRow, matches: readonly MatchRow[], action: OrderAction[]): OrderView {
  const sells = row.side === 'sell';
  const owner = shownNickname(row.owner_nickname);
  const current = matches.findLast(isLive);
  const counterpart = current === undefined ? null : shownNickname(current.counter_nickname);
  return {
    ...orderTermsOf(row),
    userId: { _id: row.member_id, nickname: owner },
    amountRemaining: row.open,
    reserved: row.reserved,
    settled: row.settled,
    ...settledParts(row.settled, matches[0]?.order_reversed),
    withdrawn: row.withdrawn,
    action,
    revision: row.revision,
    updatedAt: row.updated_at.toISOString(),
    sellerNickname: sells ? owner : counterpart,
    buyerNickname: sells ? counterpart : owner,
    currentBuyOrderInProgress: sells && current ? { ...buyOrder(current), tradeId: current.trade_id } : null,
    currentSellOrderInProgress:
      !sells && current ? { ...sellOrder(current), tradeId: current.trade_id } : null,
    matchedBuyOrders: sells ? matches.map((match) => ({ ...matchOf(match), orderId: buyOrder(match) })) : [],
    matchedSellOrders: sells
      ? []
      : matches.map((match) => ({ ...matchOf(match), orderId: sellOrder(match) })),
  };
}

const matchOf = (match: MatchRow) => ({
  tradeId: match.trade_id,
  amount: match.amount,
  price: match.price,
  krw: match.krw,
  ...tradeStatusOf(match),
  overdue: match.overdue,
  caseId: match.newest_case_id,
  createdAt: match.proposed_at.toISOString(),
  endedAt: endOf(match),
});

const buyOrder = (match: MatchRow) => ({
  _id: match.counter_order_id,
  buyerNickname: shownNickname(match.counter_nickname),
});
const sellOrder = (match: MatchRow) => ({
  _id: match.counter_order_id,
  sellerNickname: shownNickname(match.counter_nickname),
});

/** An order for the public: no member ids, a masked nickname. */
export const publicOrderView = (row: OrderRow): PublicOrderView => ({
  ...orderTermsOf(row),
  nickname: maskedNickname(row.owner_nickname),
  amountRemaining: row.open,
  reserved: row.reserved,
  settled: row.settled,
  krwRemaining: krwFor(row.open, row.price),
});
