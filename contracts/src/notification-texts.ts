import type { InquiryTitle } from './endpoints/inquiries.ts';
import type { Language } from './errors/index.ts';
import type { Role } from './events/member-events.ts';
import type { Side } from './ids.ts';
import type { Price, Usdt } from './money.ts';
import type { NotificationCode } from './notifications.ts';
import { isRejectionReason, rejectionTexts } from './rejection-reasons.ts';

/**
 * The parameters of a notification's text. Everything but the code is optional: with code and side alone the text names
 * no order, no figure and no person, for screens that others can see.
 */
export interface NotificationContext {
  readonly code: NotificationCode;
  readonly side?: Side | null;
  readonly orderCode?: string | null;
  readonly amount?: Usdt | null;
  /** The price of a match, and the price of the reader's order. */
  readonly price?: Price | null;
  readonly orderPrice?: Price | null;
  readonly role?: Role | null;
  /** Why an order was rejected, as stored in the log. */
  readonly reason?: string | null;
  readonly inquiryTitle?: InquiryTitle | null;
  /** The member it is about. */
  readonly nickname?: string | null;
}

/** The text of a notification for its reader. */
export const notificationText = (context: NotificationContext, language: Language): string =>
  language === 'ko' ? korean(context) : english(context);

function korean(context: NotificationContext): string {
  const { code, nickname, role } = context;
  const order = context.side === 'buy' ? '구매 주문' : '판매 주문';
  const trade = context.side === 'buy' ? '구매' : '판매';
  const roleName = role ? roleNames.ko[role] : '새';
  const inquiry = context.inquiryTitle ? koreanInquiries[context.inquiryTitle] : undefined;
  const about = inBrackets(detailsOf(context));
  switch (code) {
    case 'ORDER_PLACED':
      return nickname ? `${nickname} 님이 ${order}을 접수했어요${about}` : `새 ${order}이 접수됐어요${about}`;
    case 'ORDER_APPROVED':
      return `${order}이 승인됐어요${about}`;
    case 'ORDER_REJECTED':
      return `${order}이 거절됐어요${about}${because(context, 'ko', '사유')}`;
    case 'ORDER_CANCELLED':
      return `관리자가 ${order}을 취소했어요${about}`;
    case 'ORDER_MATCHED': {
      const prices = otherPrice(context);
      const comparison = prices && `. 주문 가격은 ${prices.asked}원, 매칭 가격은 ${prices.got}원이에요`;
      return `${order}이 매칭됐어요${about}${comparison ?? ''}`;
    }
    case 'CONSENT_ASKED': {
      const prices = otherPrice(context);
      const comparison = prices && `. 주문 가격은 ${prices.asked}원, 제안 가격은 ${prices.got}원이에요`;
      return `${order}에 다른 가격의 매칭이 제안됐어요${about}${comparison ?? ''}. 시간 안에 동의하거나 거절해 주세요`;
    }
    case 'CONSENT_ENDED':
      return `${order}에 제안된 매칭이 성사되지 않았어요${about}`;
    case 'MATCH_COMPLETED':
      return `${trade}가 완료됐어요${about}`;
    case 'TRADE_REVERSED':
      return `관리자가 완료된 ${trade}를 정정했어요${about}. 내 거래내역에서 확인해 주세요`;
    case 'MATCH_CANCELLED':
      return `${order}의 매칭이 취소됐어요${about}`;
    case 'MATCH_UNPAID':
      return `원화를 보냈다는 표시가 제한 시간 안에 없어 ${order}의 매칭이 취소됐어요${about}`;
    case 'PAYMENT_SENT':
      return `원화를 보냈다고 표시됐어요${about}`;
    case 'PAYMENT_RECEIVED':
      return `원화 입금이 확인됐어요${about}`;
    case 'TETHER_SENT':
      return `USDT를 보냈다고 표시됐어요${about}`;
    case 'TETHER_RECEIVED':
      return `USDT 수령이 확인됐어요${about}`;
    case 'TRANSFER_IN_DOUBT':
      return `USDT 전송을 블록체인에서 확인하지 못했어요. 거래를 확인해 주세요${about}`;
    case 'STEP_UNDONE':
      return `마지막 단계 표시가 취소됐어요${about}`;
    case 'TIME_EXPIRED':
      return `다음 단계의 제한 시간이 지났어요${about}`;
    case 'TIME_PAUSED':
      return `관리자가 다음 단계의 제한 시간을 멈췄어요${about}`;
    case 'TIME_RESUMED':
      return `다음 단계의 제한 시간이 다시 흘러요${about}`;
    case 'TIME_EXTENDED':
      return `관리자가 다음 단계의 제한 시간을 늘렸어요${about}`;
    case 'CASE_OPENED':
      return `분쟁이 접수됐어요${about}`;
    case 'CASE_ANSWERED':
      return `분쟁에 새 진술이 올라왔어요${about}`;
    case 'CASE_TAKEN':
      return `관리자가 분쟁을 검토하기 시작했어요${about}`;
    case 'CASE_WITHDRAWN':
      return `분쟁이 취하됐어요${about}`;
    case 'CASE_RULED':
      return `분쟁 판정이 나왔어요${about}`;
    case 'CASE_APPEALED':
      return `분쟁 판정에 이의신청이 접수됐어요${about}`;
    case 'CASE_APPEAL_RULED':
      return `이의신청에 대한 결정이 나왔어요${about}`;
    case 'MEMBER_REGISTERED':
      return nickname ? `${nickname} 님이 가입했어요` : '새 회원이 가입했어요';
    case 'ACCOUNT_ACTIVATED':
      return '계정이 활성화됐어요. 이제 주문할 수 있어요';
    case 'ACCOUNT_DEACTIVATED':
      return '계정이 비활성화됐어요. 궁금한 점은 1:1 문의로 남겨 주세요';
    case 'ROLE_GRANTED':
      return `${roleName} 권한이 부여됐어요. 다시 로그인하면 사용할 수 있어요`;
    case 'ROLE_REVOKED':
      return role ? `${roleName} 권한이 해제됐어요` : '권한이 해제됐어요';
    case 'PAYOUT_CHANGED':
      return '계좌 또는 지갑이 변경됐지만 아직 적용되지 않았어요. 확인하거나, 요청하지 않았다면 거절해 주세요';
    case 'PAYOUT_APPROVED':
      return '관리자 승인으로 변경된 계좌 또는 지갑이 적용됐어요. 요청하지 않았다면 바로 고객지원에 문의해 주세요';
    case 'PAYOUT_REJECTED':
      return nickname
        ? `${nickname} 님이 계좌 또는 지갑 변경을 거절했어요`
        : '계좌 또는 지갑 변경이 취소됐어요. 이전 정보가 계속 사용돼요';
    case 'PAYOUT_APPROVABLE':
      return `${nickname ? `${nickname} 님이` : '직원이'} 변경한 회원의 계좌 또는 지갑을 이제 승인할 수 있어요`;
    case 'READ_LIMIT_REACHED':
      return `${nickname ? `${nickname} 님이` : '직원이'} 신분증 사진이나 개인정보 파일을 한도까지 열람했어요. 감사 로그를 확인해 주세요`;
    case 'APPROVAL_REQUESTED':
      return nickname ? `${nickname} 님이 승인을 요청했어요` : '승인할 요청이 있어요';
    case 'APPROVAL_GRANTED':
      return '요청한 건을 다른 관리자가 승인했어요';
    case 'APPROVAL_REFUSED':
      return '요청한 건을 다른 관리자가 거절했어요';
    case 'APPROVAL_EXPIRED':
      return '승인 요청의 기한이 지났어요';
    case 'APPROVAL_LAPSED':
      return '요청한 뒤 내용이 바뀌어 승인 요청이 종료됐어요. 실행된 것은 없어요';
    case 'INQUIRY_SUBMITTED':
      return `${nickname ? `${nickname} 님이 문의를 남겼어요` : '새 문의가 접수됐어요'}${inBrackets([inquiry])}`;
    case 'INQUIRY_ANSWERED':
      return `문의에 답변이 달렸어요${inBrackets([inquiry])}`;
    case 'CHAT_STARTED':
      return `${nickname ? `${nickname} 님이 채팅을 시작했어요` : '새 채팅이 시작됐어요'}${about}`;
    default:
      return code satisfies never;
  }
}

