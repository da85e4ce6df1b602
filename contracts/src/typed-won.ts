import { addKrw, type Krw, krwMax, parseKrw } from './money.ts';

/**
 * What a person typed as an amount of won: whole won, or why it is none. A figure is never changed to make it one:
 * what is not plainly an amount is refused, so that 1,000.75 never becomes an order of 100,075.
 */
export type TypedWon =
  | { readonly kind: 'empty' }
  | { readonly kind: 'won'; readonly krw: Krw }
  | { readonly kind: 'refused'; readonly why: WonFault };
export type WonFault = 'unreadable' | 'notWhole' | 'tooLarge';

/** The Korean units of ten thousand, and the zeros each stands for; largest first. */
const units = [
  { name: '조', zeros: 12 },
  { name: '억', zeros: 8 },
  { name: '만', zeros: 4 },
  { name: '', zeros: 0 },
] as const;

/** Longer than any amount that is taken, written in any way. */
const textLengthMax = 60;

const refused = (why: WonFault): TypedWon => ({ kind: 'refused', why });

const figure = String.raw`(\d[\d,]*(?:\.\d+)?)`;
const amountText = new RegExp(`^${units.map(({ name }) => `(?:${figure}\\s*${name}\\s*)?`).join('')}$`);

/**
 * `text` without the separators of thousands, which are commas or spaces, and with full-width digits as plain ones;
 * undefined when a comma stands where none separates thousands.
 */
export function ungrouped(text: string): string | undefined {
  const plain = text.normalize('NFKC').trim();
  if (/^\d{1,3}(?:(?:,\d{3})+|(?: \d{3})+)(?:\.\d+)?$/.test(plain)) return plain.replace(/[, ]/g, '');
  return plain.includes(',') ? undefined : plain;
}

/** `2천만` and `5백만` with their thousands and hundreds in digits. Only one of them before a unit: the rest is refused. */
const withDigits = (text: string): string =>
  text.replace(
    /(?<![\d.,])(\d)\s*([천백])(?=\s*(?:[조억만]|$))/g,
    (_, digit: string, unit: string) => `${digit}${unit === '천' ? '000' : '00'}`,
  );

/** Reads `1,000,000`, `1 000 000`, `100만`, `1억 2,000만`, `1억 2천만`, `1.5만`, with or without ₩ or 원. */
export function readTypedWon(text: string): TypedWon {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/^(?:₩|KRW)\s*/i, '')
    .replace(/\s*원$/, '');
  if (plain === '') return text.trim() === '' ? { kind: 'empty' } : refused('unreadable');
  const amount = withDigits(ungrouped(plain) ?? plain);
  const figures = plain.length > textLengthMax ? undefined : amountText.exec(amount)?.slice(1);
  if (figures === undefined) return refused('unreadable');
  const written = units.flatMap(({ zeros }, place) => {
    const digits = figures[place];
    return digits === undefined ? [] : [{ digits, zeros }];
  });
  const parts: Krw[] = [];
  for (const [index, { digits, zeros }] of written.entries()) {
    const part = partOf(digits, zeros);
    if (typeof part !== 'string') return part;
    // 1만 23456 and 1.5만 300 are slips of the hand more often than amounts.
    if (index < written.length - 1 && digits.includes('.')) return refused('unreadable');
    if (index > 0 && part.length > zeros + 4) return refused('unreadable');
    parts.push(part);
  }
  const sum = parseKrw(addKrw(...parts));
  return sum === undefined ? refused('tooLarge') : { kind: 'won', krw: sum };
}

/** One figure times its unit, by moving the decimal point. */
function partOf(written: string, zeros: number): Krw | TypedWon {
  const digits = ungrouped(written);
  if (digits === undefined) return refused('unreadable');
  const [whole = '', decimals = ''] = digits.split('.');
  if (/[1-9]/.test(decimals.slice(zeros))) return refused('notWhole');
  const won = `${whole}${decimals.slice(0, zeros).padEnd(zeros, '0')}`.replace(/^0+(?=\d)/, '');
  return won.length > krwMax.length ? refused('tooLarge') : (won as Krw);
}
