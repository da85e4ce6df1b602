import { expect, it } from 'vitest';
import { type About, aboutOf, notificationPath } from './notification-path.ts';

const sell = 'a'.repeat(24);
const buy = 'b'.repeat(24);
const about = (change: Partial<About>): About => ({
  code: 'ORDER_APPROVED',
  isForAdmin: false,
  orderId: null,
  orderType: null,
  currentOrderInProgress: null,
  tradeId: null,
  roomId: null,
  inquiryId: null,
  caseId: null,
  approvalId: null,
  memberId: null,
  ...change,
});
const order = { orderId: sell, orderType: 'sell' } as const;
const trade = 'c'.repeat(24);
const match = { ...order, currentOrderInProgress: buy, tradeId: trade };
const chat = { code: 'CHAT_STARTED', roomId: sell } as const;
const forAdmin = { isForAdmin: true } as const;

it.each<[string, Partial<About>, string]>([
  ['a match to its chat', { ...match, code: 'ORDER_MATCHED' }, `/chat/${sell}/${buy}/sell?trade=${trade}`],
  ['a completed match to the order', { ...match, code: 'MATCH_COMPLETED' }, `/dashboard/orders/${sell}`],
  ['a dispute to it', { ...match, code: 'CASE_OPENED', caseId: buy }, `/dashboard/disputes/${buy}`],
  [
    'a dispute of an earlier version to the disputes',
    { ...match, code: 'CASE_OPENED' },
    '/dashboard/disputes',
  ],
  ['an approval to the order', order, `/dashboard/orders/${sell}`],
  ['a chat on a match to it', { ...match, ...chat }, `/chat/${sell}/${buy}/sell?trade=${trade}`],
  ['a chat on an order to it', { ...order, ...chat }, `/chats/${sell}/sell`],
  ['a support chat to support', { ...chat, roomId: `support-${buy}` }, '/dashboard/one-on-one'],
  ['an answer to the inquiries', { code: 'INQUIRY_ANSWERED', inquiryId: buy }, '/dashboard/inquiry-history'],
  ['what concerns the account to the profile', { code: 'ACCOUNT_ACTIVATED' }, '/dashboard/profile'],
])('leads a member from %s', (_what, change, path) => {
  expect(notificationPath(about(change))).toBe(path);
});

it.each<[string, Partial<About>, string]>([
  ['a new order to its queue', { ...order, code: 'ORDER_PLACED' }, `/admin/sell-orders?order=${sell}`],
  ['another order to its page', { ...order, code: 'ORDER_CANCELLED' }, `/admin/orders/${sell}`],
  ['a dispute to it', { ...match, code: 'CASE_OPENED', caseId: buy }, `/admin/disputes/${buy}`],
  [
    'a request for approval to its card',
    { code: 'APPROVAL_REQUESTED', approvalId: buy },
    `/admin/approvals?request=${buy}`,
  ],
  [
    'a decided request to its card',
    { code: 'APPROVAL_REFUSED', approvalId: buy },
    `/admin/approvals?request=${buy}`,
  ],
  ['a request of an earlier version to those that wait', { code: 'APPROVAL_REQUESTED' }, '/admin/approvals'],
  ['a change of payout data to its queue', { code: 'PAYOUT_APPROVABLE', memberId: buy }, '/admin/approvals'],
  [
    'a limit of readings to what the audit log has of them',
    { code: 'READ_LIMIT_REACHED', memberId: buy },
    `/admin/audit?actor=${buy}`,
  ],
  ['a limit of readings in a web push to the audit log', { code: 'READ_LIMIT_REACHED' }, '/admin/audit'],
  ['an inquiry to the inbox', { code: 'INQUIRY_SUBMITTED', inquiryId: buy }, '/admin/inquiries'],
  ['a new member to the user page', { code: 'MEMBER_REGISTERED', memberId: buy }, `/admin/users/${buy}`],
  ['a new member whom a web push does not name to the users', { code: 'MEMBER_REGISTERED' }, '/admin/users'],
  ['a chat on an order to it', { ...order, ...chat }, `/chats/${sell}/sell`],
  ['a support chat to it', { ...chat, roomId: `support-${buy}` }, `/chats/support-${buy}/support`],
])('leads an admin from %s', (_what, change, path) => {
  expect(notificationPath(about({ ...change, ...forAdmin }))).toBe(path);
});

it('an address without its data opens the profile', () => {
  expect(notificationPath(aboutOf(new URLSearchParams()))).toBe('/dashboard/profile');
});
