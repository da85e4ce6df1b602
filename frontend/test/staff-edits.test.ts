import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { smallJpeg } from '../../test/sign-up-form.ts';
import { matchedOrders, startWorld } from './world.ts';

const world = await startWorld({ ownServer: true });
await world.admin.setPrice('1412');
const admin = await world.server.admin();
const seller = await world.server.member({ active: true });
const buyer = await world.server.member({ active: true, nickname: 'dabin88' });
await matchedOrders(world, { seller, buyer });
afterAll(() => world.close());

/**
 * Changes two query parameters, a filter and a row's details, in one task: the second change must not undo the first.
 */
const changeTwiceBeforeDrawing = (page: Page) =>
  page.getByLabel('작업').evaluate((select: HTMLSelectElement) => {
    select.value = 'member-edited';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    document.querySelector<HTMLElement>('tbody button[aria-expanded]')?.click();
  });

it('an admin edits a user and sets the price, never overwriting a newer value that was not shown', async () => {
  const { page, faults } = await world.open({ as: admin });
  await page.goto('/admin/users?user=dabin88');
  await page.getByRole('link', { name: '신분증 사진과 거래 기록 보기' }).click();
  await page.waitForURL(`**/admin/users/${buyer.memberId}`);
  await page.goto(`/adnin/users/${buyer.memberId}`);
  await page.getByRole('heading', { name: 'dabin88' }).waitFor();
  // Sorted by it, so that the times shown are in order.
  await page.getByRole('columnheader', { name: '매칭 (KST)' }).waitFor();
  await page.getByRole('button', { name: '기록 남기고 보기' }).click();
  await page.getByRole('img', { name: 'dabin88 신분증 사진' }).waitFor();
  const replace = page.getByRole('button', { name: '사진 교체' });
  expect(await replace.count()).toBe(0);
  const choosePhoto = () =>
    page
      .getByLabel('사진 파일')
      .setInputFiles({ name: 'id.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(smallJpeg()) });
  await choosePhoto();
  // A photo chosen while that one is being sent stays, to be sent as well.
  const isChosen = Promise.withResolvers<void>();
  const uploads = `**/user/${buyer.memberId}/image`;
  await page.route(uploads, async (route) => {
    await isChosen.promise;
    await route.continue();
  });
  await replace.click();
  await page.getByRole('button', { name: '사진 교체', disabled: true }).waitFor();
  const chosen = page.getByRole('img', { name: '선택한 사진' });
  const first = await chosen.getAttribute('src');
  await choosePhoto();
  await expect.poll(() => chosen.getAttribute('src')).not.toBe(first);
  isChosen.resolve();
  await page.getByText('사진을 교체했어요').waitFor();
  await page.getByRole('button', { name: '사진 교체', disabled: false }).click();
  await replace.waitFor({ state: 'detached' });
  const editor = page.getByRole('form', { name: 'dabin88 정보 수정' });
  await editor.getByLabel('계좌번호').fill('110234567890');
  await editor.getByLabel('매니저 권한').check();
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PUT'),
    editor.getByRole('button', { name: /저장$/ }).click(),
  ]);
  expect(sent.postDataJSON()).toMatchObject({ bankAccount: 110234567890, manager: true });
  // There is no other admin who could approve the role.
  const alone = page.getByRole('dialog', { name: '확인할 다른 관리자가 없어요' });
  await alone.getByRole('textbox').fill('dabin88');
  await alone.getByRole('button', { name: '확인하고 계속' }).click();
  await page.getByText('dabin88 님의 정보를 저장했어요').waitFor();

  // Another admin saves first: the changes and the admin's name are shown, and the typed text is saved when sent again.
  const path = `/user/users/${buyer.nickname}`;
  await page.route(
    `**${path}`,
    async (route) => {
      const { token } = await world.server.admin();
      await world.server.request('PUT', path, { token, body: { telegram: 'elsewhere', bankName: '새은행' } });
      await route.continue();
    },
    { times: 1 },
  );
  await editor.getByLabel('텔레그램 아이디').fill('typedhere');
  await editor.getByRole('button', { name: '텔레그램 아이디 저장' }).click();
  const band = editor.getByRole('alert').filter({ hasText: 'RootAdmin 님이 방금 변경했어요' });
  await band.getByText('새은행').waitFor();
  await band.getByText('elsewhere').waitFor();
  expect(await editor.getByLabel('텔레그램 아이디').inputValue()).toBe('typedhere');
  expect(await editor.getByLabel('은행', { exact: true }).inputValue()).toBe('새은행');
  await editor.getByRole('button', { name: '텔레그램 아이디 저장' }).click();
  await band.waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await world.server.request('GET', path, { token: admin.token })).body)
    .toMatchObject({ telegram: 'typedhere', bankName: '새은행' });

  await page.getByRole('link', { name: '테더 가격' }).click();
  await page.getByRole('button', { name: '가격 설정' }).click();
  await page.getByText('가격을 입력해 주세요.').waitFor();
  await page.getByLabel('새 가격').fill('1,420');
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await question.getByText('(+0.57%)').waitFor();
  await world.admin.setPrice('1400');
  await question.getByText('다른 관리자가 가격을 변경했어요.').waitFor();
  await question.getByText('(+1.43%)').waitFor();
  await question.getByRole('button', { name: '1,420원으로 설정' }).click();
  await page.getByText('테더 가격을 설정했어요').waitFor();
  await page.getByRole('cell', { name: '1,400', exact: true }).first().waitFor();
  const { body } = await world.server.request('GET', '/tetherprice/get-tether-price');
  expect(body.data).toBe('1420');

  await page.getByRole('link', { name: '감사 기록' }).click();
  await page.getByLabel('작업').selectOption({ label: '신분증 사진 열람' });
  await page.waitForURL(/action=id-image-viewed/);
  await page.getByRole('row', { name: /RootAdmin 신분증 사진 열람 dabin88/ }).waitFor();
  await page
    .getByRole('row', { name: /회원 정보 수정/ })
    .first()
    .waitFor({ state: 'detached' });
  await changeTwiceBeforeDrawing(page);
  await page.waitForURL(/action=member-edited&entry=/);
  const edit = page.getByRole('row', { name: /RootAdmin 회원 정보 수정 dabin88/ }).first();
  await edit.getByRole('button', { name: /자세히/ }).click();
  await page.getByText('변경한 항목').waitFor();
  await page.getByText('텔레그램 아이디', { exact: true }).waitFor();
  expect(faults).toEqual([]);
});
