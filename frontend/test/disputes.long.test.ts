import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import type { Person } from '../../test/server.ts';
import { smallJpeg } from '../../test/sign-up-form.ts';
import { matchedOrders, startWorld } from './world.ts';

const world = await startWorld();
await world.admin.setPrice('1412');
const admin = await world.server.admin();
const seller = await world.server.member({ active: true });
const buyer = await world.server.member({ active: true });
afterAll(() => world.close());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();

/** The chosen photo is shown before it is sent. */
async function addPhoto(page: Page, label: string): Promise<void> {
  await page
    .getByLabel(label)
    .setInputFiles({ name: 'proof.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(smallJpeg()) });
}

it('two members dispute a match, each sees the other’s statement, and an admin rules on it', async () => {
  const { sellId, buyId } = await matchedOrders(world, { seller, buyer });
  const selling = await world.open({ as: seller, width: 375 });
  const buying = await world.open({ as: buyer, language: 'en' });
  const judging = await world.open({ as: admin });
  await selling.page.goto(`/dashboard/orders/${sellId}`);
  await selling.page.getByText('상대의 원화 송금을 기다리고 있어요.').waitFor();
  await judging.page.goto('/admin/disputes');
  await judging.page.getByRole('heading', { name: '분쟁', exact: true }).waitFor();

  await buying.page.goto(`/dashboard/orders/${buyId}`);
  await buying.page.getByText('00123456789').waitFor();
  await follow(buying.page, 'Open a dispute');
  await follow(buying.page, 'View the order');
  await follow(buying.page, 'Open a dispute');
  await press(buying.page, 'Open a dispute');
  await buying.page.getByText('Choose a reason.').waitFor();
  await buying.page.getByText('Please write something.').waitFor();
  // A buyer gets no won.
  expect(await buying.page.getByLabel('Won not received').count()).toBe(0);
  await buying.page.getByLabel('USDT not received').check();
  await buying.page.getByRole('textbox', { name: 'What happened?' }).fill('I paid an hour ago.');
  await addPhoto(buying.page, 'Image file');
  await buying.page.getByRole('img', { name: 'The chosen image' }).waitFor();
  await press(buying.page, 'Open a dispute');
  await buying.page.getByRole('heading', { name: 'Dispute · USDT not received' }).waitFor();
  await buying.page.getByRole('img', { name: /^Image from Buyer/ }).waitFor();

  // The other screens update without a reload.
  await selling.page.getByText('분쟁이 진행 중이라 거래가 멈춰 있어요.').waitFor();
  await buying.page.goto(`/dashboard/orders/${buyId}`);
  await buying.page.getByText('Won to send').waitFor();
  expect(await buying.page.getByText('00123456789').count()).toBe(0);
  expect(await buying.page.getByRole('button', { name: 'Copy Won to send' }).count()).toBe(0);
  await buying.page.goBack();
  // On the order as on its match.
  const order = selling.page.getByRole('region', { name: '현재 주문' });
  const disputed = order.getByText('분쟁 중', { exact: true });
  await expect.poll(() => disputed.count()).toBe(2);
  await follow(selling.page, '분쟁 보기');
  await selling.page.getByText('I paid an hour ago.').waitFor();
  const notStated = selling.page.getByText('아직 내 설명이 없어요.', { exact: false });
  await notStated.waitFor();
  // On a phone the form is far down the page.
  await press(selling.page, '설명 추가');
  await selling.page.waitForFunction(() => {
    const { top, bottom } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
    return document.activeElement?.tagName === 'TEXTAREA' && top >= 0 && bottom <= innerHeight;
  });
  await selling.page.getByRole('textbox', { name: '설명 추가' }).fill('입금이 확인되지 않아요.');
  await press(selling.page, '설명 보내기');
  await buying.page.getByText('입금이 확인되지 않아요.').waitFor();
  await notStated.waitFor({ state: 'detached' });

  await judging.page.getByRole('row').filter({ hasText: seller.nickname }).getByRole('link').click();
  await judging.page.getByText('입금이 확인되지 않아요.').waitFor();
  // What the admin compares the transfers with.
  await judging.page.getByText('00123456789').waitFor();
  await judging.page.getByRole('button', { name: '구매자 지갑 복사' }).waitFor();
  for (const { nickname } of [seller, buyer])
    await judging.page.getByRole('link', { name: nickname, exact: true }).waitFor();
  await judging.page.getByRole('link', { name: /^Buy\d/ }).waitFor();
  await press(judging.page, '담당하기');
  await judging.page.locator('button:focus', { hasText: '판정하기' }).waitFor();
  await selling.page.getByText('관리자 검토 중').waitFor();
  expect(await selling.page.getByText(admin.nickname).count()).toBe(0);
  await press(judging.page, '판정하기');
  const dialog = judging.page.getByRole('dialog', { name: '판정하기' });
  await dialog.getByRole('button', { name: '판정하기' }).click();
  await dialog.getByText('거래를 완료할지 매칭을 취소할지 선택해 주세요.').waitFor();
  await dialog.getByText('판정 근거를 하나 이상 선택해 주세요.').waitFor();
  await dialog.getByRole('button', { name: '거래 완료', exact: true }).click();
  await dialog.getByText('2.1246').first().waitFor();
  await dialog.getByLabel('한쪽 무응답').check();
  await dialog.getByText('판매자나 구매자가 판정 후 72시간 안에 한 번 이의를 신청할 수 있어요.').waitFor();
  await dialog.getByLabel('원화 송금 미확인').check();
  await dialog.getByLabel('원화 송금 확인').check();
  expect(await dialog.getByLabel('원화 송금 미확인').isChecked()).toBe(false);
  await dialog.getByText('판매자는 판정 후 72시간 안에 한 번 이의를 신청할 수 있어요.').waitFor();
  await dialog.getByLabel(/판정 설명/).fill('은행에서 송금을 확인했어요.');
  // The text is kept over a reload; what the ruling moves is chosen anew.
  await judging.page.reload();
  await press(judging.page, '판정하기');
  await expect.poll(() => dialog.getByLabel(/판정 설명/).inputValue()).toBe('은행에서 송금을 확인했어요.');
  await dialog.getByRole('button', { name: '거래 완료', exact: true }).click();
  await dialog.getByLabel('원화 송금 확인').check();
  await press(judging.page, '거래 완료로 판정');
  await dialog.waitFor({ state: 'detached' });
  const drafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'));
  await expect.poll(() => judging.page.evaluate(drafts)).toEqual([]);
  for (const { page } of [selling, buying]) await page.getByText('은행에서 송금을 확인했어요.').waitFor();
  await buying.page.getByText('The trade was completed as ruled.').waitFor();
  await judging.page.getByText('판정에 따라 거래가 완료됐어요.').waitFor();
  await selling.page.getByText(/까지 한 번만 할 수 있어요\.$/).waitFor();
  await press(selling.page, '이의신청');
  await selling.page.locator('textarea:focus').waitFor();
  // Everyone finds the ruling again from the order.
  await buying.page.goto(`/dashboard/orders/${buyId}`);
  await follow(buying.page, 'View the dispute');
  await buying.page.getByText('은행에서 송금을 확인했어요.').waitFor();
  await selling.page.goto('/dashboard/sell-history');
  await selling.page.getByRole('link', { name: /^Sell/ }).first().click();
  await follow(selling.page, '분쟁 보기');
  await selling.page.getByText('은행에서 송금을 확인했어요.').waitFor();
  await judging.page.goto(`/admin/orders/${sellId}`);
  await follow(judging.page, '분쟁 보기');
  await judging.page.getByText('은행에서 송금을 확인했어요.').waitFor();
  expect([...selling.faults, ...buying.faults, ...judging.faults]).toEqual([]);
});

it('the losing party appeals, and an admin other than the one who ruled decides finally', async () => {
  const other = await world.server.member({ active: true, admin: true });
  const { caseId } = await ruledCase('cancel');
  const selling = await world.open({ as: seller, width: 375 });
  await selling.page.goto(`/dashboard/disputes/${caseId}`);
  await selling.page.getByRole('heading', { name: '이의신청' }).waitFor();
  await selling.page
    .getByText('판정이 번복되어도 취소된 매칭은 되살아나지 않아요', { exact: false })
    .waitFor();
  // A date is read in one piece.
  const until = selling.page.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d까지$/);
  const linesOf = () => until.evaluateAll((all) => all.map((each) => each.getClientRects().length));
  await expect.poll(linesOf).toEqual([1, 1]);
  await press(selling.page, '이의신청 보내기');
  await selling.page.getByText('내용을 입력해 주세요.').waitFor();
  await selling.page.getByRole('textbox', { name: '판정이 왜 잘못됐나요?' }).fill('USDT를 이미 보냈어요.');
  await press(selling.page, '이의신청 보내기');
  await selling.page
    .getByText(/상대에게 직접 돌려받아야 해요.*이의신청을 검토하고 있어요\. 결정되면 알려 드려요\.$/)
    .waitFor();

  const ruler = await world.open({ as: admin });
  await ruler.page.goto(`/admin/disputes/${caseId}`);
  await press(ruler.page, '이의신청 결정');
  await ruler.page.getByText('직접 판정한 분쟁이에요.', { exact: false }).waitFor();
  await ruler.page.getByRole('dialog').getByRole('textbox').fill('판정대로예요.');
  // Nothing is preselected.
  await ruler.page.getByRole('dialog').getByRole('button', { name: '이의신청 결정' }).click();
  await ruler.page.getByText('판정을 유지할지 번복할지 선택해 주세요.').waitFor();
  await press(ruler.page, '판정 유지');
  await press(ruler.page, '결정: 판정 유지');
  await ruler.page.getByText('이의신청은 다른 관리자가 결정해요.', { exact: false }).waitFor();

  const deciding = await world.open({ as: other, language: 'en' });
  await deciding.page.goto('/admin/disputes');
  await deciding.page
    .getByRole('row')
    .filter({ hasText: 'Ruling: Cancel the match · Appeal under review' })
    .filter({ hasText: seller.nickname })
    .getByRole('link')
    .first()
    .click();
  await press(deciding.page, 'Decide on the appeal');
  await press(deciding.page, 'Overturn the ruling');
  await deciding.page.getByText('The cancelled match does not come back.', { exact: false }).waitFor();
  const dialog = deciding.page.getByRole('dialog', { name: 'Decide on the appeal' });
  await dialog.getByRole('textbox').fill('The transaction is on Solana.');
  await press(deciding.page, 'Decide: Overturn the ruling');
  await dialog.waitFor({ state: 'detached' });
  await selling.page.getByText('판정이 번복됐어요.', { exact: false }).waitFor();
  await selling.page.getByText('The transaction is on Solana.').waitFor();
  expect([...selling.faults, ...deciding.faults]).toEqual([]);
});

async function post(person: Person, path: string, body: object) {
  const answer = await world.server.request('POST', path, { token: person.token, body });
  expect(answer.status, path).toBeLessThan(300);
  return answer.body;
}

/** A case opened by the buyer and taken by the admin. */
async function takenCase() {
  const { tradeId } = await matchedOrders(world, { seller, buyer });
  const messages = { reason: 'TETHER_NOT_RECEIVED', statement: 'I paid an hour ago.' };
  const { caseId } = await post(buyer, `/trades/${tradeId}/cases`, messages);
  await post(admin, `/cases/${caseId}/take`, {});
  return String(caseId);
}

/** Such a case, ruled on by the admin against the seller. */
async function ruledCase(outcome: 'complete' | 'cancel') {
  const caseId = await takenCase();
  const ruling = { outcome, reasons: ['PAYMENT_PROVEN'], statement: '은행에서 송금을 확인했어요.' };
  await post(admin, `/cases/${caseId}/ruling`, ruling);
  return { caseId };
}

it('an admin reads a statement that comes between before their ruling counts', async () => {
  const caseId = await takenCase();
  const { page, faults } = await world.open({ as: admin });
  await page.goto(`/admin/disputes/${caseId}`);
  await press(page, '판정하기');
  const dialog = page.getByRole('dialog', { name: '판정하기' });
  await dialog.getByRole('button', { name: '매칭 취소', exact: true }).click();
  await dialog.getByLabel('원화 송금 미확인').check();
  await dialog.getByLabel(/판정 설명/).fill('송금을 확인하지 못했어요.');
  // What the screen gets of the dispute stays as it is now until a ruling was refused.
  const { body: before } = await world.server.request('GET', `/cases/${caseId}`, { token: admin.token });
  let isHeldBack = true;
  await page.route(`**/cases/${caseId}`, (route) =>
    isHeldBack ? route.fulfill({ json: before }) : route.continue(),
  );
  await page.route('**/ruling', async (route) => {
    const response = await route.fetch();
    isHeldBack = false;
    await route.fulfill({ response });
  });
  await post(buyer, `/cases/${caseId}/statements`, { statement: '이체 확인증이 있어요.' });
  await press(page, '매칭 취소로 판정');
  await dialog.getByText('그사이 설명이 추가됐어요.', { exact: false }).waitFor();
  await dialog.getByText('아래 설명이 새로 추가됐어요.', { exact: false }).waitFor();
  await dialog.getByText('이체 확인증이 있어요.').waitFor();
  await dialog.locator('[role=alert]:focus').waitFor();
  await dialog.getByRole('button', { name: '닫기' }).last().click();
  await dialog.waitFor({ state: 'detached' });

  // One that is shown as it comes may be out of sight: it leaves the focus where it is.
  await press(page, '판정하기');
  await dialog.locator(':focus').waitFor();
  const text = dialog.getByLabel(/판정 설명/);
  await text.focus();
  await post(seller, `/cases/${caseId}/statements`, { statement: '받은 돈이 없어요.' });
  await dialog.getByText('받은 돈이 없어요.').waitFor();
  expect(await text.evaluate((field) => field === document.activeElement)).toBe(true);
  await press(page, '매칭 취소로 판정');
  await dialog.locator('[role=alert]:focus').waitFor();
  await press(page, '매칭 취소로 판정');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('송금을 확인하지 못했어요.').waitFor();
  expect(faults).toEqual([]);
});

it('a dispute that another admin has taken is released only after a question', async () => {
  const caseId = await takenCase();
  const other = await world.server.member({ active: true, admin: true });
  const { page } = await world.open({ as: other });
  await page.goto(`/admin/disputes/${caseId}`);
  await press(page, '담당 해제');
  const question = page.getByRole('alertdialog', { name: '담당을 해제할까요?' });
  await question.getByText(`지금 ${admin.nickname} 님이 담당하고 있어요.`, { exact: false }).waitFor();
  await question.getByRole('button', { name: '담당 해제' }).click();
  await page.getByRole('button', { name: '담당하기' }).waitFor();
});

it('the member who opened a dispute drops it, and the payment continues', async () => {
  const { buyId } = await matchedOrders(world, { seller, buyer });
  const { page, faults } = await world.open({ as: buyer });
  await page.goto(`/dashboard/orders/${buyId}`);
  await follow(page, '분쟁 신청하기');
  await page.getByLabel('상대와 연락되지 않음').check();
  await page.getByRole('textbox', { name: '어떤 문제가 있었나요?' }).fill('판매자와 연락이 되지 않아요.');
  await press(page, '분쟁 신청하기');
  await press(page, '분쟁 취하');
  const question = page.getByRole('alertdialog', { name: '분쟁을 취하할까요?' });
  await question.getByRole('button', { name: '분쟁 취하' }).click();
  await page.getByText('분쟁이 취하되어 거래가 이어졌어요.').waitFor();
  await follow(page, '주문 보기');
  await page.getByText('상대 계좌로 원화를 보내 주세요.').waitFor();
  expect(faults).toEqual([]);
});

it('who asks for a dispute on a match that is gone is led to their trades', async () => {
  const { page } = await world.open({ as: buyer });
  await page.goto('/dashboard/disputes/new/000000000000000000000000');
  await page.getByRole('heading', { name: '매칭을 찾을 수 없어요' }).waitFor();
  expect(await page.getByRole('button', { name: '다시 시도' }).count()).toBe(0);
  await page.getByRole('main').getByRole('link', { name: '내 거래내역' }).click();
  await page.getByRole('heading', { name: '내 거래내역', level: 1 }).waitFor();
  // One that has ended is said to have, before anything is written.
  const { sellId, buyId, tradeId } = await matchedOrders(world, { seller, buyer });
  await world.admin.complete(sellId, buyId);
  await page.goto(`/dashboard/disputes/new/${tradeId}`);
  await page.getByRole('heading', { name: '이미 끝난 매칭이에요' }).waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  expect(await page.getByText('분쟁을 신청하면', { exact: false }).count()).toBe(0);
});
