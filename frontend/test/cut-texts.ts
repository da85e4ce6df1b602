import type { Page } from 'playwright-core';
import { allTexts } from './all-texts.ts';

const fixedTexts = [...allTexts.ko.values(), ...allTexts.en.values()];

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
