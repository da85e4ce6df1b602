import type { CaseParty } from '@matgyo/contracts/cases';
import type { MemberId } from '@matgyo/contracts/ids';
import { refuse } from '../refusal.ts';
import type { Trade, TradeState } from './trade.ts';

/** Who looks at a trade, or acts on it. */
export interface Principal {
  readonly memberId: MemberId;
  readonly admin: boolean;
}

export interface Parties {
  readonly sellerId: MemberId;
  readonly buyerId: MemberId;
}

export const isParty = ({ sellerId, buyerId }: Parties, memberId: MemberId): boolean =>
  memberId === sellerId || memberId === buyerId;

/**
 * As whom someone sees a trade, its cases and their images, and acts on them. Being a party comes before being an admin.
 * Undefined: not at all; for them it does not exist.
 */
export function partyAmong({ sellerId, buyerId }: Parties, viewer: Principal): CaseParty | undefined {
  if (viewer.memberId === sellerId) return 'sell';
  if (viewer.memberId === buyerId) return 'buy';
  return viewer.admin ? 'admin' : undefined;
}

/** As whom someone acts on a trade. Refused: TRADE_NOT_FOUND. */
export const partyIn = (trade: Trade, actor: Principal): CaseParty =>
  (trade.state === 'none' ? undefined : partyAmong(trade.terms, actor)) ?? refuse('TRADE_NOT_FOUND');

/** The fee is the seller's cost, which the buyer must not see. */
export const seesFee = ({ sellerId }: Pick<Parties, 'sellerId'>, viewer: Principal): boolean =>
  viewer.admin || viewer.memberId === sellerId;

/** Where the other party sends to is seen by the party who sends, while there is something to send, and by admins. */
export function seenPayout(trade: Parties & { readonly status: TradeState }, viewer: Principal) {
  const isSending = isUnderWay(trade.status);
  const seenBy = (sender: MemberId): boolean => viewer.admin || (isSending && viewer.memberId === sender);
  return { bank: seenBy(trade.buyerId), wallet: seenBy(trade.sellerId) };
}

/** The states in which the parties have something to send. */
export const isUnderWay = (status: TradeState): boolean => status === 'matched' || status === 'completing';
