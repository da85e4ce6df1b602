import { describe, expect, it } from 'vitest';
import { afterEdit } from './group-won.ts';

describe('amount field after an edit', () => {
  it.each([
    // before the edit, after it, displayed
    ['', '1', '1'],
    ['100', '1000', '1,000'],
    ['1,000', '1,0000', '10,000'],
    ['10,000', '10,00', '1,000'],
    ['1,000,000', ',000,000', '000,000'],
    ['', '1234567', '1,234,567'],
    ['1,000', '', ''],
    ['1억', '50000', '50,000'],
    ['1,5', '15', '15'],
  ])('digits: %s becomes %s and shows %s', (before, after, shown) => {
    expect(afterEdit(before, after, false)).toBe(shown);
  });

  it.each([
    ['100', '100만'],
    ['100만', '1000만'],
    ['1,000', '1,000.'],
    ['1,000.7', '1,000.75'],
    ['1', '1e'],
    ['1e', '1e5'],
    // The comma may be a decimal separator.
    ['1', '1,'],
    ['1,', '1,5'],
    ['', '1,5'],
  ])('anything else stays as typed: %s, then %s', (before, after) => {
    expect(afterEdit(before, after, false)).toBe(after);
  });

  it('keeps the commas of pasted text', () => {
    expect(afterEdit('1,000', '1,5', true)).toBe('1,5');
    expect(afterEdit('', '1,000,000', true)).toBe('1,000,000');
    expect(afterEdit('1,000', '1000000', true)).toBe('1,000,000');
  });
});
