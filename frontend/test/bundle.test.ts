import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { fillMarket } from './market.ts';
import { startWorld } from './world.ts';

const kB = 1000;

const world = await startWorld();
const dist = world.webClientFolder;
const market = await fillMarket(world);
afterAll(() => world.close());

const gzipped = async (file: string): Promise<number> =>
  gzipSync(await readFile(path.join(dist, file))).length;

/** The socket library, which every page requests when idle after the first paint. */
const isLoadedWhenIdle = (file: string): boolean => file.startsWith('/assets/socket-io-');

/** Bytes transferred by the first visit of a page. */
async function fetchedBy(
  page: Page,
  visit: () => Promise<void>,
): Promise<{ js: number; idle: number; css: number; fonts: number }> {
  const files = new Set<string>();
  page.on('request', (request) => files.add(new URL(request.url()).pathname));
  await visit();
  const late = await page.evaluate(() =>
    // Stylesheets after the first three are font subsets for typed text, loaded after the first paint.
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].slice(3).map(({ href }) => href),
  );
  for (const href of late) files.delete(new URL(href).pathname);
  const sizes = { js: 0, idle: 0, css: 0, fonts: 0 };
  for (const file of files) {
    if (file.endsWith('.js')) sizes[isLoadedWhenIdle(file) ? 'idle' : 'js'] += await gzipped(file);
    else if (file.endsWith('.css')) sizes.css += await gzipped(file);
  }
  const preloaded = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[as=font]')].map(
      ({ href }) => new URL(href).pathname,
    ),
  );
  for (const font of preloaded) sizes.fonts += (await readFile(path.join(dist, font))).length;
  return sizes;
}

describe('before the client has loaded', () => {
  it('the landing page shows the price', async () => {
    const { page } = await world.open({ width: 375 });
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
    await page.goto('/');
    await page.locator('#first-price', { hasText: '1,412' }).waitFor();
    expect(await page.locator('main').count()).toBe(0);
  });

  it.each([
    ['/', /\/assets\/landing-/],
    ['/dashboard/sell-history', /\/assets\/history-/],
    ['/dashboard/buy-history', /\/assets\/history-/],
    ['/settings', /\/assets\/libraries-/],
  ])('the page at %s is requested', async (address, chunk) => {
    const { page } = await world.open({ width: 375 });
    await page.route(/\/assets\/index-.*\.js$/, (route) => route.abort());
    const requested = page.waitForRequest(chunk);
    await page.goto(address);
    await requested;
  });
});

/** Only the first request is answered: the client has no other data to show. */
async function answerOnce(page: Page, path: RegExp): Promise<void> {
  let requested = 0;
  await page.route(path, (route) => {
    requested += 1;
    return requested === 1 ? route.continue() : route.abort();
  });
}

it.each([
  ['/', 'main'],
  ['/signin', 'header'],
])('the price at %s is requested before the client runs, which uses the response', async (address, place) => {
  const { page } = await world.open();
  await answerOnce(page, /\/get-tether-price$/);
  await page.goto(address);
  await page.locator('#root > :not([aria-hidden])').locator(place).getByText('1,412').first().waitFor();
});

it('a member’s orders are requested before the client runs, and it uses the response', async () => {
  const { page } = await world.open({ width: 375, as: market.seller });
  await answerOnce(page, /\/api\/v1\/sell\/sell-orders/);
  const early = page.waitForRequest(/\/sell\/sell-orders/);
  const clientRequest = page.waitForRequest(/\/user\/users\//);
  await page.goto('/dashboard/sell-history');
  expect(await Promise.race([early.then(() => 'early'), clientRequest.then(() => 'client')])).toBe('early');
  await page.locator('main article').first().waitFor();
});

describe('over a slow connection', () => {
  it('no web fonts are loaded, and the page is complete', async () => {
    const { page, context } = await world.open({ width: 375 });
    const devtools = await context.newCDPSession(page);
    const bytesPerSecond = (1_600 * 1_024) / 8;
    await devtools.send('Network.overrideNetworkState', {
      offline: false,
      latency: 20,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    const letters: string[] = [];
    page.on('request', (request) => request.resourceType() === 'font' && letters.push(request.url()));
    await page.goto('/');
    await page.locator('main table tbody tr').first().waitFor();
    expect(letters).toEqual([]);
  });
});

describe('downloads of a first visit', () => {
  it('for the landing page are at most 170 kB of script, 25 of style and 100 of preloaded fonts', async () => {
    const { page } = await world.open({ width: 375 });
    const sizes = await fetchedBy(page, async () => {
      await page.goto('/');
      await page.locator('main table tbody tr').first().waitFor();
    });
    expect(sizes.js).toBeLessThanOrEqual(170 * kB);
    expect(sizes.idle).toBeLessThanOrEqual(15 * kB);
    expect(sizes.css).toBeLessThanOrEqual(25 * kB);
    expect(sizes.fonts).toBeGreaterThan(0);
    expect(sizes.fonts).toBeLessThanOrEqual(100 * kB);
  });

  it('for the dashboard, with the order dialog open, are at most 260 kB of script', async () => {
    const { page } = await world.open({ width: 375, as: market.seller });
    const sizes = await fetchedBy(page, async () => {
      await page.goto('/dashboard/sell-history');
      await page.locator('main article').first().waitFor();
      await page.locator('main a[href$="/sell-order"]').click();
      await page.locator('#krw').waitFor();
    });
    expect(sizes.js).toBeLessThanOrEqual(260 * kB);
  });

  it('for an admin’s queue, with match and confirmation open, are at most 300 kB of script', async () => {
    const { page } = await world.open({ as: market.admin });
    const sizes = await fetchedBy(page, async () => {
      await page.goto(`/admin/sell-orders?order=${market.busyOrderId}`);
      await page.locator('aside form').waitFor();
      await page.keyboard.press('x');
      await page.getByRole('alertdialog').waitFor();
    });
    expect(sizes.js).toBeLessThanOrEqual(300 * kB);
  });

  it('have the value of each token once, in the first stylesheet', async () => {
    const files = await readdir(path.join(dist, 'assets'));
    const stylesheet = (name: RegExp) =>
      readFile(path.join(dist, 'assets', files.find((file) => name.test(file)) ?? ''), 'utf8');
    const first = await stylesheet(/^index-.*\.css$/);
    const tokens = (await stylesheet(/^styles-.*\.css$/)).matchAll(
      /var\((?<name>--(?:color|ease|font|radius|shadow|spacing|text|transition)-[\w-]+)(?<end>.)/g,
    );
    const used = [...tokens].map(({ groups }) => groups ?? {});
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter(({ end }) => end === ',')).toEqual([]);
    expect(used.filter(({ name }) => !first.includes(`${name}:`))).toEqual([]);
  });

  it('have no inline script or style, which the content security policy would refuse', async () => {
    const html = await readFile(path.join(dist, 'index.html'), 'utf8');
    expect(html).not.toMatch(/<style|style="|<script(?![^>]*src=)/);
  });

  it('have a compressed copy of every compressible file', async () => {
    const files = await readdir(dist, { recursive: true });
    const scripts = files.filter((file) => file.endsWith('.js') || file.endsWith('.css'));
    const bare: string[] = [];
    for (const file of scripts) {
      const { length } = await readFile(path.join(dist, file));
      if (length >= 512 && !(files.includes(`${file}.br`) && files.includes(`${file}.gz`))) bare.push(file);
    }
    expect(bare).toEqual([]);
  });
});
