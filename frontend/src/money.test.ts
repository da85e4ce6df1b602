import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as money from '@matgyo/contracts/money';
import { expect, it } from 'vitest';

/** Functions that read or compare amounts without computing one. */
const harmless = new Set([
  'compareMoney',
  'isPositive',
  'isZero',
  'maxKrw',
  'maxPrice',
  'maxUsdt',
  'parseKrw',
  'parsePrice',
  'parseRate',
  'parseUsdt',
  'zeroUsdt',
]);

/** Previews in forms, which the server computes again with the same contracts. */
const previews = new Set([
  'features/cases/staff/ruling-fields.tsx',
  'features/orders/staff/match/match-preview.tsx',
  'features/orders/place/price-notice.tsx',
  'features/orders/place/quote.ts',
  'features/orders/place/won-field.tsx',
  'features/price/price-hero.tsx',
]);

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'),
);

it('no screen computes money, except the previews of the order, match and ruling forms', () => {
  const computes = (file: string): boolean => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8');
    const ofMoney = [...text.matchAll(/import \{([^}]*)\} from '@matgyo\/contracts\/money'/g)]
      .flatMap(([, names = '']) => names.split(','))
      .map((name) => name.trim());
    return (
      ofMoney.some((name) => name in money && !harmless.has(name)) || /from '@matgyo\/ledger\/fees/.test(text)
    );
  };
  expect(sources.filter(computes).toSorted()).toEqual([...previews].toSorted());
});

it('decimals are computed only where they are formatted', () => {
  const decimals = sources.filter((file) =>
    /from 'decimal\.js'/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
  expect(decimals.filter((file) => !file.startsWith('format/'))).toEqual([]);
});
