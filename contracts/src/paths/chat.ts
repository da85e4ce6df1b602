import { get, patch, post, put } from './call-path.ts';

export const chatPaths = {
  messages: get('signed-in', '/chat/messages/:orderId'),
  adminMessages: get('admin', '/chat/admin/messages/:orderId'),
  endedMessages: get('admin', '/chat/admin/messages/end/:id'),
  userInfo: get('admin', '/chat/admin/userInfo/:orderId'),
  liveSessions: get('admin', '/chat/allchat'),
  endedSessions: get('admin', '/chat/end/allchat'),
  ownSessions: get('signed-in', '/chat/mine'),
  send: post('signed-in', '/chat'),
  close: patch('admin', '/chat/close/:orderId'),
  uploadImage: post('signed-in', '/chat/images/:orderId'),
  image: get('signed-in', '/chat/images/:id'),
  markRead: put('signed-in', '/chat/read/:orderId'),
  unread: get('signed-in', '/chat/unread'),
};