function english(context: NotificationContext): string {
  const { code, nickname, role } = context;
  const order = context.side === 'buy' ? 'buy order' : 'sell order';
  const trade = context.side === 'buy' ? 'purchase' : 'sale';
  const roleName = role ? roleNames.en[role] : 'a new';
  const inquiry = context.inquiryTitle ?? undefined;
  const about = inBrackets(detailsOf(context));
  switch (code) {
    case 'ORDER_PLACED':
      return nickname ? `${nickname} placed a ${order}${about}` : `A new ${order} was placed${about}`;
    case 'ORDER_APPROVED':
      return `Your ${order} was approved${about}`;
    case 'ORDER_REJECTED':
      return `Your ${order} was rejected${about}${because(context, 'en', 'Reason')}`;
    case 'ORDER_CANCELLED':
      return `An admin cancelled your ${order}${about}`;
    case 'ORDER_MATCHED': {
      const prices = otherPrice(context);
      const comparison = prices && `. Your price was ₩${prices.asked}, the match is at ₩${prices.got}`;
      return `Your ${order} was matched${about}${comparison ?? ''}`;
    }
    case 'CONSENT_ASKED': {
      const prices = otherPrice(context);
      const comparison = prices && `. Your price is ₩${prices.asked}, the proposed price is ₩${prices.got}`;
      return `A match at another price was proposed for your ${order}${about}${comparison ?? ''}. Please accept or decline in time`;
    }
    case 'CONSENT_ENDED':
      return `A proposed match of a ${order} was not made${about}`;
    case 'MATCH_COMPLETED':
      return `Your ${trade} is complete${about}`;
    case 'TRADE_REVERSED':
      return `An admin reversed your completed ${trade}${about}. See your transactions`;
    case 'MATCH_CANCELLED':
      return `A match of your ${order} was cancelled${about}`;
    case 'MATCH_UNPAID':
      return `A match of your ${order} was cancelled because the KRW payment was not marked as sent in time${about}`;
    case 'PAYMENT_SENT':
      return `The KRW payment was marked as sent${about}`;
    case 'PAYMENT_RECEIVED':
      return `The KRW payment was marked as received${about}`;
    case 'TETHER_SENT':
      return `The USDT transfer was marked as sent${about}`;
    case 'TETHER_RECEIVED':
      return `The USDT transfer was marked as received${about}`;
    case 'TRANSFER_IN_DOUBT':
      return `The USDT transfer could not be confirmed on Solana. Please look at the trade${about}`;
    case 'STEP_UNDONE':
      return `The mark of the last step was undone${about}`;
    case 'TIME_EXPIRED':
      return `The time for the next step is up${about}`;
    case 'TIME_PAUSED':
      return `An admin paused the time for the next step${about}`;
    case 'TIME_RESUMED':
      return `The time for the next step is running again${about}`;
    case 'TIME_EXTENDED':
      return `An admin added time for the next step${about}`;
    case 'CASE_OPENED':
      return `A dispute was opened${about}`;
    case 'CASE_ANSWERED':
      return `There is a new statement in the dispute${about}`;
    case 'CASE_TAKEN':
      return `An admin is now looking into the dispute${about}`;
    case 'CASE_WITHDRAWN':
      return `The dispute was dropped${about}`;
    case 'CASE_RULED':
      return `The dispute was ruled on${about}`;
    case 'CASE_APPEALED':
      return `There is an appeal against a ruling${about}`;
    case 'CASE_APPEAL_RULED':
      return `The appeal was decided${about}`;
    case 'MEMBER_REGISTERED':
      return nickname ? `${nickname} signed up` : 'A new member signed up';
    case 'ACCOUNT_ACTIVATED':
      return 'Your account is active. You can place orders now';
    case 'ACCOUNT_DEACTIVATED':
      return 'Your account is no longer active. Send an inquiry if you have questions';
    case 'ROLE_GRANTED':
      return `You were granted ${roleName} role. Sign in again to use it`;
    case 'ROLE_REVOKED':
      return role ? `You no longer have ${roleName} role` : 'One of your roles was removed';
    case 'PAYOUT_CHANGED':
      return 'Your bank account or wallet was changed and is not in use yet. Confirm it, or reject it if you did not request this';
    case 'PAYOUT_APPROVED':
      return 'An admin approved the change of your bank account or wallet: it is in use. If you did not request this, contact support right away';
    case 'PAYOUT_REJECTED':
      return nickname
        ? `${nickname} rejected a change of bank account or wallet`
        : 'The change of your bank account or wallet was cancelled. The previous details stay in use';
    case 'PAYOUT_APPROVABLE':
      return `A change of a member’s bank account or wallet${nickname ? ` by ${nickname}` : ''} can be approved now`;
    case 'READ_LIMIT_REACHED':
      return `${nickname ?? 'A member of staff'} reached the hourly limit for ID photos or files with personal data. Check the audit log`;
    case 'APPROVAL_REQUESTED':
      return nickname ? `${nickname} requested an approval` : 'A request needs your approval';
    case 'APPROVAL_GRANTED':
      return 'Another admin approved your request';
    case 'APPROVAL_REFUSED':
      return 'Another admin refused your request';
    case 'APPROVAL_EXPIRED':
      return 'Your approval request has expired';
    case 'APPROVAL_LAPSED':
      return 'Your approval request ended because something changed. Nothing was done';
    case 'INQUIRY_SUBMITTED':
      return `${nickname ? `${nickname} sent an inquiry` : 'A new inquiry was submitted'}${inBrackets([inquiry])}`;
    case 'INQUIRY_ANSWERED':
      return `Your inquiry was answered${inBrackets([inquiry])}`;
    case 'CHAT_STARTED':
      return `${nickname ? `${nickname} started a chat` : 'A new chat was started'}${about}`;
    default:
      return code satisfies never;
  }
}

