import { afterAll, expect, it } from 'vitest';
import { proveEarlier } from '../../test/earlier-proofs.ts';
import type { Person } from '../../test/server.ts';
import { startWorld } from './world.ts';

const world = await startWorld();
await world.admin.setPrice('1400');
afterAll(() => world.close());

/** An admin who signed in so long ago that the password is required again. */
async function staleAdmin(): Promise<Person> {
  const admin = await world.server.admin();
  await proveEarlier(world.server, admin, 25);
  return admin;
}
const priceNow = async () =>
  (await world.server.request('GET', '/tetherprice/get-tether-price')).body.data as string;

it('a step-up asks for the password again, and the action continues', async () => {
  const { page, faults } = await world.open({ as: await staleAdmin() });
  await page.goto('/admin/setprice');
  const setPrice = async (price: string, button: string) => {
    await page.getByLabel('새 가격').fill(price);
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: button }).click();
  };
  await setPrice('1,403', '1,403원으로 설정');
  const prompt = page.getByRole('dialog', { name: '비밀번호를 다시 입력해 주세요' });
  await prompt.getByLabel('현재 비밀번호').fill('wrong1');
  await page.keyboard.press('Enter');
  await prompt.getByText('현재 비밀번호가 올바르지 않아요.').waitFor();
  await prompt.getByLabel('현재 비밀번호').fill('umbrella-gravel-71');
  await prompt.getByRole('button', { name: '확인하고 계속' }).click();
  await page.getByText('테더 가격을 설정했어요').waitFor();
  expect(await priceNow()).toBe('1403');
  await prompt.waitFor({ state: 'detached' });
  // As it closes, it empties the field.
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });

  await setPrice('1,404', '1,404원으로 설정');
  await expect.poll(priceNow).toBe('1404');
  expect(await prompt.count()).toBe(0);
  expect(faults).toEqual([]);
});

it('without the step-up nothing happens, and the screen shows why', async () => {
  const { page } = await world.open({ as: await staleAdmin(), language: 'en', width: 375, theme: 'dark' });
  await page.goto('/admin/setprice');
  const before = await priceNow();
  await page.getByLabel('New price').fill('1,407');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: '1,407' }).click();
  const prompt = page.getByRole('dialog', { name: 'Enter your password again' });
  await prompt.waitFor();
  await prompt.getByRole('button', { name: 'Cancel' }).click();
  const notices = page.getByRole('region', { name: 'Notices' });
  await notices.getByText('Enter your password again to continue.').waitFor();
  expect(await priceNow()).toBe(before);
});

it('a prompt goes with the session that it is for', async () => {
  const admin = await staleAdmin();
  const { page } = await world.open({ as: admin });
  await page.goto('/admin/setprice');
  await page.getByLabel('새 가격').fill('1,407');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: '1,407원으로 설정' }).click();
  const prompt = page.getByRole('dialog', { name: '비밀번호를 다시 입력해 주세요' });
  await prompt.waitFor();
  await world.server.request('POST', '/user/logout', { token: admin.token });
  await page.waitForURL('**/signin**');
  await prompt.waitFor({ state: 'detached' });
  await page.getByLabel('닉네임').fill('RootAdmin');
});
