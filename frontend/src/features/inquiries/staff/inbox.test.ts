import type { AdminInquiryView } from '@matgyo/contracts/endpoints/inquiries';
import { expect, it } from 'vitest';
import { passes } from './inbox.ts';

const inquiry = {
  title: 'Sell Inquiry',
  status: 'pending',
  description: '판매 대금은 언제 들어오나요?',
  comment: null,
  userId: { _id: 'a', username: '서진', nickname: 'Seojin0907' },
} as unknown as AdminInquiryView;
const any = { title: undefined, status: 'open', search: '' } as const;

it.each([
  [any, true],
  [{ ...any, title: 'Sell Inquiry' }, true],
  [{ ...any, title: 'Buy Inquiry' }, false],
  [{ ...any, status: 'pending' }, true],
  [{ ...any, status: 'active' }, false],
  [{ ...any, search: 'seojin' }, true],
  [{ ...any, search: '대금' }, true],
  [{ ...any, search: '서진' }, true],
  [{ ...any, search: 'dabin' }, false],
] as const)('an inquiry passes %j: %s', (filters, result) => {
  expect(passes(inquiry, filters)).toBe(result);
});
