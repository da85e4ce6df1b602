import i18next, { type TFunction } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import general from '../i18n/texts/index.ts';
import { textsIn } from '../i18n/texts-in.ts';
import { durationText, secondsSince } from './duration.ts';

const texts = i18next.createInstance();
beforeAll(() =>
  texts.init({
    resources: { ko: { translation: textsIn('ko', general) }, en: { translation: textsIn('en', general) } },
    lng: 'ko',
    fallbackLng: false,
  }),
);
const durationIn = (seconds: number): readonly string[] =>
  ['ko', 'en'].map((language) => durationText(seconds, texts.getFixedT(language) as TFunction));

describe('elapsed time', () => {
  it('is never negative, whatever the device’s clock says', () => {
    expect(secondsSince('2026-11-20T00:00:00.000Z', Date.parse('2026-11-19T23:00:00.000Z'))).toBe(0);
    expect(secondsSince('2026-11-20T00:00:00.000Z', Date.parse('2026-11-20T01:00:00.000Z'))).toBe(3_600);
  });
});

describe('a length of time', () => {
  it.each([
    [0, '0초', '0 s'],
    [-5, '0초', '0 s'],
    [59.9, '59초', '59 s'],
    [60, '1분', '1 min'],
    [3_599, '59분', '59 min'],
    [7_680, '2시간 8분', '2 h 8 min'],
    [7_200, '2시간', '2 h'],
    [84_840, '23시간 34분', '23 h 34 min'],
    [90_000, '1일 1시간', '1 d 1 h'],
    [86_460, '1일', '1 d'],
  ])('of %s seconds is said as people say it', (seconds, korean, english) => {
    expect(durationIn(seconds)).toEqual([korean, english]);
  });
});
