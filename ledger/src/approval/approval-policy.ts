import type { RequestedAction } from '@matgyo/contracts/events/approval-events';
import { compareMoney, type Krw } from '@matgyo/contracts/money';
import type { Beneficiaries } from '../conflict-of-interest.ts';

/**
 * Whether a match takes a second admin to be completed, or ruled on either way: where one of its two orders was placed
 * for more won than the limit. Not the match: the admin who matches decides how much of an order a match takes, and
 * could complete a large one in pieces.
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
