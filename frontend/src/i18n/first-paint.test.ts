import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import texts from './texts/index.ts';

const page = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8');

it('the first paint of index.html has the texts of the client in both languages', () => {
  for (const text of [texts.product.name, texts.landing.lead, texts.price.oneUsdtIs].flat())
    expect(page).toContain(`>${text}</span>`);
});
