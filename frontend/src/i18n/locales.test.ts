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

const code = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/i18n\/texts\//.test(file))
  .map((file) => readFileSync(join(sources, file), 'utf8'))
  .join('\n');

/** What the keys look like that the code puts together from the code of what they name: `role.${role}`. */
const composed = [...code.matchAll(/\bt\(\s*`([^`]+)`/g)].map(
  ([, key = '']) => new RegExp(`^${key.replaceAll('.', '\\.').replace(/\$\{[^}]+\}/g, '[^.]+')}$`),
);

describe('the texts of the interface', () => {
  it('with a count have one form in Korean and two in English', () => {
    const texts = { queue: { orders: ['주문 {{count}}건', '{{count}} order', '{{count}} orders'] } } as const;
    expect(textsIn('ko', texts)).toEqual({ queue: { orders_other: '주문 {{count}}건' } });
    expect(textsIn('en', texts)).toEqual({
      queue: { orders_one: '{{count}} order', orders_other: '{{count}} orders' },
    });
  });

  it('are all used', () => {
    const isUsed = (key: string) => code.includes(`'${key}'`) || composed.some((look) => look.test(key));
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
