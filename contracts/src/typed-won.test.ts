import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { krwMax } from './money.ts';
import { readTypedWon, ungrouped } from './typed-won.ts';

const won = (krw: string) => ({ kind: 'won', krw });
const refused = (why: string) => ({ kind: 'refused', why });

describe('an amount of won as typed', () => {
  it.each([
    ['1000', '1000'],
    ['1,000,000', '1000000'],
    ['0', '0'],
    ['007', '7'],
    ['100만', '1000000'],
    ['1,200만', '12000000'],
    ['1.5만', '15000'],
    ['0.5억', '50000000'],
    ['1억 2,000만 345원', '120000345'],
    ['1억2000만', '120000000'],
    ['1조', krwMax],
    ['₩1,000', '1000'],
    ['KRW 1,000', '1000'],
    ['1,000 원', '1000'],
    ['１００만', '1000000'],
    ['  1,000 ', '1000'],
    ['1 000 000', '1000000'],
    ['1\u202f000\u00a0000', '1000000'],
    ['2천만', '20000000'],
    ['1억 2천만원', '120000000'],
    ['5백만', '5000000'],
    ['3만 5천원', '35000'],
    // A fraction of zero can be dropped.
    ['1000.00', '1000'],
  ])('%s is %s won', (text, krw) => {
    expect(readTypedWon(text)).toEqual(won(krw));
  });

  it.each([
    '1e5',
    '-5',
    '+5',
    '1,5',
    '1,0000',
    '10,00',
    ',100',
    '1,000,',
    '1.000.000',
    '12.',
    '.5',
    '백만',
    '100만만',
    '1만 2억',
    '1만 23456',
    '1 0000',
    '10 00',
    '1만 2 000',
    '1천 5백만',
    '5백 100',
    '12천',
    '1.5천만',
    '1.5만 300',
    '원',
    '₩',
    '10만원짜리',
    '0x10',
    '१००',
    'Infinity',
    '9'.repeat(61),
  ])('%s is refused', (text) => {
    expect(readTypedWon(text)).toEqual(refused('unreadable'));
  });

  it('less than a whole won is refused, not rounded', () => {
    for (const text of ['1,000.75', '12.5', '0.00001만', '1.23456만'])
      expect(readTypedWon(text)).toEqual(refused('notWhole'));
  });

  it('more than the maximum of an order is refused, not truncated', () => {
    for (const text of ['1000000000001', '12345678901234', '1조 1', '10000억 1', '9'.repeat(40)])
      expect(readTypedWon(text)).toEqual(refused('tooLarge'));
  });

  it('an empty text is no amount', () => {
    for (const text of ['', '  ']) expect(readTypedWon(text)).toEqual({ kind: 'empty' });
  });

  it('every amount reads the same plain, grouped and in Korean units', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, BigInt(krwMax)), (amount) => {
        const plain = String(amount);
        expect(readTypedWon(plain)).toEqual(won(plain));
        expect(readTypedWon(amount.toLocaleString('en-US'))).toEqual(won(plain));
        const [eok, man, rest] = [amount / 100_000_000n, (amount / 10_000n) % 10_000n, amount % 10_000n];
        const inUnits = `${eok > 0n ? `${eok}억 ` : ''}${man > 0n ? `${man}만 ` : ''}${rest}원`;
        expect(readTypedWon(inUnits)).toEqual(won(plain));
      }),
    );
  });

  it('any text is read as an amount of exactly its digits, or refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789,. 만억천원e-') }), (text) => {
        const read = readTypedWon(text);
        if (read.kind !== 'won' || /[만억천]/.test(text)) return;
        expect(read.krw).toBe(
          text
            .replace(/\.0*/, '')
            .replace(/\D/g, '')
            .replace(/^0+(?=\d)/, ''),
        );
      }),
    );
  });

  it('separators count only where they separate thousands', () => {
    expect(ungrouped('1,412.5')).toBe('1412.5');
    expect(ungrouped('1412')).toBe('1412');
    expect(ungrouped('１，４１２．５')).toBe('1412.5');
    expect(ungrouped('1 412.5')).toBe('1412.5');
    expect(ungrouped('14 12')).toBe('14 12');
    expect(ungrouped('1,5')).toBeUndefined();
    expect(ungrouped('1412,000.5')).toBeUndefined();
  });
});
