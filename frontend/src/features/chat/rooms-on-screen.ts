/** How often each room is on screen, where no sound is played: twice while one page replaces another. */
const roomsOnScreen = new Map<string, number>();

export const isRoomOnScreen = (roomId: string): boolean => roomsOnScreen.has(roomId);

export function noteRoomOnScreen(roomId: string, onScreen: boolean): void {
  const views = (roomsOnScreen.get(roomId) ?? 0) + (onScreen ? 1 : -1);
  if (views > 0) roomsOnScreen.set(roomId, views);
  else roomsOnScreen.delete(roomId);
}
