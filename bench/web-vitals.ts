import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../frontend/test/chromium.ts';
import { callAt } from './life.ts';
import { latencyOf, median } from './measure.ts';
import { openMarket, startMatgyo } from './open-market.ts';
import type { Figure } from './report.ts';
import type { RunningProgram } from './server.ts';

/** A slow phone with a slow network: a quarter of this processor's speed, 1.6 Mbit/s, 150 ms round trip. */
const slowdown = 4;
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: (1_600 * 1_024) / 8,
  uploadThroughput: (750 * 1_024) / 8,
};
const phone = { width: 375, height: 812 };

/** Runs in the page before its scripts: observes the page's performance entries. */
const observers = `
  window.vitals = { lcp: 0, cls: 0, interactions: {} };
  const observe = (type, take, more) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
  observe('largest-contentful-paint', (entry) => { vitals.lcp = entry.startTime; });
  observe('layout-shift', (entry) => { if (!entry.hadRecentInput) vitals.cls += entry.value; });
  observe('event', (entry) => {
    if (entry.interactionId) {
      const known = vitals.interactions[entry.interactionId] ?? 0;
      vitals.interactions[entry.interactionId] = Math.max(known, entry.duration);
    }
  }, { durationThreshold: 16 });
`;

interface Vitals {
  readonly lcp: number;
  readonly cls: number;
  /** Milliseconds until the next frame after each touch or key, rounded to 8 ms; those under 16 ms are not reported. */
  readonly interactions: Readonly<Record<string, number>>;
}

/** What people perceive: load time, layout shifts, and response to input. */
export async function benchWebVitals(dataDir: string, visits: number): Promise<readonly Figure[]> {
  await using program = await startMatgyo(dataDir);
  await using bare = await startBarePage();
  await using browser = await launchChromium();
  const { members, admin } = await openMarket(program, dataDir, 2);
  const [token = ''] = members;
  await fillMarket(`${program.url}/api/v1`, members, admin);
  const loads = async (url: string, drawn: string, as?: string) => {
    const seen: Vitals[] = [];
    for (let visit = 0; visit < visits; visit += 1) {
      const page = await openPhone(browser, as);
      await page.goto(url);
      await page.locator(drawn).first().waitFor();
      // Layout shifts follow data; after half a second without requests all data has arrived.
      await page.waitForLoadState('networkidle');
      seen.push(await vitalsOf(page));
      await page.context().close();
    }
    return seen;
  };
  const floor = await loads(bare.url, 'h1');
  const landing = await loads(program.url, 'main table tbody tr');
  const dashboard = await loads(`${program.url}/dashboard/sell-history`, 'main li', token);
  const typing = await latenciesOfTyping(browser, bare.url, '#field');
  const ordering = await latenciesOfTyping(browser, `${program.url}/dashboard/sell-order`, '#krw', token);
  const chatting = await latenciesOfTyping(browser, `${program.url}/dashboard/one-on-one`, 'textarea', token);
  const load = (what: string, seen: readonly Vitals[]): Figure => ({
    what: `${what} on a slow phone: largest paint (layout shift ${Math.max(...seen.map(({ cls }) => cls)).toFixed(3)})`,
    unit: 'ms',
    ours: median(seen.map(({ lcp }) => lcp)),
    reference: median(floor.map(({ lcp }) => lcp)),
    referenceWhat: 'a page of one headline, the same browser and network',
  });
  const touch = (what: string, durations: readonly number[]): Figure => ({
    what: `${what} on a slow phone: the slowest key or touch`,
    unit: 'ms',
    ours: Math.max(...durations),
    reference: Math.max(...typing),
    referenceWhat: 'the same keys into a bare field',
    latency: latencyOf(durations),
  });
  return [
    load('landing page, first visit', landing),
    load('sell history, first visit', dashboard),
    touch('typing an order', ordering),
    touch('typing into a chat', chatting),
  ];
}

async function openPhone(browser: Browser, token?: string): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, hasTouch: true, locale: 'ko-KR' });
  await context.addInitScript(observers);
  if (token !== undefined)
    await context.addInitScript(
      `localStorage.setItem('token', ${JSON.stringify(token)}); localStorage.setItem('isLoggedIn', 'true');`,
    );
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slowNetwork);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

const vitalsOf = (page: Page): Promise<Vitals> => page.evaluate('vitals');

/** Milliseconds from each key until the page has drawn its effect; 16 if it was too fast to be reported. */
async function latenciesOfTyping(
  browser: Browser,
  url: string,
  field: string,
  token?: string,
): Promise<readonly number[]> {
  const keys = '12345678901234567890';
  const page = await openPhone(browser, token);
  await page.goto(url);
  await page.locator(field).waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator(field).tap();
  for (const key of keys) await page.keyboard.press(key, { delay: 30 });
  // The observer receives an event after its frame.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))');
  const { interactions } = await vitalsOf(page);
  await page.context().close();
  const reported = Object.values(interactions);
  return [...reported, ...Array<number>(Math.max(0, keys.length + 1 - reported.length)).fill(16)];
}

/** A minimal page, whose load time is the share of network and browser in that of every page. */
async function startBarePage(): Promise<RunningProgram> {
  const html =
    '<!doctype html><meta name="viewport" content="width=device-width"><title>bare</title><h1>한 줄</h1><input id="field">';
  const server = createServer((_, response) =>
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Twenty open orders of each side, as content for the pages. */
async function fillMarket(api: string, members: readonly string[], admin: string): Promise<void> {
  const call = callAt(api);
  const figures = { amount: 714.2857, krwAmount: 1_000_000, price: 1400 };
  for (let offer = 0; offer < 20; offer += 1)
    for (const side of ['sell', 'buy'] as const) {
      const { order } = await call(members[offer % 2] ?? '', 'POST', `/${side}`, figures);
      const path = `/${side}/admin/${side}-orders/${(order as { _id: string })._id}/approve`;
      await call(admin, 'POST', side === 'sell' ? `${path}/ko` : path, {});
    }
}
