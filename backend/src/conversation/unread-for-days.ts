/** Older notifications, and messages of chats that ended earlier, count as read; marks of notifications are deleted then. */
export const unreadForDays = 90;
