import { expect, test } from 'vitest';
import { fullNameField, phoneField } from './endpoints/member-fields.ts';
import { plainName, withoutUnseen } from './unseen-characters.ts';

test.each([
  ['a turned line', '송금\u202e00321\u202c', '송금00321'],
  ['isolates and marks', '\u2066a\u2069\u200eb\u061c', 'ab'],
  ['fillers and blanks', 'a\u3164b\uffa0c\u115f\u1160d\u2800\u034f', 'abcd'],
  ['zero width', 'se\u200bo\u2060jin\ufeff\u00ad', 'seojin'],
  [
    'control characters, except line breaks and tabs',
    'a\u0007\u001b[31m\u0085\r\nb\tc\u0000',
    'a[31m\r\nb\tc',
  ],
  ['annotations and old format marks', 'a\ufff9b\ufffb\u206e\u{1d173}', 'ab'],
])('a sentence goes without %s', (_, typed, kept) => {
  expect(withoutUnseen(typed)).toBe(kept);
});

test('keeps the joiners of emoji in texts, but not in names', () => {
  expect(withoutUnseen('👩\u200d💻')).toBe('👩\u200d💻');
  expect(plainName('홍\u200d길\u200c동')).toBe('홍길동');
  expect(withoutUnseen('🏴\u{e0067}\u{e007f}')).toBe('🏴\u{e0067}\u{e007f}');
  expect(plainName('길\u{e0067}동')).toBe('길동');
});

test('keeps four marks on a letter, and none of those piled on them', () => {
  const word = `농\u0301\u0489\u0336\u0e47`;
  expect(withoutUnseen(`${word}${'\u20dd\u0301'.repeat(50)}협`)).toBe(`${word}협`);
  expect(plainName(`${word}\u200b\u20dd`)).toBe(word);
  for (const written of ['ệ'.normalize('NFD'), 'กี่', '☎\ufe0f', '1\ufe0f\u20e3', 'שָׁ'])
    expect(withoutUnseen(written)).toBe(written);
});

test('replaces half of a surrogate pair, which cannot be stored, in texts and names', () => {
  expect(withoutUnseen('a\ud800b\udc00 끝')).toBe('a\ufffdb\ufffd 끝');
  expect(withoutUnseen('🏴 끝')).toBe('🏴 끝');
  expect(plainName('a\ud800b')).toBe('a\ufffdb');
});

test('removes variation selectors, line breaks and other invisible characters from names', () => {
  expect(plainName('hyun\u0007\ufe0f\u{e0100}\u180b\u17b4\u{1bca0}\nwoo\u206e')).toBe('hyunwoo');
  expect(withoutUnseen('☎\ufe0f')).toBe('☎\ufe0f');
});

test('removes them before a field is validated', () => {
  expect(fullNameField.parse('\u202e홍길동\u200b ')).toBe('홍길동');
  expect(fullNameField.safeParse('\u200b\u202e').error?.issues[0]?.message).toBe('FULL_NAME_REQUIRED');
  expect(fullNameField.safeParse('\u3164').error?.issues[0]?.message).toBe('FULL_NAME_REQUIRED');
  // As copied from an address book.
  expect(phoneField.parse('\u202d010-1234-5678\u202c')).toBe('01012345678');
});
