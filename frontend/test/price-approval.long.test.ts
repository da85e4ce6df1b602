import { afterAll, expect, it } from 'vitest';
import { startWorld } from './world.ts';

// The rules depend on the number of admins, so this file has a server of its own.
const world = await startWorld({ ownServer: true, environment: { FOUR_EYES_PRICE_PERCENT: '5' } });
await world.admin.setPrice('1400');
const admin = await world.server.admin();
afterAll(() => world.close());

it('the only admin confirms a large price change by typing it again, and it is set', async () => {
  const { page, faults } = await world.open({ as: admin, language: 'en', width: 375 });
  await page.goto('/admin/setprice');
  await page.getByRole('cell').first().waitFor();
  await page.getByRole('textbox', { name: 'New price' }).fill('1,400');
  await page.getByRole('button', { name: 'Set price' }).click();
  await page.getByText('Same as the current price.').waitFor();
  await page.getByRole('textbox', { name: 'New price' }).fill('1500');
  await page.getByRole('button', { name: 'Set price' }).click();
  const question = page.getByRole('alertdialog', { name: 'Change the Tether price?' });
  await question.getByText('more than 5% within 24 hours').waitFor();
  await question.getByText('on every screen right away').waitFor();
  const yes = question.getByRole('button', { name: 'Set to 1,500 won' });
  await yes.click();
  await question.getByText('Insert price').waitFor();
  await question.getByRole('textbox').fill('1,550');
  await yes.click();
  await question.getByText('This does not match the new price.').waitFor();
  await question.getByRole('textbox').fill('1,500');
  await yes.click();
  await question.waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: '1,500' }).first().waitFor();
  expect(faults).toEqual([]);
});

it('with a second admin the price waits for approval: that admin approves it or the requester withdraws it', async () => {
  const second = await world.server.member({ active: true, admin: true });
  const requesting = await world.open({ as: admin });
  const requestPrice = async (price: string) => {
    await requesting.page.goto('/admin/setprice');
    await requesting.page.getByRole('cell').first().waitFor();
    await requesting.page.getByRole('textbox', { name: '새 가격' }).fill(price);
    await requesting.page.getByRole('button', { name: '가격 설정' }).click();
    const question = requesting.page.getByRole('alertdialog', { name: '테더 가격을 변경할까요?' });
    await question.getByText('다른 관리자가 승인하면 반영돼요.').waitFor();
    await question.getByRole('button', { name: '승인 요청' }).click();
    await requesting.page.getByText('다른 관리자의 승인 대기 중').waitFor();
  };
  await requestPrice('1600');
  await requesting.page.getByText(`1,600원, ${admin.nickname} 님이 요청`).waitFor();
  const approving = await world.open({ as: second, language: 'en', width: 375, theme: 'dark' });
  await approving.page.goto('/admin/approvals');
  const card = approving.page.getByRole('article', { name: 'Change of the price' });
  await card.getByText('+6.67%').waitFor();
  await card.getByText('+14.29%').waitFor();
  await card.getByRole('button', { name: 'Approve' }).click();
  const confirmation = approving.page.getByRole('alertdialog', { name: 'Approve and change the price?' });
  await confirmation.getByText('from 1,500 to 1,600 won').waitFor();
  await confirmation.getByRole('button', { name: 'Approve' }).click();
  await card.waitFor({ state: 'detached' });
  await requesting.page.getByText('다른 관리자의 승인 대기 중').waitFor({ state: 'detached' });
  await requesting.page.getByRole('cell', { name: '1,600' }).first().waitFor();

  await requestPrice('1700');
  await requesting.page.getByRole('link', { name: '요청 보기' }).click();
  const own = requesting.page.getByRole('article', { name: '가격 변경' });
  await own.getByRole('button', { name: '철회' }).click();
  await requesting.page
    .getByRole('alertdialog', { name: '철회' })
    .getByRole('button', { name: '철회' })
    .click();
  await own.getByText('철회됨').waitFor();
  expect([...requesting.faults, ...approving.faults]).toEqual([]);
});
