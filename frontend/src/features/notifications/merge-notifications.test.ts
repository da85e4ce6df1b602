import type { NotificationView } from '@matgyo/contracts/endpoints/notifications';
import { expect, it } from 'vitest';
import { mayBeOver, mergeNotifications, mergeUnread, newestArrival } from './merge-notifications.ts';

const at = (minute: number): NotificationView => ({
  _id: String(minute).padStart(24, '0'),
  code: 'ORDER_APPROVED',
  topic: 'sellOrders',
  isForAdmin: false,
  message: '',
  at: `2026-11-20T09:${String(minute).padStart(2, '0')}:00.000Z`,
  read: false,
  orderId: null,
  orderType: null,
  orderCode: null,
  currentOrderInProgress: null,
  tradeId: null,
  roomId: null,
  inquiryId: null,
  caseId: null,
  approvalId: null,
  memberId: null,
  nickname: null,
});
const minutes = (list: readonly NotificationView[]) => list.map(({ _id }) => Number(_id));

it('merges the unread lists without duplicates, newest first', () => {
  expect(minutes(mergeUnread([[at(5), at(1)], [at(3)], [at(3), at(2)]]))).toEqual([5, 3, 2, 1]);
});

it('puts pushed notifications before the loaded pages', () => {
  expect(minutes(mergeNotifications([at(9)], [at(5), at(4)], false))).toEqual([9, 5, 4]);
});

it('leaves out an unread one that is older than the last loaded page', () => {
  expect(minutes(mergeNotifications([at(5), at(1)], [at(5), at(4)], false))).toEqual([5, 4]);
  expect(minutes(mergeNotifications([at(5), at(1)], [at(5), at(4)], true))).toEqual([5, 4, 1]);
});

it('announces what has come, not an older one that took the place of one marked as read', () => {
  const seen = (...minutes: readonly number[]) =>
    new Map(minutes.map((minute) => [at(minute)._id, at(minute).at]));
  const arrival = (unread: readonly number[], known: ReadonlyMap<string, string> | undefined) =>
    newestArrival(unread.map(at), known)?._id;
  expect(arrival([9, 8], undefined)).toBeUndefined();
  expect(arrival([9, 8], seen())).toBe(at(9)._id);
  expect(arrival([9, 8, 5], seen(8, 5))).toBe(at(9)._id);
  expect(arrival([8, 5, 4], seen(9, 8, 5))).toBeUndefined();
  // Dated by a clock that is slow.
  expect(arrival([9, 8, 5], seen(9, 5))).toBe(at(8)._id);
});

it('shows the unread ones while the list is missing', () => {
  expect(minutes(mergeNotifications([at(2), at(1)], undefined, false))).toEqual([2, 1]);
});

it('requests the lists again only for what can have been done', () => {
  const keys = ['order:1', 'trade:t', 'approval:a'];
  const about = { tradeId: 't', approvalId: 'a' };
  expect(mayBeOver({ code: 'READY_TO_COMPLETE', ...about }, keys)).toBe(true);
  expect(mayBeOver({ code: 'CONSENT_ASKED', ...about }, keys)).toBe(true);
  expect(mayBeOver({ code: 'APPROVAL_REQUESTED', ...about }, keys)).toBe(true);
  expect(mayBeOver({ code: 'READY_TO_COMPLETE', ...about, tradeId: 'other' }, keys)).toBe(false);
  expect(mayBeOver({ code: 'APPROVAL_REQUESTED', ...about }, ['trade:t'])).toBe(false);
  expect(mayBeOver({ code: 'STEP_UNDONE', ...about }, keys)).toBe(false);
  expect(mayBeOver({ code: 'ORDER_MATCHED', ...about }, keys)).toBe(false);
});
