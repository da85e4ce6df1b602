import type { notificationEndpoints } from '@matgyo/contracts/endpoints/notifications';
import { type Route, route } from './route.ts';

type Notifications = typeof notificationEndpoints;

/** Calls of the notifications. `notification-routes.test.ts` finds each of them in the contracts. */
export const notificationRoutes = {
  notifications: route<Notifications['notifications']>('GET', '/notification'),
  markRead: route<Notifications['markRead']>('PUT', '/notification/mark-read/:id'),
  markAllRead: route<Notifications['markAllRead']>('PUT', '/notification/mark-read'),
  subscribeToPush: route<Notifications['subscribeToPush']>('POST', '/notification/subscriptions'),
  unsubscribeFromPush: route<Notifications['unsubscribeFromPush']>('DELETE', '/notification/subscriptions'),
} as const;

type UnreadRoutes = readonly Route<
  Notifications['unreadSellOrders'] | Notifications['ownUnreadSellOrders']
>[];

/** What is unread, topic by topic (specification, section 7). */
export const unreadRoutes: Readonly<Record<'admins' | 'own', UnreadRoutes>> = {
  admins: [
    route<Notifications['unreadSellOrders']>('GET', '/notification/unread/sellOrders'),
    route<Notifications['unreadBuyOrders']>('GET', '/notification/unread/buyOrders'),
    route<Notifications['unreadChatSession']>('GET', '/notification/unread/chatSession'),
    route<Notifications['unreadRegistration']>('GET', '/notification/unread/registration'),
    route<Notifications['unreadInquiry']>('GET', '/notification/unread/inquiry'),
  ],
  own: [
    route<Notifications['ownUnreadSellOrders']>('GET', '/notification/unread/user/sellOrders'),
    route<Notifications['ownUnreadBuyOrders']>('GET', '/notification/unread/user/buyOrders'),
    route<Notifications['ownUnreadChatSession']>('GET', '/notification/unread/user/chatSession'),
    route<Notifications['ownUnreadRegistration']>('GET', '/notification/unread/user/registration'),
    route<Notifications['ownUnreadInquiry']>('GET', '/notification/unread/user/inquiry'),
  ],
};
