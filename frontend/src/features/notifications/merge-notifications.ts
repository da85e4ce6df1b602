import type { NotificationView } from '@matgyo/contracts/endpoints/notifications';

/** The order of every list. */
export const newerFirst = (a: NotificationView, b: NotificationView): number =>
  b.at.localeCompare(a.at) || b._id.localeCompare(a._id);

/** The unread lists of several topics, merged, newest first. */
export const mergeUnread = (lists: readonly (readonly NotificationView[])[]): readonly NotificationView[] =>
  [...new Map(lists.flat().map((each) => [each._id, each])).values()].toSorted(newerFirst);

/**
 * The loaded pages and the unread notifications. Unread ones older than the last page appear with their page, so that
 * nothing moves when it loads.
 */
export function mergeNotifications(
  unread: readonly NotificationView[],
  listed: readonly NotificationView[] | undefined,
  complete: boolean,
): readonly NotificationView[] {
  const oldest = listed?.at(-1);
  const inReach = unread.filter((each) => complete || oldest === undefined || newerFirst(each, oldest) <= 0);
  return mergeUnread([listed ?? [], inReach]);
}
