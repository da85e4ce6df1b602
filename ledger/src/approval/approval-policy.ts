import type { RequestedAction } from '@matgyo/contracts/events/approval-events';
import { compareMoney, type Krw } from '@matgyo/contracts/money';
import type { Beneficiaries } from '../conflict-of-interest.ts';

/**
 * Whether completing a match, or ruling on it, takes a second admin: one of its two orders was placed for more won than
 * the limit. The match's own won do not count, because an admin could match a large order in pieces.
 */
export const needsTwoAdmins = (orders: readonly { readonly krwAmount: Krw }[], limit: Krw): boolean =>
  orders.some(({ krwAmount }) => compareMoney(krwAmount, limit) > 0);

/**
 * The parties of the requested action, who may not approve it; none if it is not about a trade. The owner of the
 * referral code may, since the requester is then another admin, who gains nothing: so changing a code cannot leave the
 * admins without an approver.
 */
export const ownersOf = (action: RequestedAction): Beneficiaries['owners'] =>
  'sellerId' in action ? [action.sellerId, action.buyerId] : [];
