import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillMarket, type Market } from './market.ts';
import { type Screen, screens, type Who } from './screens.ts';
import { startWorld, type World } from './world.ts';

interface Variant {
  readonly language: 'ko' | 'en';
  readonly theme: 'light' | 'dark';
  readonly width: 375 | 768 | 1280;
}

const variants: readonly Variant[] = (['ko', 'en'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    ([375, 768, 1280] as const).map((width) => ({ language, theme, width })),
  ),
);
const [usual, ...others] = variants;

/** Every variant with TEST_ALL; else the usual one and one other, a different one for each screen. */
const variantsFor = (index: number): readonly Variant[] =>
  process.env['TEST_ALL'] === '1'
    ? variants
    : [usual, others[(index * 5) % others.length]].filter((variant) => variant !== undefined);

const nameOf = ({ language, theme, width }: Variant) => `${language} ${theme} ${width}`;

let world: World;
let market: Market;
let axeSource: string;
const tabs = new Map<string, { context: BrowserContext; page: Page; faults: readonly string[] }>();

beforeAll(async () => {
  world = await startWorld();
  market = await fillMarket(world);
  axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
});
afterAll(() => world?.close());

/** One tab for each person in each variant: opening a browser context for every screen would double the time. */
async function tabOf(who: Who, variant: Variant) {
  const key = `${who} ${nameOf(variant)}`;
  const known = tabs.get(key);
  if (known !== undefined) return known;
  const opened = await world.open({ ...variant, ...(who !== 'visitor' && { as: market[who] }) });
  tabs.set(key, opened);
  return opened;
}

async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axeSource);
  const results = await page.evaluate(
    () =>
      (window as unknown as { axe: typeof axe }).axe.run({
        resultTypes: ['violations'],
      }) as Promise<axe.AxeResults>,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
  );
}

async function show(screen: Screen, variant: Variant): Promise<Page> {
  const { page } = await tabOf(screen.who, variant);
  await page.goto(typeof screen.path === 'string' ? screen.path : screen.path(market));
  await page.locator(screen.ready).first().waitFor();
  await screen.act?.(page);
  await page.evaluate(() => document.fonts.ready);
  return page;
}

describe.each(screens.map((screen, index) => ({ screen, index })))(
  '$screen.name',
  { timeout: 60_000 },
  ({ screen, index }) => {
    it.each(variantsFor(index).map((variant) => ({ variant, title: nameOf(variant) })))(
      'has nothing that keeps somebody out, and fits ($title)',
      async ({ variant }) => {
        const page = await show(screen, variant);
        expect(await page.title()).toMatch(/ · (맞교환|Matgyo)$/);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        ).toBeLessThanOrEqual(0);
        expect(await violationsOf(page)).toEqual([]);
      },
    );
  },
);

it('no screen broke a rule of the page or threw an error', () => {
  expect([...tabs.values()].flatMap(({ faults }) => faults)).toEqual([]);
});
