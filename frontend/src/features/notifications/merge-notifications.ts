import type { NotificationView } from '@matgyo/contracts/endpoints/notifications';

/** The order of every list. */
export const newerFirst = (a: NotificationView, b: NotificationView): number =>
  b.at.localeCompare(a.at) || b._id.localeCompare(a._id);

/** Several servers' clocks date notifications. */
const lateMsMax = 60_000;

/**
 * The newest one that has just come, if any. A list is full at some number: one that was marked as read makes room for
 * an older one, which is no news.
 *
 * @param seen ids and times of all that were shown before; undefined: nothing was
 */
export function newestArrival(
  unread: readonly NotificationView[],
  seen: ReadonlyMap<string, string> | undefined,
): NotificationView | undefined {
  if (seen === undefined) return undefined;
  const latest = Math.max(...[...seen.values()].map((at) => Date.parse(at)));
  return unread.find(({ _id, at }) => !seen.has(_id) && Date.parse(at) >= latest - lateMsMax);
}

/**
 * Whether these changes may have ended what a notification asks for, so that it counts as read. Others stay unread
 * whatever happens to their match: the lists are not requested for them.
 */
export function mayBeOver(
  { code, tradeId, approvalId }: Pick<NotificationView, 'code' | 'tradeId' | 'approvalId'>,
  keys: readonly string[],
): boolean {
  if (code === 'APPROVAL_REQUESTED') return keys.includes(`approval:${approvalId}`);
  return (code === 'CONSENT_ASKED' || code === 'READY_TO_COMPLETE') && keys.includes(`trade:${tradeId}`);
}

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
