import { expect, test } from 'vitest';
import { auditActionText } from './audit-action-texts.ts';

test.each([
  ['rebuild', 'Replay started'],
  ['compare', 'Comparison started'],
  ['roll-back', 'Rollback started'],
])('a started replay of kind %s is called %s', (kind, text) => {
  expect(auditActionText({ action: 'replay-started', details: { kind } }, 'en')).toBe(text);
});

test('the kind of another action does not change its text', () => {
  expect(auditActionText({ action: 'replay-swapped', details: { kind: 'compare' } }, 'ko')).toBe(
    '새 값으로 교체',
  );
});
