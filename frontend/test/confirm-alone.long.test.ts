import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { proveEarlier } from '../../test/earlier-proofs.ts';
import { matchedOrders, startWorld } from './world.ts';

// The rules depend on the number of admins, so this file has a server of its own.
const world = await startWorld({ ownServer: true, environment: { FOUR_EYES_KRW: '100000' } });
await world.admin.setPrice('1412');
const admin = await world.server.admin();
afterAll(() => world.close());

async function newMatch(): Promise<string> {
  const { server } = world;
  const [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  return (await matchedOrders(world, { seller, buyer, krw: '282400' })).sellId;
}

async function complete(page: Page, sell: string): Promise<void> {
  await page.goto(`/admin/sell-orders?order=${sell}`);
  await page.locator(`#row-${sell}`).waitFor();
  await page.keyboard.press('d');
  await page.getByRole('radio').first().waitFor();
  const question = page.getByRole('alertdialog', { name: /^(?:거래를 완료할까요|Complete this trade)\?$/ });
  await question.locator(':focus').waitFor();
  await page.keyboard.press('1');
  await question.getByRole('radio', { checked: true }).waitFor();
  await page.keyboard.press('Enter');
}

it('the only admin types the amount in won of a large match to complete it, in English', async () => {
  const sell = await newMatch();
  const { page, faults } = await world.open({ as: admin, language: 'en', theme: 'dark' });
  await complete(page, sell);
  const alone = page.getByRole('dialog', { name: 'No other admin can check this' });
  await alone.getByText('282,400').waitFor();
  await alone.getByRole('textbox').fill('28240');
  await alone.getByRole('button', { name: 'Confirm and continue' }).click();
  await alone.getByText('This does not match what is shown above.').waitFor();
  await alone.getByRole('textbox').fill('282,400');
  await alone.getByRole('button', { name: 'Confirm and continue' }).click();
  await page.locator(`#row-${sell}`).waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

it('nothing is completed when the only admin cancels', async () => {
  const sell = await newMatch();
  const { page, faults } = await world.open({ as: admin });
  await complete(page, sell);
  const alone = page.getByRole('dialog', { name: '확인할 다른 관리자가 없어요' });
  await alone.getByRole('button', { name: '취소' }).click();
  await page.getByText('확인할 다른 관리자가 없어요. 표시된').first().waitFor();
  expect(await page.locator(`#row-${sell}`).count()).toBe(1);
  expect(faults).toEqual([]);
});

it('the typed confirmation is not requested again when a command is repeated after a lost response', async () => {
  const sell = await newMatch();
  const { page } = await world.open({ as: admin, language: 'en' });
  const sent: { key: string | undefined; body: string | null }[] = [];
  await page.route('**/api/v1/sell/admin/complete-orders', async (route) => {
    const request = route.request();
    sent.push({ key: request.headers()['idempotency-key'], body: request.postData() });
    // The command is executed, but the second response says that it may not have been.
    const answer = await route.fetch();
    if (sent.length !== 2) return route.fulfill({ response: answer });
    const body = JSON.stringify({ code: 'TRADE_NOT_FINISHED', error: '' });
    return route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      contentType: 'application/json',
      body,
    });
  });
  await complete(page, sell);
  const alone = page.getByRole('dialog', { name: 'No other admin can check this' });
  await alone.getByRole('textbox').fill('282400');
  await alone.getByRole('button', { name: 'Confirm and continue' }).click();
  await page.locator(`#row-${sell}`).waitFor({ state: 'detached' });
  await expect.poll(() => sent.length).toBe(3);
  expect(sent[2]).toEqual(sent[1]);
  expect(await alone.count()).toBe(0);
  // The response to the repeated command may still be pending.
  await page.unrouteAll({ behavior: 'wait' });
});

it('the amount is asked for while the dialog that asked for the password is still closing', async () => {
  const sell = await newMatch();
  const signedInLongAgo = await world.server.admin();
  await proveEarlier(world.server, signedInLongAgo, 25);
  const { page, faults } = await world.open({ as: signedInLongAgo, language: 'en' });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await complete(page, sell);
  const stepUp = page.getByRole('dialog', { name: 'Enter your password again' });
  await stepUp.getByLabel('Current password').fill('umbrella-gravel-71');
  await page.keyboard.press('Enter');
  const alone = page.getByRole('dialog', { name: 'No other admin can check this' });
  await alone.getByRole('textbox').fill('282400');
  await page.keyboard.press('Enter');
  await page.locator(`#row-${sell}`).waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});
