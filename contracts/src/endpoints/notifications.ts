import { z } from 'zod';
import { languages } from '../errors/index.ts';
import { sides } from '../ids.ts';
import { notificationCodes, notificationTopics } from '../notifications.ts';
import type { CallPath } from '../paths/call-path.ts';
import { notificationPaths } from '../paths/notifications.ts';
import { idParams } from './client-values.ts';
import { endpoint, messageResponse, pageOf, pageQuery, storedLanguage } from './endpoint.ts';
import { ledgerId, timestamp } from './order-views.ts';

/** Limit of unread lists; a badge shows at most '10+' (specification, section 9). */
const unreadMax = 100;

/**
 * A notification as its reader sees it: what happened, in their language, and what to open.
 *
 * - `orderId`, `orderType`: the reader's order (for admins the order it is about; for a match the sell order),
 *   `currentOrderInProgress` the other side's, `tradeId` the match.
 * - `roomId` is the argument of `joinRoom`. `inquiryId` is the inquiry.
 * - `memberId` and `nickname`, for admins: the acting member. Null for members.
 */
export const notificationView = z.object({
  _id: ledgerId,
  code: z.enum(notificationCodes),
  topic: z.enum(notificationTopics),
  /** Whether it is in the admins' box; otherwise in the reader's own. */
  isForAdmin: z.boolean(),
  message: z.string(),
  at: timestamp,
  read: z.boolean(),
  orderId: ledgerId.nullable(),
  orderType: z.enum(sides).nullable(),
  orderCode: z.string().nullable(),
  currentOrderInProgress: ledgerId.nullable(),
  tradeId: ledgerId.nullable(),
  roomId: z.string().nullable(),
  inquiryId: ledgerId.nullable(),
  caseId: ledgerId.nullable(),
  approvalId: ledgerId.nullable(),
  memberId: ledgerId.nullable(),
  nickname: z.string().nullable(),
});
export type NotificationView = z.output<typeof notificationView>;

/** The notification on a socket: the same, in every language; `message` is in the default one. Unread. */
export const pushedNotification = notificationView
  .omit({ read: true })
  .extend({ messages: z.record(z.enum(languages), z.string()) });
export type PushedNotification = z.output<typeof pushedNotification>;

/** Without a cursor: further ones are in the list of all. */
const unreadListQuery = z.object({ limit: pageQuery.shape.limit.unwrap().default(unreadMax) });

const unreadList = <At extends CallPath<'GET'>>(path: At, summary: string) =>
  endpoint(path, { summary, polled: true, query: unreadListQuery, response: z.array(notificationView) });

const newestFirst = `newest first, at most ${unreadMax}.`;
const unreadOfAdmins = <At extends CallPath<'GET', 'admin'>>(path: At, what: string) =>
  unreadList(path, `Admins’ unread notifications of ${what}, ${newestFirst}`);
const unreadOfMember = <At extends CallPath<'GET', 'signed-in'>>(path: At, what: string) =>
  unreadList(path, `The caller’s unread notifications of ${what}, ${newestFirst}`);

/**
 * An admin reads two boxes, the admins' and their own. `isForAdmin` selects one, if missing both; other members have
 * only their own.
 */
const boxQuery = z.object({
  isForAdmin: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
});

const notificationParams = idParams('NOTIFICATION_NOT_FOUND');

const pushEndpoint = z.url('PUSH_SUBSCRIPTION_REFUSED').max(1000, 'PUSH_SUBSCRIPTION_REFUSED');

export const notificationEndpoints = {
  unreadSellOrders: unreadOfAdmins(notificationPaths.unreadSellOrders, 'sell orders'),
  unreadBuyOrders: unreadOfAdmins(notificationPaths.unreadBuyOrders, 'buy orders'),
  unreadChatSession: unreadOfAdmins(notificationPaths.unreadChatSession, 'chats'),
  unreadRegistration: unreadOfAdmins(notificationPaths.unreadRegistration, 'new members'),
  unreadInquiry: unreadOfAdmins(notificationPaths.unreadInquiry, 'inquiries'),
  ownUnreadSellOrders: unreadOfMember(notificationPaths.ownUnreadSellOrders, 'their sell orders'),
  ownUnreadBuyOrders: unreadOfMember(notificationPaths.ownUnreadBuyOrders, 'their buy orders'),
  ownUnreadChatSession: unreadOfMember(notificationPaths.ownUnreadChatSession, 'their chats'),
  ownUnreadRegistration: unreadOfMember(notificationPaths.ownUnreadRegistration, 'their account'),
  ownUnreadInquiry: unreadOfMember(notificationPaths.ownUnreadInquiry, 'their inquiries'),
  notifications: endpoint(notificationPaths.notifications, {
    summary: 'All notifications of the caller, read and unread, newest first.',
    polled: true,
    query: pageQuery.extend(boxQuery.shape),
    response: pageOf(notificationView),
  }),
  markRead: endpoint(notificationPaths.markRead, {
    summary: 'Marks one as read, for the caller. Idempotent.',
    params: notificationParams,
    response: messageResponse,
    errors: ['NOTIFICATION_NOT_FOUND'],
  }),
  markAllRead: endpoint(notificationPaths.markAllRead, {
    summary:
      'Marks everything as read, for the caller, identified by the token; a `userId` in the body is ignored. `until`: the time of the newest one that the caller saw; later ones stay unread.',
    body: z.object({
      userId: z.unknown().optional(),
      isForAdmin: z.boolean().optional(),
      until: timestamp.optional(),
    }),
    response: messageResponse,
  }),
  subscribeToPush: endpoint(notificationPaths.subscribeToPush, {
    summary:
      "Subscribes the caller's browser to notifications, which come also while no page is open: takes the result of `pushManager.subscribe`.",
    body: z.object({
      endpoint: pushEndpoint,
      keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
      storedLanguage,
    }),
    response: messageResponse,
    success: 201,
    errors: ['PUSH_SUBSCRIPTION_REFUSED', 'WEB_PUSH_OFF'],
  }),
  unsubscribeFromPush: endpoint(notificationPaths.unsubscribeFromPush, {
    summary: 'Ends a subscription. Idempotent.',
    body: z.object({ endpoint: pushEndpoint }),
    response: messageResponse,
    errors: ['PUSH_SUBSCRIPTION_REFUSED'],
  }),
} as const;
