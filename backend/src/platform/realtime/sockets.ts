import type { Language } from '@matgyo/contracts/errors/index';
import type { ClientEvents, ServerEvents } from '@matgyo/contracts/realtime';
import type { Server, Socket } from 'socket.io';
import type { Caller } from '../http/handler.ts';

/** A forwarded event: [room or rooms, event, payload, rooms that do not get it]. */
export type Relayed = readonly [
  ...[room: string | string[], event: keyof ServerEvents, payload: unknown, exceptRooms?: string | string[]],
];

interface BackendEvents {
  relay: (events: readonly Relayed[]) => void;
}

export interface SocketData {
  language: Language;
  /** The socket's member as last checked; undefined: a visitor. */
  caller: Caller | undefined;
  /** The network it is counted by, and the larger network that contains it. */
  network: string;
  surrounding: string;
}

export type Sockets = Server<ClientEvents, ServerEvents, BackendEvents, SocketData>;
export type ClientSocket = Socket<ClientEvents, ServerEvents, BackendEvents, SocketData>;

/** Socket.IO rooms. Clients cannot join one by name. */
export const socketRooms = {
  public: 'public',
  admins: 'admins',
  managers: 'managers',
  member: (memberId: string): string => `member:${memberId}`,
  chat: (roomId: string): string => `chat:${roomId}`,
} as const;
