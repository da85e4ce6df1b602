import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../frontend/test/chromium.ts';
import { callAt } from './life.ts';
import { latencyOf, median } from './measure.ts';
import { openMarket, startMatgyo } from './open-market.ts';
import { clockOffset, expectShown } from './page-clock.ts';
import type { Figure } from './report.ts';
import { startProgram } from './server.ts';

/** A client fetches at most three times a second; the random part varies the phase of the frame. */
const restMs = () => 400 + Math.random() * 50;
const warmUps = 5;

/** A change, and where it is displayed. */
interface Change {
  readonly selector: string;
  readonly text: string;
  readonly make: () => Promise<unknown>;
}

/** Milliseconds until the frame that shows a change: since the call was sent, and since its response. */
type Shown = Awaited<ReturnType<typeof shownAfter>>;

/**
 * From an admin's call until a real browser has drawn the change: the price on a visitor's page and a status in a
 * member's history.
 */
export async function benchScreen(dataDir: string, changes: number): Promise<readonly Figure[]> {
  await using program = await startMatgyo(dataDir);
  await using bare = await startProgram('bench/bare-screen-server.ts', {});
  await using browser = await launchChromium();
  const {
    admin,
    members: [member = ''],
  } = await openMarket(program, dataDir, 1);
  const call = callAt(`${program.url}/api/v1`);
  const least = await shownAfter(await openPage(browser, bare.url, 'h1'), changes, async (number) => ({
    selector: 'h1',
    text: `${number} won`,
    make: () => fetch(bare.url, { method: 'POST', body: `${number} won` }).then((answer) => answer.text()),
  }));
  const history = await openPage(browser, `${program.url}/dashboard/sell-history`, 'main', member);
  const status = await shownAfter(history, changes, async () => {
    const { order } = await call(member, 'POST', '/sell', { amount: 70, krwAmount: 98_000, price: 1400 });
    const { _id, orderCode } = order as { readonly _id: string; readonly orderCode: string };
    const row = history.locator('main li', { hasText: orderCode });
    await row.getByText('승인 대기').waitFor();
    // By then the other effects of the placement were pushed and fetched.
    await delay(restMs());
    return {
      selector: `main li:has(a[href*="${_id}"])`,
      text: '판매 중',
      make: () => call(admin, 'POST', `/sell/admin/sell-orders/${_id}/approve/ko`, {}),
    };
  });
  const price = await shownAfter(
    await openPage(browser, program.url, '#price-now .text-display'),
    changes,
    async (number) => ({
      selector: '#price-now',
      text: `1,${401 + number}원`,
      make: () => call(admin, 'POST', '/tetherprice/update-tether-price', { tetherPrice: 1401 + number }),
    }),
  );
  return [
    ...figures('price set until a visitor’s screen shows it', price, least),
    ...figures('order approved until its owner’s screen shows it', status, least),
  ];
}

async function openPage(browser: Browser, url: string, drawn: string, token?: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'ko-KR' });
  context.setDefaultTimeout(30_000);
  await context.addInitScript((known) => {
    if (known === '') return;
    localStorage.setItem('token', known);
    localStorage.setItem('isLoggedIn', 'true');
  }, token ?? '');
  const page = await context.newPage();
  // The first event arrives when its socket is connected.
  const connected = page
    .waitForEvent('websocket')
    .then((line) => line.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40')));
  await page.goto(url);
  await connected;
  await page.locator(drawn).first().waitFor();
  return page;
}

async function shownAfter(page: Page, changes: number, next: (number: number) => Promise<Change>) {
  const sinceSent: number[] = [];
  const sinceAnswered: number[] = [];
  let clocksWithinMs = 0;
  for (let number = 0; number < changes + warmUps; number += 1) {
    await delay(restMs());
    const { selector, text, make } = await next(number);
    const shown = await expectShown(page, selector, text);
    const sent = performance.now();
    const answered = await make().then(() => performance.now());
    const there = await shown();
    // Measured each time, because clocks drift.
    const { ms, withinMs } = await clockOffset(page);
    if (number < warmUps) continue;
    sinceSent.push(there - ms - sent);
    sinceAnswered.push(there - ms - answered);
    clocksWithinMs = Math.max(clocksWithinMs, withinMs);
  }
  await page.context().close();
  return { sinceSent, sinceAnswered, clocksWithinMs };
}

function figures(what: string, ours: Shown, least: Shown): readonly Figure[] {
  const within = `clocks agree within ${Math.max(ours.clocksWithinMs, least.clocksWithinMs).toFixed(1)} ms`;
  const figure = (since: 'sinceSent' | 'sinceAnswered', suffix: string): Figure => ({
    what: `${what}${suffix}`,
    unit: 'ms',
    ours: median(ours[since]),
    // The response and its events are sent together, so there is no reference for the time since the response.
    reference: median(least.sinceSent),
    referenceWhat: `a bare server’s call until its page shows what was pushed; ${within}`,
    latency: latencyOf(ours[since]),
  });
  return [figure('sinceSent', ''), figure('sinceAnswered', ', since the answer')];
}
