/** Rooms whose newest messages are on screen now: what comes there makes no sound. */
const roomsOnScreen = new Map<string, number>();

export const isRoomOnScreen = (roomId: string): boolean => roomsOnScreen.has(roomId);

/** Counts those who look; a room may be on screen twice for a moment, while one page replaces another. */
export function noteRoomOnScreen(roomId: string, here: boolean): void {
  const lookers = (roomsOnScreen.get(roomId) ?? 0) + (here ? 1 : -1);
  if (lookers > 0) roomsOnScreen.set(roomId, lookers);
  else roomsOnScreen.delete(roomId);
}
