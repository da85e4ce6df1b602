import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditActionTexts } from '@matgyo/contracts/audit-action-texts';
import { errorCodes, errorTextOf } from '@matgyo/contracts/errors/index';
import { notificationText } from '@matgyo/contracts/notification-texts';
import { notificationCodes } from '@matgyo/contracts/notifications';
import { rejectionReasons, rejectionTexts } from '@matgyo/contracts/rejection-reasons';
import { reversalReasons, reversalTexts } from '@matgyo/contracts/reversals';
import { describe, expect, it } from 'vitest';
import { allTexts } from '../../test/all-texts.ts';
import type { Language } from './language.ts';

const glossary = readFileSync(join(import.meta.dirname, '../../../docs/glossary.md'), 'utf8');

/** The words in the last column of the glossary's tables. */
const forbidden = glossary
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .flatMap((line) => [...(line.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)])
  .map(([, word]) => word ?? '');

const server = join(import.meta.dirname, '../../../backend/src');
const serverCode = globSync('**/!(*.test|*.fixture).ts', { cwd: server })
  .map((file) => readFileSync(join(server, file), 'utf8'))
  .join('\n');
/** The texts in the server's own code, such as the headings of its CSV files. */
const serverTextsIn = (language: Language): readonly string[] =>
  [...serverCode.matchAll(new RegExp(`\\b${language}: '([^'\n]+)'`, 'g'))].map(([, text]) => text ?? '');

const textsIn = (language: Language): readonly string[] => [
  ...allTexts[language].values(),
  ...errorCodes.map((code) => errorTextOf(code)[language]),
  ...rejectionReasons.map((reason) => rejectionTexts[reason][language]),
  ...reversalReasons.map((reason) => reversalTexts[reason][language]),
  ...Object.values(auditActionTexts).map((text) => text[language]),
  ...notificationCodes.map((code) => notificationText({ code }, language)),
  ...serverTextsIn(language),
];

const isKorean = (word: string): boolean => /[가-힣]/.test(word);

describe('the words that the glossary excludes', () => {
  it('are listed, for both languages', () => {
    expect(forbidden).toContain('사기');
    expect(forbidden).toContain('Leave it');
    expect(serverTextsIn('ko')).toContain('처리자');
  });

  it.each(forbidden)('%j is in no text', (word) => {
    const texts = textsIn(isKorean(word) ? 'ko' : 'en');
    const standing = new RegExp(isKorean(word) ? word : `\\b${word}\\b`);
    expect(texts.filter((text) => standing.test(text))).toEqual([]);
  });
});
