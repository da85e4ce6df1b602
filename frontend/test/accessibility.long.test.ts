import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { testAll } from '../../test/test-all.ts';
import { cutTextsIn } from './cut-texts.ts';
import { fillMarket } from './market.ts';
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

/** Pages with other data, checked with TEST_ALL only. */
const otherData = /, (none|no such|nothing|empty|off|opened|as it was|inactive|not active)|not there/;
const checkedScreens = screens.filter(({ name }) => testAll || !otherData.test(name));

/** Without TEST_ALL, one variant for each screen, in rotation, so that all occur. */
const variantsFor = (index: number): readonly Variant[] =>
  testAll ? variants : variants.slice((index * 5) % variants.length).slice(0, 1);

/** A screen is opened once in each language; theme and width change while it is open, as they do for users. */
const visitsOf = (screen: Screen, index: number) =>
  [...Map.groupBy(variantsFor(index), ({ language }) => language)].map(([language, looks]) => ({
    screen,
    language,
    looks,
    reader: `${screen.who} ${language}`,
    title: `${screen.name} (${language} ${looks.map(({ theme, width }) => `${theme} ${width}`).join(', ')})`,
  }));

/** The only open tab; it belongs to one person. */
let tab:
  | ({ readonly who: Who; language: Variant['language'] } & Awaited<ReturnType<World['open']>>)
  | undefined;
const faults: (readonly string[])[] = [];

const world = await startWorld({ ownServer: true });
const market = await fillMarket(world);
const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
afterAll(() => world.close());

/** A new browser context for every screen would double the time, and other open tabs would use the processor. */
async function tabOf(who: Who, language: Variant['language']): Promise<Page> {
  if (tab?.who !== who) {
    await closeTab();
    const as = who === 'visitor' ? {} : { as: market[who] };
    tab = { who, language, ...(await world.open({ language, width: 375, named: true, ...as })) };
    faults.push(tab.faults);
  }
  if (tab.language !== language) await switchLanguage(tab.page, who, language);
  tab.language = language;
  return tab.page;
}

/** On a wide window the language switch is in the shell. */
async function switchLanguage(page: Page, who: Who, language: Variant['language']): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await goTo(page, who, missingPage(who));
  const button = `fieldset button[lang=${language}]`;
  await page.locator(`${button}:visible`).first().click();
  // `lang` is set before the page is drawn in the new language, `aria-pressed` after.
  await page.locator(`${button}[aria-pressed=true]:visible`).first().waitFor();
}

async function closeTab(): Promise<void> {
  await tab?.context.close();
  tab = undefined;
}

async function look(page: Page, { theme, width }: Variant): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize({ width, height: width < 769 ? 812 : 900 });
}

/** Colours in transition from one theme to the other would fail the contrast check. */
async function waitUntilStable(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await drawn();
    await drawn();
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
      .map(({ finished }) => finished.catch(() => undefined));
    await Promise.race([Promise.all(ending), new Promise((resolve) => setTimeout(resolve, 2_000))]);
  });
}

/** Waits for a title and a width that may still change; the test reports what never comes. */
const waitUntilFits = (page: Page): Promise<unknown> =>
  page
    .waitForFunction(
      () =>
        / · (맞교환|Matgyo)$/.test(document.title) &&
        document.documentElement.scrollWidth <= window.innerWidth,
    )
    .catch(() => undefined);

/** Pages that do not exist, each in the shell of most of a person's screens: another shell takes longer to load. */
const missingPage = (who: Who): string => {
  if (who === 'visitor') return '/nowhere';
  return who === 'admin' || who === 'manager' ? `/${who}/nowhere` : '/dashboard/nowhere';
};

/** Navigates within the loaded page, as a link does: loading it and axe again takes longer than the check itself. */
async function goTo(page: Page, who: Who, path: string): Promise<void> {
  if (page.url() === 'about:blank') return void (await page.goto(path));
  const go = (to: string) =>
    page.evaluate((address) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, to);
  // State kept for the same path would change the screen.
  if (page.url().endsWith(path)) return void (await page.goto(path));
  await go(missingPage(who));
  await showsContent(page, linkOfNotFound);
  // The password dialog stays open across pages.
  if ((await page.getByRole('dialog').count()) > 0) return void (await page.goto(path));
  if (path === missingPage(who)) return;
  await go(path);
  await page.waitForFunction((link) => document.querySelector(link) === null, linkOfNotFound);
}

const linkOfNotFound = 'main h1 + p + div > a[href="/"]';

/** Checks at every frame; `waitFor` of a locator soon checks only twice a second. */
const showsContent = (page: Page, selector: string): Promise<unknown> =>
  page.waitForFunction((ready) => document.querySelector(ready)?.checkVisibility(), selector);

async function show(screen: Screen, page: Page): Promise<void> {
  await goTo(page, screen.who, typeof screen.path === 'string' ? screen.path : screen.path(market));
  await showsContent(page, screen.ready);
  await screen.prepare?.(page, market);
  await page.evaluate(() => document.fonts.ready);
}

async function violationsOf(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
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

/** References to elements that are not there; axe leaves them to a person. */
const danglingIn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    ['aria-describedby', 'aria-labelledby'].flatMap((attribute) =>
      [...document.querySelectorAll(`[${attribute}]`)]
        .flatMap((element) => (element.getAttribute(attribute) ?? '').split(' '))
        .filter((id) => document.getElementById(id) === null),
    ),
  );

/** Fields marked as invalid whose description does not say why. */
const unexplainedIn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[aria-invalid=true]')]
      .filter((field) =>
        (field.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .every((id) => !document.getElementById(id)?.matches('[role=alert]:not(:empty)')),
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  );

const visits = checkedScreens
  .flatMap(visitsOf)
  .toSorted((one, other) => one.reader.localeCompare(other.reader));

it.for(visits)(
  'is accessible and fits the window: $title',
  // On a busy machine a screen may be checked in transition; a real violation fails twice.
  { retry: 1 },
  async ({ screen, language, looks }, { task }) => {
    // The cause may be state kept from earlier screens.
    if ((task.result?.retryCount ?? 0) > 0) await closeTab();
    const page = await tabOf(screen.who, language);
    for (const [index, variant] of looks.entries()) {
      await look(page, variant);
      if (index === 0) await show(screen, page);
      await waitUntilStable(page);
      await waitUntilFits(page);
      const seen = {
        titled: /. · (맞교환|Matgyo)$/.test(await page.title()),
        tooWide: await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth),
        cut: await cutTextsIn(page),
        dangling: await danglingIn(page),
        unexplained: await unexplainedIn(page),
        violations: await violationsOf(page),
      };
      const right = { titled: true, tooWide: false, cut: [], dangling: [], unexplained: [], violations: [] };
      expect({ ...variant, ...seen }).toEqual({ ...variant, ...right });
    }
  },
);

it('no screen broke a rule of the page or threw an error', () => {
  expect(faults.flat()).toEqual([]);
});
