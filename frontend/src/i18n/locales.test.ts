import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import enAccount from './en/account.ts';
import enCases from './en/cases.ts';
import en from './en/index.ts';
import enSecurity from './en/security.ts';
import enStaff from './en/staff/index.ts';
import koAccount from './ko/account.ts';
import koCases from './ko/cases.ts';
import ko from './ko/index.ts';
import koSecurity from './ko/security.ts';
import koStaff from './ko/staff/index.ts';

const sources = join(import.meta.dirname, '..');

function texts(tree: object, path = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[`${path}${key}`, value]] : [...texts(value, `${path}${key}.`)],
    ),
  );
}

/** The key used in the code: that of a text with plural forms, without the form (`joined_one`). */
const keyOf = (key: string): string => key.replace(/_(one|other)$/, '');
const keys = (language: ReadonlyMap<string, string>): readonly string[] =>
  [...new Set([...language.keys()].map(keyOf))].toSorted();
/** The plural forms of a key; none if it has one text for all numbers. */
const forms = (language: ReadonlyMap<string, string>, key: string): readonly string[] =>
  ['one', 'other'].filter((form) => language.has(`${key}_${form}`));

const placeholders = (text: string): readonly string[] => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted();

const code = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/i18n\/(ko|en)\//.test(file))
  .map((file) => readFileSync(join(sources, file), 'utf8'))
  .join('\n');

/** What the keys look like that the code puts together from the code of what they name: `role.${role}`. */
const composed = [...code.matchAll(/\bt\(\s*`([^`]+)`/g)].map(
  ([, key = '']) => new RegExp(`^${key.replaceAll('.', '\\.').replace(/\$\{[^}]+\}/g, '[^.]+')}$`),
);

/** A group of texts may be divided among the parts. */
const together = (...parts: readonly object[]) => new Map(parts.flatMap((part) => [...texts(part)]));
const korean = together(ko, koStaff, koSecurity, koCases, koAccount);
const english = together(en, enStaff, enSecurity, enCases, enAccount);

describe('the texts of the interface', () => {
  it('have the same keys in both languages', () => {
    expect(keys(english)).toEqual(keys(korean));
  });

  it('with a count have one form in Korean and two in English', () => {
    const counting = keys(korean).filter(
      (key) => forms(korean, key).length > 0 || forms(english, key).length > 0,
    );
    expect(counting).not.toEqual([]);
    for (const key of counting) {
      expect([key, forms(korean, key)]).toEqual([key, ['other']]);
      expect([key, forms(english, key)]).toEqual([key, ['one', 'other']]);
    }
  });

  it('are all used', () => {
    const isUsed = (key: string) => code.includes(`'${key}'`) || composed.some((look) => look.test(key));
    expect(keys(korean).filter((key) => !isUsed(key))).toEqual([]);
  });

  it('exist for every key used in the code', () => {
    const there = new Set(keys(korean));
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
