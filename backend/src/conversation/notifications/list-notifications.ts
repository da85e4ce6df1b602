import type { NotificationView, notificationEndpoints } from '@matgyo/contracts/endpoints/notifications';
import type { NotificationTopic } from '@matgyo/contracts/notifications';
import type { NotificationBox } from '@matgyo/projections/read-models/notifications/tables';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller, HandlerRequest } from '../../platform/http/handler.ts';
import { cutPage } from '../../platform/http/page-cursor.ts';
import { listedRows, newestFirst, type Reader, unreadRows } from './notification-rows.ts';
import { notificationView } from './notification-view.ts';

type UnreadRequest = Pick<
  HandlerRequest<typeof notificationEndpoints.ownUnreadInquiry>,
  'language' | 'caller' | 'query'
>;

/** The boxes to read: the one that `isForAdmin` selects, or all of the caller's. Whose they are follows from the token. */
export function readerOf({ memberId, admin }: Caller, isForAdmin: boolean | undefined): Reader {
  const boxes: readonly NotificationBox[] =
    !admin || isForAdmin === false ? [memberId] : isForAdmin ? ['admins'] : [memberId, 'admins'];
  return { memberId, boxes };
}

/** A polled list: unread notifications of a topic, from the caller's own box or the admins'. */
export async function listUnread(
  db: Database,
  { caller, language, query }: UnreadRequest,
  { topic, isForAdmin }: { readonly topic: NotificationTopic; readonly isForAdmin: boolean },
): Promise<NotificationView[]> {
  const rows = await unreadRows(db, readerOf(caller, isForAdmin), { topic, limit: query.limit });
  return rows.map((row) => notificationView(row, language, false));
}

export async function listNotifications(
  db: Database,
  { caller, language, query }: HandlerRequest<typeof notificationEndpoints.notifications>,
) {
  const { cursor, limit } = query;
  const rows = await listedRows(db, readerOf(caller, query.isForAdmin), { cursor, limit: limit + 1 });
  const { page, nextCursor } = cutPage(rows, limit, newestFirst.keyOf);
  return { items: page.map((row) => notificationView(row, language, row.read)), nextCursor };
}