const roleNames = {
  ko: { admin: '관리자', manager: '매니저' },
  en: { admin: 'the admin', manager: 'the manager' },
} as const satisfies Record<Language, Record<Role, string>>;

const koreanInquiries: Readonly<Record<InquiryTitle, string>> = {
  'Edit Account Info': '내 정보 수정',
  'Sell Inquiry': '판매 문의',
  'Buy Inquiry': '구매 문의',
  'Other Inquiry': '기타 문의',
};

const detailsOf = ({ orderCode, amount }: NotificationContext): readonly (string | undefined)[] => [
  orderCode ?? undefined,
  amount ? `${grouped(amount)} USDT` : undefined,
];

function because({ reason }: NotificationContext, language: Language, label: string): string {
  if (!reason || !isRejectionReason(reason)) return '';
  return `. ${label}: ${rejectionTexts[reason][language]}`;
}

function inBrackets(details: readonly (string | undefined)[]): string {
  const known = details.filter((detail) => detail !== undefined);
  return known.length === 0 ? '' : ` (${known.join(', ')})`;
}

/** Stated only if the match's price differs from the order's (docs/ledger.md). */
function otherPrice({ price, orderPrice }: NotificationContext): { asked: string; got: string } | undefined {
  if (!price || !orderPrice || price === orderPrice) return undefined;
  return { asked: grouped(orderPrice), got: grouped(price) };
}

/** `1400000.5` as `1,400,000.5`; works on text, since money is text. */
function grouped(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}
