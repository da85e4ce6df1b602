import { notificationEndpoints } from '@matgyo/contracts/endpoints/notifications';
import type { MemberId } from '@matgyo/contracts/ids';
import type { NotificationTopic } from '@matgyo/contracts/notifications';
import type { Database } from '../../platform/database/tables.ts';
import { capability, type Route } from '../../platform/http/capability.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { Push } from '../../platform/realtime/push.ts';
import { listNotifications, listUnread, readerOf } from './list-notifications.ts';
import { markAllRead, markRead } from './mark-read.ts';
import { subscribe, unsubscribe } from './web-push/subscriptions.ts';

/** `toBrowsers`: whether browser push is configured. */
export function notificationRoutes(
  db: Database,
  push: Pick<Push, 'toMember'>,
  toBrowsers: boolean,
): readonly Route[] {
  type Request = Parameters<typeof listUnread>[1];
  const ofAdmins = (topic: NotificationTopic) => (request: Request) =>
    listUnread(db, request, { topic, isForAdmin: true });
  const own = (topic: NotificationTopic) => (request: Request) =>
    listUnread(db, request, { topic, isForAdmin: false });
  const notifyDevicesOf = (memberId: MemberId) =>
    push.toMember(memberId, 'changed', { keys: ['notifications'] });
  return capability(
    notificationEndpoints,
    {
      unreadSellOrders: ofAdmins('sellOrders'),
      unreadBuyOrders: ofAdmins('buyOrders'),
      unreadChatSession: ofAdmins('chatSession'),
      unreadRegistration: ofAdmins('registration'),
      unreadInquiry: ofAdmins('inquiry'),
      ownUnreadSellOrders: own('sellOrders'),
      ownUnreadBuyOrders: own('buyOrders'),
      ownUnreadChatSession: own('chatSession'),
      ownUnreadRegistration: own('registration'),
      ownUnreadInquiry: own('inquiry'),
      notifications: (request) => listNotifications(db, request),
      async markRead({ caller, params }) {
        await markRead(db, readerOf(caller, undefined), params.id);
        notifyDevicesOf(caller.memberId);
        return { message: 'notification read' };
      },
      async markAllRead({ caller, body }) {
        await markAllRead(db, readerOf(caller, body.isForAdmin), body.until);
        notifyDevicesOf(caller.memberId);
        return { message: 'all notifications read' };
      },
      async subscribeToPush({ caller, body, language }) {
        if (!toBrowsers) throw failure('WEB_PUSH_OFF');
        await subscribe(db, caller, body, language);
        return { message: 'this browser will be notified' };
      },
      async unsubscribeFromPush({ caller, body }) {
        await unsubscribe(db, caller.memberId, body.endpoint);
        return { message: 'this browser will no longer be notified' };
      },
    },
    ['notifications'],
  );
}
