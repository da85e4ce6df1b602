import type { MemberId } from '@matgyo/contracts/ids';
import type { ServerEvents } from '@matgyo/contracts/realtime';

type Told<E extends keyof ServerEvents> = Parameters<ServerEvents[E]>[0];

/**
 * Tells open sockets something, at this backend and at all others. Returns at once and never fails: whoever is not
 * there, or is cut off that moment, reads it over HTTP when they come back. So it is called after what it tells has
 * been committed.
 */
export interface Push {
  /** All devices of a member. */
  toMember<E extends keyof ServerEvents>(memberId: MemberId, event: E, payload: Told<E>): void;
  toAdmins<E extends keyof ServerEvents>(event: E, payload: Told<E>): void;
  /** Managers who are no admins. */
  toManagers<E extends keyof ServerEvents>(event: E, payload: Told<E>): void;
  /** Everybody, visitors too. */
  toPublic<E extends keyof ServerEvents>(event: E, payload: Told<E>): void;
  /** Whoever has joined a chat room. */
  toRoom<E extends keyof ServerEvents>(roomId: string, event: E, payload: Told<E>): void;
}
