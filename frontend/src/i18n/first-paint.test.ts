import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import en from './en/index.ts';
import ko from './ko/index.ts';

const page = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8');

it.each([ko, en])('the first paint of index.html has the texts of the client: $product.name', (texts) => {
  for (const text of [texts.product.name, texts.landing.lead, texts.price.oneUsdtIs])
    expect(page).toContain(`>${text}</span>`);
});
