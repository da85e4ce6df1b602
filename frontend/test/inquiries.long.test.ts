import { afterAll, expect, it } from 'vitest';
import { socketUp, startWorld } from './world.ts';

const world = await startWorld();
afterAll(() => world.close());

it('a member sends an inquiry after a failure, sees the answer arrive, and deletes another one', async () => {
  // An inactive account may send inquiries too.
  const member = await world.server.member();
  const { page, faults } = await world.open({ as: member });
  // The instructions for changing one's information end at the 1:1 inquiry or lead to a new inquiry.
  await page.goto('/dashboard/edit-info');
  await page.getByRole('dialog').getByRole('button', { name: '확인' }).click();
  await page.waitForURL('**/dashboard/one-on-one');
  await page.getByRole('link', { name: '내 정보 수정' }).click();
  await page.getByRole('dialog').getByRole('link', { name: '수정 문의하기' }).click();

  const dialog = page.getByRole('dialog', { name: '새 문의' });
  await dialog.getByRole('button', { name: '내 정보 수정', pressed: true }).waitFor();
  await dialog.getByLabel('내용').fill('계좌번호를 바꾸고 싶어요.');
  const calls = '**/api/v1/inquiry';
  await page.route(calls, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await dialog.getByRole('button', { name: '문의 보내기' }).click();
  await dialog.getByText('문의를 보내지 못했어요.').waitFor();
  expect(await dialog.getByLabel('내용').inputValue()).toBe('계좌번호를 바꾸고 싶어요.');
  await page.unroute(calls);
  await Promise.all([
    page.getByText('문의를 보냈어요').waitFor(),
    dialog.getByRole('button', { name: '문의 보내기' }).click(),
  ]);
  await dialog.waitFor({ state: 'detached' });

  // Sent twice, stored once.
  const ownInquiries = async (): Promise<readonly { _id: string }[]> =>
    (await world.server.request('GET', '/inquiry/user', { token: member.token })).body.items;
  await expect.poll(ownInquiries).toHaveLength(1);
  const [inquiry] = await ownInquiries();
  await page.getByText('답변 대기').waitFor();
  await world.admin.answer(inquiry?._id ?? '', '새 계좌번호를 알려 주세요.');
  await page.getByText('답변 완료').waitFor();
  await page.getByText('새 계좌번호를 알려 주세요.').first().waitFor();

  await page.getByRole('button', { name: '새 문의' }).click();
  await dialog.getByLabel('내용').fill('잘못 남겼어요.');
  await dialog.getByRole('button', { name: '문의 보내기' }).click();
  await page.locator('summary', { hasText: '잘못 남겼어요.' }).click();
  await page.getByRole('button', { name: '문의 삭제' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '네, 삭제할게요' }).click();
  await page.locator('summary', { hasText: '잘못 남겼어요.' }).waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

it('an admin sees an inquiry as it arrives, closes it and finds it among the closed ones', async () => {
  const { server } = world;
  const member = await server.member();
  const body = { title: 'Other Inquiry', description: '언제 승인되나요?' };
  const { page, faults } = await world.open({ as: await server.admin() });
  await Promise.all([socketUp(page), page.goto(`/admin/inquiries?search=${member.nickname}`)]);
  await page.getByRole('heading', { name: '검색 결과가 없어요' }).waitFor();
  await server.request('POST', '/inquiry', { token: member.token, body });
  await page.getByRole('button', { name: '문의 종료', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '문의 종료' }).click();
  await page.getByText('언제 승인되나요?').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '종료됨' }).click();
  await page.getByText('언제 승인되나요?').waitFor();
  expect(await page.getByRole('button', { name: '답변 보내기' }).count()).toBe(0);
  expect(faults).toEqual([]);
});

it('the field of an answer shows that it has the focus', async () => {
  const { server } = world;
  const member = await server.member();
  const body = { title: 'Other Inquiry', description: '얼마나 걸리나요?' };
  expect((await server.request('POST', '/inquiry', { token: member.token, body })).status).toBe(201);
  const { page, faults } = await world.open({ as: await server.admin() });
  await page.goto(`/admin/inquiries?search=${member.nickname}`);
  const field = page.getByLabel(`${member.nickname} 님에게 답변`);
  await field.click();
  const outline = () => field.evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(await outline()).toBe('solid');
  expect(faults).toEqual([]);
});
