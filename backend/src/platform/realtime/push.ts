import type { MemberId } from '@matgyo/contracts/ids';
import type { ServerEvents } from '@matgyo/contracts/realtime';

type Payload<E extends keyof ServerEvents> = Parameters<ServerEvents[E]>[0];

/**
 * Sends an event to the open sockets of all backends. Call after the commit. Returns at once and never fails: clients
 * that are not connected fetch over HTTP when they reconnect.
 */
export interface Push {
  toMember<E extends keyof ServerEvents>(memberId: MemberId, event: E, payload: Payload<E>): void;
  toAdmins<E extends keyof ServerEvents>(event: E, payload: Payload<E>, except?: readonly MemberId[]): void;
  /** Admins and managers. */
  toStaff<E extends keyof ServerEvents>(event: E, payload: Payload<E>): void;
  /** All sockets, visitors included. */
  toPublic<E extends keyof ServerEvents>(event: E, payload: Payload<E>): void;
  /** All sockets in a chat room. `alsoIn`: in these, too; each once. */
  toRoom<E extends keyof ServerEvents>(
    roomId: string,
    event: E,
    payload: Payload<E>,
    alsoIn?: readonly string[],
  ): void;
  /** The same except one socket of this backend. */
  toOthersInRoom<E extends keyof ServerEvents>(
    roomId: string,
    event: E,
    payload: Payload<E>,
    exceptSocketId: string,
  ): void;
}
