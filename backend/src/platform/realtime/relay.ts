import type { Push } from './push.ts';
import { type Relayed, type Sockets, socketRooms } from './sockets.ts';

/** Limit per notification to other backends; longer batches are split. */
const batchLengthMax = 2_000;

/**
 * Sends to this backend's sockets at once, and relays to other backends if the database is shared. (The adapter's own
 * broadcast would wait for Postgres first.)
 */
export function createRelay(io: Sockets, isShared: boolean): Push {
  let batch: Relayed[] = [];
  let batchLength = 0;
  const sendBatch = (): void => {
    if (batch.length > 0) io.serverSideEmit('relay', batch);
    batch = [];
    batchLength = 0;
  };
  const forward = (...one: Relayed): void => {
    if (!isShared) return;
    if (batch.length === 0) queueMicrotask(sendBatch);
    const length = JSON.stringify(one).length;
    if (batchLength + length > batchLengthMax) sendBatch();
    batch.push(one);
    batchLength += length;
  };
  const emit = (operator: ReturnType<Sockets['local']['to']>, event: string, payload: unknown): void => {
    // The caller's types match the event with its payload.
    (operator as unknown as { emit(event: string, payload: unknown): void }).emit(event, payload);
  };
  const sendHere = (...[room, event, payload, exceptRooms = []]: Relayed): void =>
    emit(io.local.to(room).except(exceptRooms), event, payload);
  const sendToAll = (...one: Relayed): void => {
    sendHere(...one);
    forward(...one);
  };
  io.on('relay', (received) => {
    for (const one of received) sendHere(...one);
  });
  return {
    toMember: (memberId, event, payload) => sendToAll(socketRooms.member(memberId), event, payload),
    toAdmins: (event, payload, except = []) =>
      sendToAll(socketRooms.admins, event, payload, except.map(socketRooms.member)),
    toStaff: (event, payload) => sendToAll([socketRooms.admins, socketRooms.managers], event, payload),
    toPublic: (event, payload) => sendToAll(socketRooms.public, event, payload),
    toRoom: (roomId, event, payload, alsoIn = []) =>
      sendToAll([roomId, ...alsoIn].map(socketRooms.chat), event, payload),
    toOthersInRoom(roomId, event, payload, exceptSocketId) {
      const room = socketRooms.chat(roomId);
      emit(io.local.to(room).except(exceptSocketId), event, payload);
      forward(room, event, payload);
    },
  };
}
