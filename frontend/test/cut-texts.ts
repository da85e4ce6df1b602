import type { Page } from 'playwright-core';
import enAccount from '../src/i18n/en/account.ts';
import enCases from '../src/i18n/en/cases.ts';
import en from '../src/i18n/en/index.ts';
import enSecurity from '../src/i18n/en/security.ts';
import enStaff from '../src/i18n/en/staff/index.ts';
import koAccount from '../src/i18n/ko/account.ts';
import koCases from '../src/i18n/ko/cases.ts';
import ko from '../src/i18n/ko/index.ts';
import koSecurity from '../src/i18n/ko/security.ts';
import koStaff from '../src/i18n/ko/staff/index.ts';

const textsIn = (tree: object): readonly string[] =>
  Object.values(tree).flatMap((value) => (typeof value === 'string' ? value : textsIn(value)));
const fixedTexts = [
  ...[en, enAccount, enCases, enSecurity, enStaff],
  ...[ko, koAccount, koCases, koSecurity, koStaff],
].flatMap(textsIn);

/**
 * The chosen options, placeholders and fixed texts that a page shows cut off. Nicknames and messages may be, because
 * they can be of any length.
 */
export const cutTextsIn = (page: Page): Promise<readonly string[]> =>
  page.evaluate((fixed) => {
    const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    const textOf = (field: HTMLInputElement | HTMLSelectElement): string => {
      if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.text ?? '';
      return field.value === '' ? field.placeholder : '';
    };
    const isWiderThan = (field: HTMLElement, text: string): boolean => {
      const { fontWeight, fontSize, fontFamily, letterSpacing, paddingLeft, paddingRight } =
        getComputedStyle(field);
      // `font` is empty where figures have the same width.
      Object.assign(canvas, { font: `${fontWeight} ${fontSize} ${fontFamily}`, letterSpacing });
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return canvas.measureText(text).width > room + 1;
    };
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')]
      .filter((field) => field.checkVisibility() && isWiderThan(field, textOf(field)))
      .map(textOf);
    const known = new Set(fixed);
    const texts = [...document.querySelectorAll<HTMLElement>('body *')]
      .filter(
        ({ scrollWidth, clientWidth, textContent }) => scrollWidth > clientWidth && known.has(textContent),
      )
      .filter((element) => getComputedStyle(element).textOverflow === 'ellipsis')
      .map(({ textContent }) => textContent);
    return [...fields, ...texts];
  }, fixedTexts);
