import type { MemberId, Side } from '@matgyo/contracts/ids';
import type { Principal } from '../principal.ts';

/** What is seen of an order's trail; undefined: nothing, for them the order does not exist. */
export interface TrailVisibility {
  /** Other people: who acted, and the orders matched with it. */
  readonly others: boolean;
  readonly fee: boolean;
  /** The signed proof of its streams. */
  readonly proof: boolean;
}

/** Admins see everything, the owner what is about themselves. Fees are taken from sales only. */
export function trailVisibility(
  { memberId, side }: { readonly memberId: MemberId; readonly side: Side },
  viewer: Principal,
): TrailVisibility | undefined {
  if (viewer.admin) return { others: true, fee: true, proof: true };
  return viewer.memberId === memberId ? { others: false, fee: side === 'sell', proof: false } : undefined;
}
