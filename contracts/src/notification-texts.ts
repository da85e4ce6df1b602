import type { Language } from './errors/index.ts';
import type { Role } from './events/member-events.ts';
import type { Side } from './ids.ts';
import type { InquiryTitle } from './inquiries.ts';
import { kstMinute } from './kst.ts';
import type { Price, Usdt } from './money.ts';
import { englishTexts } from './notification-texts-en.ts';
import { koreanTexts } from './notification-texts-ko.ts';
import type { NotificationCode } from './notifications.ts';
import { isRejectionReason, rejectionTexts } from './rejection-reasons.ts';

/**
 * The parameters of a notification's text. Everything but the code is optional: with code, side and inbox alone the
 * text names no order, no figure and no person, for screens that others can see.
 */
export interface NotificationContext {
  readonly code: NotificationCode;
  readonly side?: Side | null;
  /** Whether it is in the admins' inbox. */
  readonly isForAdmin?: boolean;
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
  /** Until when an answer counts, in ISO 8601. */
  readonly until?: string | null;
}

/** What a text is made of, in its language. */
interface TextParts {
  /** The reader's side of a match. */
  readonly side: Side;
  readonly isForAdmin: boolean;
  /** Its kind: a sell order. */
  readonly order: string;
  readonly trade: string;
  readonly role: string | undefined;
  readonly nickname: string | undefined;
  /** Order code and amount in brackets, as far as they are known. */
  readonly about: string;
  /** The inquiry's title in brackets, if it is known. */
  readonly inquiry: string;
  readonly reason: string | undefined;
  /** In Korea: `2026-11-30 10:05`. */
  readonly until: string | undefined;
  readonly prices: { readonly order: string; readonly match: string } | undefined;
}

export type NotificationText = (parts: TextParts) => string;

interface Nouns {
  readonly orders: Readonly<Record<Side, string>>;
  readonly trades: Readonly<Record<Side, string>>;
  readonly roles: Readonly<Record<Role, string>>;
  readonly inquiries: Readonly<Record<InquiryTitle, string>>;
}

export const notificationText = (context: NotificationContext, language: Language): string =>
  (language === 'ko' ? koreanTexts : englishTexts)[context.code](partsOf(context, language));

function partsOf(context: NotificationContext, language: Language): TextParts {
  const {
    side,
    isForAdmin = false,
    nickname,
    role,
    reason,
    inquiryTitle,
    orderCode,
    amount,
    until,
  } = context;
  const { orders, trades, roles, inquiries } = nouns[language];
  return {
    side: side ?? 'sell',
    isForAdmin,
    order: orders[side ?? 'sell'],
    trade: trades[side ?? 'sell'],
    role: role ? roles[role] : undefined,
    nickname: nickname ?? undefined,
    about: inBrackets([orderCode ?? undefined, amount ? `${grouped(amount)} USDT` : undefined]),
    inquiry: inBrackets([inquiryTitle ? inquiries[inquiryTitle] : undefined]),
    reason: reason && isRejectionReason(reason) ? rejectionTexts[reason][language] : undefined,
    until: until ? kstMinute(until) : undefined,
    prices: differentPrices(context),
  };
}

const nouns = {
  ko: {
    orders: { sell: '판매 주문', buy: '구매 주문' },
    trades: { sell: '판매', buy: '구매' },
    roles: { admin: '관리자', manager: '매니저' },
    inquiries: {
      'Edit Account Info': '내 정보 수정',
      'Sell Inquiry': '판매 문의',
      'Buy Inquiry': '구매 문의',
      'Other Inquiry': '기타 문의',
    },
  },
  en: {
    orders: { sell: 'sell order', buy: 'buy order' },
    trades: { sell: 'sale', buy: 'purchase' },
    roles: { admin: 'the admin', manager: 'the manager' },
    inquiries: {
      'Edit Account Info': 'Edit Account Info',
      'Sell Inquiry': 'Sell Inquiry',
      'Buy Inquiry': 'Buy Inquiry',
      'Other Inquiry': 'Other Inquiry',
    },
  },
} as const satisfies Record<Language, Nouns>;

function inBrackets(details: readonly (string | undefined)[]): string {
  const known = details.filter((detail) => detail !== undefined);
  return known.length === 0 ? '' : ` (${known.join(', ')})`;
}

/** Stated only if the match's price differs from the order's (docs/ledger.md). */
function differentPrices({ price, orderPrice }: NotificationContext): TextParts['prices'] {
  if (!price || !orderPrice || price === orderPrice) return undefined;
  return { order: grouped(orderPrice), match: grouped(price) };
}

/** `1400000.5` as `1,400,000.5`; works on text, since money is text. */
function grouped(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}
