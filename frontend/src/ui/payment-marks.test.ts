import { expect, it } from 'vitest';
import { marksOf } from './payment-marks.ts';

const entry = (type: string, minute: number, actorNickname: string | null = 'dabin88') => ({
  type,
  at: `2026-11-20T09:0${minute}:00.000Z`,
  actorNickname,
});
const mark = (step: 'payment-sent' | 'payment-received', minute: number, byAdmin = false) => ({
  step,
  at: `2026-11-20T09:0${minute}:00.000Z`,
  byAdmin,
  signature: null,
  transfer: null,
});

it('names who marked or undid each step, and the missing ones', () => {
  const trail = [
    entry('TradeMatched', 0, 'RootAdmin'),
    entry('PaymentSent', 1),
    entry('StepTakenBack', 2),
    entry('PaymentSent', 3),
    entry('WindowExtended', 4, 'RootAdmin'),
    entry('PaymentReceived', 5, 'RootAdmin'),
    entry('StepTakenBack', 6, 'RootAdmin'),
  ];
  const marks = marksOf([mark('payment-sent', 3)], trail);
  expect(marks.map(({ step, state, by }) => [step, state, by])).toEqual([
    ['payment-sent', 'marked', 'dabin88'],
    ['payment-received', 'undone', 'RootAdmin'],
    ['tether-sent', 'missing', undefined],
    ['tether-received', 'missing', undefined],
  ]);
  expect(marks.map(({ at }) => at?.slice(11, 16))).toEqual(['09:03', '09:06', undefined, undefined]);
});

it('shows marks before the trail is loaded, and those by admins', () => {
  const [sent, received] = marksOf([mark('payment-sent', 1), mark('payment-received', 2, true)], []);
  expect(sent).toMatchObject({ state: 'marked', by: undefined, byAdmin: false });
  expect(received).toMatchObject({ state: 'marked', by: undefined, byAdmin: true });
});
