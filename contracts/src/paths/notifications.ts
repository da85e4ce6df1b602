import { get, post, put, remove } from './call-path.ts';

export const notificationPaths = {
  unreadSellOrders: get('admin', '/notification/unread/sellOrders'),
  unreadBuyOrders: get('admin', '/notification/unread/buyOrders'),
  unreadChatSession: get('admin', '/notification/unread/chatSession'),
  unreadRegistration: get('admin', '/notification/unread/registration'),
  unreadInquiry: get('admin', '/notification/unread/inquiry'),
  ownUnreadSellOrders: get('signed-in', '/notification/unread/user/sellOrders'),
  ownUnreadBuyOrders: get('signed-in', '/notification/unread/user/buyOrders'),
  ownUnreadChatSession: get('signed-in', '/notification/unread/user/chatSession'),
  ownUnreadRegistration: get('signed-in', '/notification/unread/user/registration'),
  ownUnreadInquiry: get('signed-in', '/notification/unread/user/inquiry'),
  notifications: get('signed-in', '/notification'),
  markRead: put('signed-in', '/notification/mark-read/:id'),
  markAllRead: put('signed-in', '/notification/mark-read'),
  subscribeToPush: post('signed-in', '/notification/subscriptions'),
  unsubscribeFromPush: remove('signed-in', '/notification/subscriptions'),
};
