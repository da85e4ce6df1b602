import type { Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { Person } from '../../test/server.ts';
import { closeContext, type PageOptions, startWorld, type World } from './world.ts';

export let world: World;
export let member: Person;

/** For the tests of a file. */
export function setUpWorld(): void {
  beforeAll(async () => {
    world = await startWorld();
    await world.admin.setPrice('1412');
    member = await world.server.member({ active: true });
  });
  afterAll(() => world?.close());
}

export const sells = '**/api/v1/sell';
/** A page closed with its test: left open it would keep polling and receiving events. */
export async function open(options?: PageOptions) {
  const opened = await world.open(options);
  onTestFinished(() => closeContext(opened.context));
  return opened;
}

/** Messages stay on the page: on a busy machine their 3.5 s are over before a test has done what they offer. */
export const keepToasts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { setTimeout: start } = window;
    window.setTimeout = ((run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      start(run, ms === 3_500 ? 600_000 : ms, ...rest)) as typeof setTimeout;
  });

/** The page gets no socket, not even one that polls over HTTP: it learns of changes only as it asks for them. */
export async function cutSocket(page: Page): Promise<void> {
  await page.routeWebSocket(/socket\.io/, (socket) => void socket.close());
  await page.route(/socket\.io/, (route) => route.abort());
}

/** As in a background tab: only what the user does asks the server again. */
export const stopPolling = (page: Page): Promise<unknown> =>
  page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }));

export async function writeSellOrder(page: Page): Promise<void> {
  await page.goto('/dashboard/sell-order');
  await page.getByLabel('받을 금액').fill('1000000');
  await page.getByRole('checkbox').check();
}

export async function sendSellOrder(page: Page): Promise<void> {
  // The dialog of an earlier attempt may still be closing, and its button has the same name.
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /USDT (판매 주문하기|판매)$/ }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /USDT 판매$/ })
    .click();
}

export const ordersOf = async (person: Person): Promise<number> => {
  const { body } = await world.server.request('GET', '/sell/sell-orders', { token: person.token });
  return body.items.length as number;
};
