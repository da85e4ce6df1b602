import type { MemberId } from '@matgyo/contracts/ids';
import type { ServerEvents } from '@matgyo/contracts/realtime';

type Told<E extends keyof ServerEvents> = Parameters<ServerEvents[E]>[0];

/**
 * Sends an event to open sockets of this backend and all others. Returns at once and never fails: clients that are not
 * connected fetch it over HTTP when they reconnect. So it is called after the change has
 * been committed.
 */
export interface Push {
  /** All devices of a member. */
  toMember<E extends keyof ServerEvents>(memberId: MemberId, event: E, payload: Told<E>): void;
  toAdmins<E extends keyof ServerEvents>(event: E, payload: Told<E>): void;
  /** Managers who are no admins. */
  toManagers<E extends keyof ServerEvents>(event: E, payload: Told<E>): void;
  /** All sockets, including visitors'. */
  toPublic<E extends keyof ServerEvents>(event: E, payload: Told<E>): void;
  /** All who have joined a chat room. */
  toRoom<E extends keyof ServerEvents>(roomId: string, event: E, payload: Told<E>): void;
}
