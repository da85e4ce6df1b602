import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { startWorld } from './world.ts';

const world = await startWorld();
await world.admin.setPrice('1412');
afterAll(() => world.close());

/** Tabbing repeats because the element, or its name with current figures, may not have been drawn yet. */
const pressMsMax = 30_000;

/** Presses a key until the focus is on the element called `name`. */
async function goTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  for (const deadline = Date.now() + pressMsMax; Date.now() < deadline; ) {
    if ((await accessibleName(page)) === name) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} did not lead to ${name}`);
}

const tabTo = (page: Page, name: string) => goTo(page, name);

/** What a screen reader calls the focused element. */
const accessibleName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return '';
    const labels = 'labels' in element ? (element.labels as NodeListOf<HTMLElement> | null) : null;
    return (element.ariaLabel ?? labels?.[0]?.innerText ?? element.innerText).trim().replace(/\s+/g, ' ');
  });

it('signs in, sells, cancels and signs out with the keyboard alone', async () => {
  const member = await world.server.member({ active: true });
  const { page, faults } = await world.open();
  await page.goto('/signin');
  await page.getByRole('heading', { name: '로그인' }).waitFor();

  await page.keyboard.press('Tab');
  expect(await accessibleName(page)).toBe('본문으로 건너뛰기');
  await page.keyboard.press('Enter');
  await tabTo(page, '닉네임');
  await page.keyboard.type(member.nickname);
  await page.keyboard.press('Tab');
  await page.keyboard.type(member.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/profile');
  // The public header is shown until the member's header has loaded.
  await page.getByRole('navigation', { name: '내 메뉴' }).waitFor();
  // What gets the focus after a page change is called like the page.
  await page.getByRole('main', { name: '프로필' }).waitFor();

  await tabTo(page, '테더 판매');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: '테더 판매' }).waitFor();
  // The dialog focuses the field for won and keeps the focus inside.
  await page.locator('#krw:focus').waitFor();
  // Digits are grouped while typing, and the caret stays in place.
  await page.keyboard.type('200000');
  await page.keyboard.press('Home');
  await page.keyboard.press('Delete');
  await page.keyboard.type('10');
  await expect.poll(() => page.locator('#krw').inputValue()).toBe('1,000,000');
  await expect
    .poll(() => page.locator('#krw').evaluate((input: HTMLInputElement) => input.selectionStart))
    .toBe(3);
  await tabTo(page, '안내를 확인했고, 손실이 생기면 본인 책임이라는 데 동의해요.');
  await page.keyboard.press('Space');
  await tabTo(page, '708.2153 USDT 판매 주문하기');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor();
  // Escape closes the confirmation, not the dialog under it.
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.getByRole('dialog', { name: '테더 판매' }).waitFor();
  await tabTo(page, '708.2153 USDT 판매 주문하기');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await tabTo(page, '708.2153 USDT 판매');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/sell-history');
  // The page behind the dialog has it, or the link, if the dialog had opened before the page changed.
  await page.locator('main:focus, a[href="/dashboard/sell-order"]:focus').waitFor();

  await page.getByRole('button', { name: '주문 취소' }).waitFor();
  await tabTo(page, '주문 취소');
  await page.keyboard.press('Enter');
  await tabTo(page, '네, 취소할게요');
  await page.keyboard.press('Enter');
  await page.getByText('취소됨', { exact: true }).waitFor();

  await tabTo(page, `내 계정 메뉴 ${member.nickname}`);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: '로그아웃' }).waitFor();
  // Arrow keys work once the menu has the focus.
  await page.locator('[role=menu]:focus, [role=menu] :focus').waitFor();
  await goTo(page, '로그아웃', 'ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  expect(faults).toEqual([]);
});
