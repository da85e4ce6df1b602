import type { CaseParty } from '@matgyo/contracts/cases';
import type { MemberId, Side } from '@matgyo/contracts/ids';
import type { Principal } from '../principal.ts';
import { refuse } from '../refusal.ts';
import type { Trade, TradeState } from './trade.ts';

export interface Parties {
  readonly sellerId: MemberId;
  readonly buyerId: MemberId;
}

export function sideOf({ sellerId, buyerId }: Parties, memberId: MemberId): Side | undefined {
  if (memberId === sellerId) return 'sell';
  return memberId === buyerId ? 'buy' : undefined;
}

export const isParty = (parties: Parties, memberId: MemberId): boolean =>
  sideOf(parties, memberId) !== undefined;

/**
 * As whom someone sees a trade, its cases and their images, and acts on them. Being a party comes before being an
 * admin. Undefined: not at all; for them it does not exist.
 */
export const partyAmong = (parties: Parties, viewer: Principal): CaseParty | undefined =>
  sideOf(parties, viewer.memberId) ?? (viewer.admin ? 'admin' : undefined);

/** As whom someone acts on a trade. Refused: TRADE_NOT_FOUND. */
export const partyIn = (trade: Trade, actor: Principal): CaseParty =>
  (trade.state === 'none' ? undefined : partyAmong(trade.terms, actor)) ?? refuse('TRADE_NOT_FOUND');

/** The fee is the seller's cost, which the buyer must not see. */
export const seesFee = ({ sellerId }: Pick<Parties, 'sellerId'>, viewer: Principal): boolean =>
  viewer.admin || viewer.memberId === sellerId;

/**
 * Who sees the seller's bank account and the buyer's wallet: admins, and while the parties have something to send, both
 * of them. Who sends needs the other's, who receives looks there whether it came.
 */
export const seesPayout = (trade: Parties & { readonly status: TradeState }, viewer: Principal): boolean =>
  viewer.admin || (isExchanging(trade.status) && isParty(trade, viewer.memberId));

/** The states in which the parties have something to send. */
export const isExchanging = (status: TradeState): boolean => status === 'matched' || status === 'completing';
