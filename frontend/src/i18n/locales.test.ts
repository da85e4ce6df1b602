import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allTexts } from '../../test/all-texts.ts';
import { textsIn } from './texts-in.ts';

const sources = join(import.meta.dirname, '..');

/** The key used in the code: that of a text with plural forms, without the form (`joined_one`). */
const keyOf = (key: string): string => key.replace(/_(one|other)$/, '');
const { ko: korean, en: english } = allTexts;
const keys = [...new Set([...korean.keys()].map(keyOf))];

const placeholders = (text: string): readonly string[] => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted();

const codeIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/i18n\/texts\//.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
const code = codeIn(sources);

/** What the keys look like that the code puts together from the code of what they name: `role.${role}`. */
const composed = [...code.matchAll(/\bt\(\s*`([^`]+)`/g)].map(
  ([, key = '']) => new RegExp(`^${key.replaceAll('.', '\\.').replace(/\$\{[^}]+\}/g, '([^.]+)')}$`),
);
/** The strings and the names of fields in the code, also of what the server names. */
const named = new Set(
  [code, ...['contracts', 'backend'].map((workspace) => codeIn(join(sources, '../..', workspace, 'src')))]
    .flatMap((part) => [...part.matchAll(/'([^'\n]+)'|\b(\w+)\??:/g)])
    .map(([, string, field]) => string ?? field),
);
/** `queue.${action}` uses the texts of actions, and no others of that group. */
const isComposed = (key: string): boolean =>
  composed.some((look) =>
    look
      .exec(key)
      ?.slice(1)
      .every((part) => named.has(part)),
  );

describe('the texts of the interface', () => {
  it('with a count have one form in Korean and two in English', () => {
    const texts = { queue: { orders: ['주문 {{count}}건', '{{count}} order', '{{count}} orders'] } } as const;
    expect(textsIn('ko', texts)).toEqual({ queue: { orders_other: '주문 {{count}}건' } });
    expect(textsIn('en', texts)).toEqual({
      queue: { orders_one: '{{count}} order', orders_other: '{{count}} orders' },
    });
  });

  it('by side are one for each, also with a count', () => {
    const texts = {
      done: ['{판매|구매}했어요: {{code}}', '{Sold|Bought}: {{code}}'],
      open: ['{판매|구매} {{count}}건', '{{count}} {sale|purchase}', '{{count}} {sales|purchases}'],
    } as const;
    expect(textsIn('ko', texts)).toEqual({
      done: { sell: '판매했어요: {{code}}', buy: '구매했어요: {{code}}' },
      open: { sell_other: '판매 {{count}}건', buy_other: '구매 {{count}}건' },
    });
    expect(textsIn('en', { open: texts.open })).toEqual({
      open: {
        sell_one: '{{count}} sale',
        sell_other: '{{count}} sales',
        buy_one: '{{count}} purchase',
        buy_other: '{{count}} purchases',
      },
    });
  });

  it('are all used', () => {
    const isUsed = (key: string) => code.includes(`'${key}'`) || isComposed(key);
    expect(keys.filter((key) => !isUsed(key))).toEqual([]);
  });

  it('exist for every key used in the code', () => {
    const there = new Set(keys);
    const wanted = [...code.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key ?? '');
    expect(wanted).not.toEqual([]);
    expect(wanted.filter((key) => !there.has(key))).toEqual([]);
  });

  it('have the same placeholders in both languages', () => {
    for (const [key, text] of korean)
      expect(placeholders(english.get(key) ?? ''), key).toEqual(placeholders(text));
  });

  it('in Korean have the same level of politeness', () => {
    const formal = [...korean].filter(([, text]) => /(습니다|합니다|하십시오|입니다)/.test(text));
    expect(formal).toEqual([]);
  });
});
