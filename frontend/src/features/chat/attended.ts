/** Rooms whose newest messages are on screen now: what comes there makes no sound. */
const attended = new Map<string, number>();

export const isAttended = (roomId: string): boolean => attended.has(roomId);

/** Counts those who look; a room may be on screen twice for a moment, while one page replaces another. */
export function attendTo(roomId: string, here: boolean): void {
  const lookers = (attended.get(roomId) ?? 0) + (here ? 1 : -1);
  if (lookers > 0) attended.set(roomId, lookers);
  else attended.delete(roomId);
}
