import type { Language } from '@matgyo/contracts/errors/index';
import type { ClientEvents, ServerEvents } from '@matgyo/contracts/realtime';
import type { Server, Socket } from 'socket.io';
import type { EnteredRoom } from '../../conversation/chat/chat-room.ts';
import type { Caller } from '../http/handler.ts';

/** What one backend asks the others to send to their sockets: [room, event, payload] each. */
export type Relayed = readonly [room: string, event: keyof ServerEvents, payload: unknown];

interface BackendEvents {
  relay: (told: readonly Relayed[]) => void;
}

/** What is known of a socket. */
export interface SocketData {
  language: Language;
  /** The socket's member as last checked; undefined: a visitor. */
  caller: Caller | undefined;
  /** By what its network is counted. */
  network: string;
  /** Chat rooms it has joined, by id. */
  entered: Map<string, EnteredRoom>;
}

export type Sockets = Server<ClientEvents, ServerEvents, BackendEvents, SocketData>;
export type ClientSocket = Socket<ClientEvents, ServerEvents, BackendEvents, SocketData>;

/** Names of Socket.IO rooms. Clients cannot join one by its name. */
export const audiences = {
  public: 'public',
  admins: 'admins',
  managers: 'managers',
  member: (memberId: string): string => `member:${memberId}`,
  chat: (roomId: string): string => `chat:${roomId}`,
} as const;
