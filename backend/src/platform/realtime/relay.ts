import type { ServerEvents } from '@matgyo/contracts/realtime';
import type { Push } from './push.ts';
import { audiences, type Relayed, type Sockets } from './sockets.ts';

/** A push that can also leave one of this backend's own sockets out. */
export interface Relay extends Push {
  /** To a chat room's sockets but one of this backend, which knows. */
  toOthersInRoom<E extends keyof ServerEvents>(
    roomId: string,
    event: E,
    payload: Parameters<ServerEvents[E]>[0],
    exceptSocketId: string,
  ): void;
}

/** Limit per notification to the other backends; longer batches are split. */
const mostUnits = 2_000;

/**
 * Tells this backend's sockets at once, and the other backends, if there may be any, what to tell theirs. (The
 * adapter's own broadcast sends nothing before Postgres has accepted the notification.)
 */
export function createRelay(io: Sockets, isShared: boolean): Relay {
  let told: Relayed[] = [];
  let units = 0;
  const send = (): void => {
    if (told.length > 0) io.serverSideEmit('relay', told);
    told = [];
    units = 0;
  };
  const elsewhere = (...one: Relayed): void => {
    if (!isShared) return;
    if (told.length === 0) queueMicrotask(send);
    const length = JSON.stringify(one).length;
    if (units + length > mostUnits) send();
    told.push(one);
    units += length;
  };
  const emit = (operator: ReturnType<Sockets['local']['to']>, event: string, payload: unknown): void => {
    // Which payload goes with which event was checked where they came from.
    (operator as unknown as { emit(event: string, payload: unknown): void }).emit(event, payload);
  };
  const here = (room: string, event: keyof ServerEvents, payload: unknown): void =>
    emit(io.local.to(room), event, payload);
  const tell = (room: string, event: keyof ServerEvents, payload: unknown): void => {
    here(room, event, payload);
    elsewhere(room, event, payload);
  };
  io.on('relay', (received) => {
    for (const one of received) here(...one);
  });
  return {
    toMember: (memberId, event, payload) => tell(audiences.member(memberId), event, payload),
    toAdmins: (event, payload) => tell(audiences.admins, event, payload),
    toManagers: (event, payload) => tell(audiences.managers, event, payload),
    toPublic: (event, payload) => tell(audiences.public, event, payload),
    toRoom: (roomId, event, payload) => tell(audiences.chat(roomId), event, payload),
    toOthersInRoom(roomId, event, payload, exceptSocketId) {
      const room = audiences.chat(roomId);
      emit(io.local.to(room).except(exceptSocketId), event, payload);
      elsewhere(room, event, payload);
    },
  };
}
