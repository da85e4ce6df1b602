import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../test/server.ts';
import { member, open, setUpWorld, world } from './trouble.ts';

setUpWorld();

/** As another tab stores it, without the event: a page in the back/forward cache gets none, a busy one gets it late. */
const storeUnnoticed = (page: Page, token: string | null) =>
  page.evaluate((stored) => {
    if (stored === null) localStorage.removeItem('token');
    else localStorage.setItem('token', stored);
  }, token);

/** As the browser's Back brings a page back from its cache. */
const bringBack = (page: Page) =>
  page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));

const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

async function openProfile(as: Person): Promise<Page> {
  const { page } = await open({ as });
  const connected = page.waitForEvent('websocket');
  await page.goto('/dashboard/profile');
  await connected;
  await page.getByText(as.nickname, { exact: true }).first().waitFor();
  return page;
}

describe('a page that missed what another tab did', () => {
  it('shows nothing of a member who has signed out since, once Back brings it back', async () => {
    const page = await openProfile(await world.server.member({ active: true }));
    await storeUnnoticed(page, null);
    await bringBack(page);
    await page.waitForURL((url) => url.pathname === '/');
  });

  it('shows nothing of the member before once Back brings it back to another one', async () => {
    const [before, next] = [
      await world.server.member({ active: true }),
      await world.server.member({ active: true }),
    ];
    const page = await openProfile(before);
    await storeUnnoticed(page, next.token);
    await bringBack(page);
    await page.getByText(next.nickname, { exact: true }).first().waitFor();
    expect(await page.getByText(before.nickname, { exact: true }).count()).toBe(0);
    expect(await tokenIn(page)).toBe(next.token);
  });

  it('keeps a later session when its own ends', async () => {
    const member = await world.server.member({ active: true });
    const page = await openProfile(member);
    const { token } = await world.server.signIn(member.nickname, member.password);
    await storeUnnoticed(page, token);
    const connectedAgain = page.waitForEvent('websocket');
    await world.server.request('POST', '/user/logout', { token: member.token });
    await connectedAgain;
    expect(await tokenIn(page)).toBe(token);
    expect(new URL(page.url()).pathname).toBe('/dashboard/profile');
  });
});

it('language and theme follow another tab of the browser', async () => {
  const { page, context } = await open({ as: member });
  await page.goto('/dashboard/profile');
  const other = await context.newPage();
  await other.goto('/dashboard/profile');
  await other.getByRole('button', { name: '다크 모드로 전환' }).click();
  await page.getByRole('button', { name: '라이트 모드로 전환' }).waitFor();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  await other.getByRole('button', { name: 'ENG' }).click();
  await page.getByRole('heading', { name: 'Profile' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
});
