import type { PushedNotification } from '@matgyo/contracts/endpoints/notifications';
import { chatPath } from '../../ui/chat-path.ts';

const ids = [
  'orderId',
  'currentOrderInProgress',
  'tradeId',
  'roomId',
  'inquiryId',
  'caseId',
  'approvalId',
] as const;
type Ids = Pick<PushedNotification, (typeof ids)[number]>;

/** The subject of a notification, in lists, socket events and web pushes alike. */
export type About = Ids &
  Pick<PushedNotification, 'code' | 'isForAdmin' | 'orderType'> & { readonly memberId?: string | null };

/** From the address that a web push opens; a person may have typed it without the data. */
export function aboutOf(search: URLSearchParams): About {
  const orderType = search.get('orderType');
  return {
    code: (search.get('code') ?? '') as About['code'],
    isForAdmin: search.get('isForAdmin') === 'true',
    orderType: orderType === 'sell' || orderType === 'buy' ? orderType : null,
    ...(Object.fromEntries(ids.map((id) => [id, search.get(id)])) as Ids),
  };
}

export function notificationPath(about: About): string {
  const { isForAdmin, orderId, orderType, inquiryId, caseId, memberId } = about;
  if (about.roomId !== null) return roomPath(about);
  if (about.code.startsWith('CASE_'))
    return `${isForAdmin ? '/admin' : '/dashboard'}/disputes${caseId === null ? '' : `/${caseId}`}`;
  if (about.code.startsWith('APPROVAL_'))
    return `/admin/approvals${about.approvalId === null ? '' : `?request=${about.approvalId}`}`;
  if (about.code === 'PAYOUT_APPROVABLE') return '/admin/approvals';
  if (about.code === 'READ_LIMIT_REACHED')
    return `/admin/audit${memberId == null ? '' : `?actor=${memberId}`}`;
  if (inquiryId !== null) return isForAdmin ? '/admin/inquiries' : '/dashboard/inquiry-history';
  if (orderId !== null && orderType !== null) {
    if (about.code === 'ORDER_MATCHED') return tradePath(about) ?? orderPath(about, orderId, orderType);
    return orderPath(about, orderId, orderType);
  }
  if (isForAdmin) return memberId == null ? '/admin/users' : `/admin/users/${memberId}`;
  return about.code.startsWith('PAYOUT_') ? '/payment-methods' : '/dashboard/profile';
}

/** Paths of the specification (section 2). A support room has no order; its own id takes that place. */
function roomPath(about: About): string {
  const { isForAdmin, orderId, orderType, roomId } = about;
  if (orderId !== null && orderType !== null) return tradePath(about) ?? `/chats/${orderId}/${orderType}`;
  return isForAdmin ? `/chats/${roomId}/support` : '/dashboard/one-on-one';
}

function tradePath({ orderId, currentOrderInProgress, orderType, tradeId }: About): string | undefined {
  if (orderId === null || orderType === null || currentOrderInProgress === null) return undefined;
  return chatPath({ _id: orderId, side: orderType }, currentOrderInProgress, tradeId ?? undefined);
}

/** For an admin a new order is in the panel of its queue; any other has its page. */
function orderPath({ code, isForAdmin }: About, orderId: string, orderType: 'sell' | 'buy'): string {
  if (!isForAdmin) return `/dashboard/orders/${orderId}`;
  return code === 'ORDER_PLACED' ? `/admin/${orderType}-orders?order=${orderId}` : `/admin/orders/${orderId}`;
}
