import type { chatEndpoints } from '@matgyo/contracts/endpoints/chat';
import type { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import { route } from './route.ts';

type Chat = typeof chatEndpoints;

/** The calls of chat; messages themselves go over the socket while that is up. `chat-routes.test.ts` finds each of them in the contracts. */
export const chatRoutes = {
  messages: route<Chat['messages']>('GET', '/chat/messages/:orderId'),
  send: route<Chat['send']>('POST', '/chat'),
  markRead: route<Chat['markRead']>('PUT', '/chat/read/:orderId'),
  userInfo: route<Chat['userInfo']>('GET', '/chat/admin/userInfo/:orderId'),
  ownSessions: route<Chat['ownSessions']>('GET', '/chat/mine'),
  liveSessions: route<Chat['liveSessions']>('GET', '/chat/allchat'),
  endedSessions: route<Chat['endedSessions']>('GET', '/chat/end/allchat'),
  close: route<Chat['close']>('PATCH', '/chat/close/:orderId'),
  uploadImage: route<Chat['uploadImage']>('POST', '/chat/images/:orderId'),
  image: route<Chat['image']>('GET', '/chat/images/:id'),
  unread: route<Chat['unread']>('GET', '/chat/unread'),
  trade: route<(typeof tradeEndpoints)['trade']>('GET', '/trades/:id'),
  payment: route<(typeof tradeEndpoints)['payment']>('GET', '/trades/:id/payment'),
  markStep: route<(typeof tradeEndpoints)['markStep']>('POST', '/trades/:id/steps'),
  takeBackStep: route<(typeof tradeEndpoints)['takeBackStep']>('DELETE', '/trades/:id/steps'),
} as const;
