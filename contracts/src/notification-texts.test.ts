import { describe, expect, test } from 'vitest';
import { languages } from './errors/index.ts';
import type { Price, Usdt } from './money.ts';
import { type NotificationContext, notificationText } from './notification-texts.ts';
import { notificationCodes } from './notifications.ts';

const inBoth = (context: NotificationContext) =>
  languages.map((language) => notificationText(context, language));

test.each(notificationCodes)('%s has a Korean and an English text', (code) => {
  const [ko = '', en = ''] = inBoth({ code, side: 'sell' });
  expect(ko).toMatch(/[가-힣]/);
  expect(ko).not.toMatch(/undefined|null/);
  expect(en).toMatch(/^[A-Z][^가-힣]+$/);
  expect(en).not.toMatch(/undefined|null/);
  const others = notificationCodes.filter((other) => other !== code);
  for (const other of others) expect(inBoth({ code: other, side: 'sell' })).not.toContain(ko);
});

test('names the member, the order and the amount as far as they are known', () => {
  const order = { side: 'sell', orderCode: 'Sell1714-9f3a21bc', amount: '1714.2857' as Usdt } as const;
  expect(inBoth({ code: 'ORDER_PLACED', ...order, nickname: 'mina7' })).toEqual([
    'mina7 님이 판매 주문을 넣었어요 (Sell1714-9f3a21bc, 1,714.2857 USDT)',
    'mina7 placed a sell order (Sell1714-9f3a21bc, 1,714.2857 USDT)',
  ]);
  expect(inBoth({ code: 'MATCH_COMPLETED', side: 'buy', orderCode: 'Buy50-9f3a21bc' })).toEqual([
    '구매가 완료됐어요 (Buy50-9f3a21bc)',
    'Your purchase is complete (Buy50-9f3a21bc)',
  ]);
  expect(inBoth({ code: 'INQUIRY_ANSWERED', inquiryTitle: 'Sell Inquiry' })).toEqual([
    '문의에 답변이 달렸어요 (판매 문의)',
    'Your inquiry was answered (Sell Inquiry)',
  ]);
});

test('addresses no admin as the member whose bank account or wallet it is, also without a name', () => {
  const rejected = { code: 'PAYOUT_REJECTED', isForAdmin: true } as const;
  expect(inBoth({ ...rejected, nickname: 'mina7' })[0]).toBe('mina7 님이 계좌 또는 지갑 변경을 거절했어요');
  expect(inBoth(rejected)).toEqual([
    '회원이 계좌 또는 지갑 변경을 거절했어요',
    'A member rejected a change of bank account or wallet',
  ]);
  expect(inBoth({ code: 'PAYOUT_REJECTED' })[0]).toBe(
    '계좌 또는 지갑 변경이 취소됐어요. 이전 정보가 계속 사용돼요',
  );
});

test('states the reason of a rejection, if it is known', () => {
  const rejected = { code: 'ORDER_REJECTED', side: 'buy', orderCode: 'Buy50-9f3a21bc' } as const;
  expect(inBoth({ ...rejected, reason: 'REJECTED_AS_DUPLICATE' })).toEqual([
    '구매 주문이 거절됐어요 (Buy50-9f3a21bc). 사유: 같은 주문이 이미 있어요',
    'Your buy order was rejected (Buy50-9f3a21bc). Reason: The same order already exists',
  ]);
  expect(inBoth({ ...rejected, reason: 'NO_SUCH_REASON' })).toEqual(inBoth(rejected));
});

test('states until when a proposed price can be answered, if it is known', () => {
  const asked = { code: 'CONSENT_ASKED', side: 'buy', until: '2026-11-29T15:05:59.000Z' } as const;
  expect(inBoth(asked)).toEqual([
    '구매 주문에 다른 가격으로 매칭이 제안됐어요. 2026-11-30 00:05까지 동의하거나 거절해 주세요',
    'A match at another price was proposed for your buy order. Please accept or decline by 2026-11-30 00:05 (KST)',
  ]);
});

test('informs the recipient that something was sent, and the sender that an admin marked it', () => {
  expect(inBoth({ code: 'PAYMENT_SENT', side: 'sell' })[0]).toBe(
    '구매자가 원화를 보냈어요. 계좌를 확인해 주세요',
  );
  expect(inBoth({ code: 'PAYMENT_SENT', side: 'buy' })[0]).toBe('원화를 보냈다고 표시됐어요');
  expect(inBoth({ code: 'TETHER_SENT', side: 'buy' })[0]).toBe(
    '판매자가 USDT를 보냈어요. 지갑을 확인해 주세요',
  );
});

test('states after a step what each side does or waits for next', () => {
  expect(inBoth({ code: 'ORDER_MATCHED', side: 'sell' })[0]).toBe(
    '판매 주문이 매칭됐어요. 구매자가 원화를 보내면 알려 드려요',
  );
  // Members are not notified of their own marks: an admin made this one, and the seller may not have the won.
  expect(inBoth({ code: 'PAYMENT_RECEIVED', side: 'sell' })).toEqual([
    '관리자가 원화 입금을 대신 확인했어요. 내 계좌에 입금됐는지 확인한 뒤 구매자에게 USDT를 보내 주세요',
    'An admin marked the won payment as received. Check your account before you send the USDT to the buyer',
  ]);
  expect(inBoth({ code: 'PAYMENT_RECEIVED', side: 'buy' })[0]).toBe(
    '원화 입금이 확인됐어요. 판매자가 USDT를 보내면 알려 드려요',
  );
});

describe('the price of a match', () => {
  const matched = { code: 'ORDER_MATCHED', side: 'buy', orderPrice: '1410' as Price } as const;
  test('is stated for an order with another price', () => {
    expect(inBoth({ ...matched, price: '1400.5' as Price })).toEqual([
      '구매 주문이 매칭됐어요. 주문 가격은 1,410원, 매칭 가격은 1,400.5원이에요. 제한 시간 안에 원화를 보내 주세요',
      'Your buy order was matched. Your price was 1,410 won, the match is at 1,400.5 won. Please send the won in time',
    ]);
  });
  test("is omitted when it equals the order's price", () => {
    expect(inBoth({ ...matched, price: '1410' as Price })).toEqual([
      '구매 주문이 매칭됐어요. 제한 시간 안에 원화를 보내 주세요',
      'Your buy order was matched. Please send the won in time',
    ]);
  });
});
