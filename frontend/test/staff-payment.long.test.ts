import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import type { Person } from '../../test/server.ts';
import { matchedOrders, startWorld } from './world.ts';

const world = await startWorld();
await world.admin.setPrice('1412');
const admin = await world.server.admin();
const seller = await world.server.member({ active: true });
const buyer = await world.server.member({ active: true });
afterAll(() => world.close());

const newTrade = () => matchedOrders(world, { seller, buyer });

async function send(method: string, path: string, person: Person, body: object): Promise<void> {
  const answer = await world.server.request(method, path, { token: person.token, body });
  expect(answer.status).toBe(200);
}

const step = (page: Page, name: string) =>
  page
    .getByRole('complementary')
    .getByRole('list', { name: /^(거래 단계|Payment steps)$/ })
    .getByRole('listitem')
    .filter({ hasText: name });

it('an admin sees payment marks as they happen, and completes with a reason by keyboard', async () => {
  const { sellId, tradeId } = await newTrade();
  const steps = `/trades/${tradeId}/steps`;
  const { page, faults } = await world.open({ as: admin });
  await page.goto(`/admin/sell-orders?order=${sellId}`);
  const sent = step(page, '원화 송금');
  await sent.getByText('대기', { exact: true }).waitFor();
  await send('POST', steps, buyer, { step: 'payment-sent' });
  await sent.getByText(buyer.nickname).waitFor();
  await send('DELETE', steps, buyer, { step: 'payment-sent' });
  await sent.getByText(`${buyer.nickname} · 되돌림`).waitFor();
  await send('POST', steps, buyer, { step: 'payment-sent' });
  await send('POST', steps, admin, { step: 'payment-received', reason: 'PARTY_ASKED' });
  await step(page, '입금 확인').getByText('RootAdmin · 관리자가 대신 표시').waitFor();

  await page.getByRole('button', { name: /^거래 완료/ }).waitFor();
  await page.keyboard.press('d');
  const question = page.getByRole('alertdialog', { name: '거래를 완료할까요?' });
  const items = question.getByRole('listitem');
  await items.filter({ hasText: '원화 송금' }).getByText(buyer.nickname).waitFor();
  await expect.poll(() => items.filter({ hasText: '대기' }).count()).toBe(2);
  await question.getByRole('radio', { name: '채팅으로 확인', checked: false }).waitFor();
  await page.keyboard.press('Enter');
  await question.getByText('사유를 선택해야 완료할 수 있어요.').waitFor();
  await page.keyboard.press('2');
  await question.getByRole('radio', { name: '전화로 확인', checked: true }).waitFor();
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  await page.locator(`#row-${sellId}`).waitFor({ state: 'detached' });
  const events = await world.server.eventsOf(`trade-${tradeId}`);
  expect(events.find(({ type }) => type === 'TradeCompleting')?.data).toMatchObject({
    reason: 'CONFIRMED_BY_PHONE',
  });
  expect(faults).toEqual([]);
});

it('on a low phone the buttons of a long question stay in sight', async () => {
  const { sellId } = await newTrade();
  const { page } = await world.open({ as: admin, width: 375, language: 'en' });
  await page.setViewportSize({ width: 375, height: 560 });
  await page.goto(`/admin/sell-orders?order=${sellId}`);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Complete/ })
    .click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('radio').first().waitFor();
  const bottomOf = async (one: Locator) => {
    const box = await one.boundingBox();
    return box === null ? Number.POSITIVE_INFINITY : box.y + box.height;
  };
  const complete = question.getByRole('button', { name: /^Complete/ });
  for (const button of [complete, question.getByRole('button').first()])
    await expect.poll(() => bottomOf(button)).toBeLessThan(560 - 20);
  await complete.click();
  const missing = question.getByRole('alert').filter({ hasText: 'reason' });
  await expect
    .poll(async () => (await bottomOf(missing)) < ((await complete.boundingBox())?.y ?? 0))
    .toBe(true);
});

it('an admin marks a step for a party with a reason, and undoes it', async () => {
  const { sellId, tradeId } = await newTrade();
  const { page, faults } = await world.open({ as: admin });
  await page.goto(`/admin/sell-orders?order=${sellId}`);
  const panel = page.getByRole('complementary');
  await panel.getByRole('button', { name: /^구매자 대신 표시/ }).click();
  const question = page.getByRole('alertdialog', { name: '구매자 대신 “원화 송금” 단계를 표시할까요?' });
  const confirm = () => question.getByRole('button', { name: '“원화 송금” 표시' }).click();
  await confirm();
  await question.getByText('사유를 선택해 주세요. 기록에 남아요.').waitFor();
  await question.getByRole('radio', { name: '회원과 연락되지 않음' }).click();
  await confirm();
  await question.waitFor({ state: 'detached' });
  await step(page, '원화 송금').getByText('RootAdmin · 관리자가 대신 표시').waitFor();
  const newest = async () =>
    (await world.server.log.readStream(`trade-${tradeId}`, { direction: 'backwards', limit: 1 }))[0];
  expect(await newest()).toMatchObject({ type: 'PaymentSent', data: { reason: 'PARTY_UNREACHABLE' } });

  await panel.getByRole('button', { name: /^“원화 송금” 되돌리기/ }).click();
  await step(page, '원화 송금').getByText('RootAdmin · 되돌림').waitFor();

  // The seller's transaction can be named, and one that cannot be read is refused at its field.
  for (const [who, name] of [
    [buyer, 'payment-sent'],
    [seller, 'payment-received'],
  ] as const)
    await send('POST', `/trades/${tradeId}/steps`, who, { step: name });
  // Before, the same button marks the step of the seller that is now marked.
  await step(page, '입금 확인').getByText(seller.nickname).waitFor();
  await panel.getByRole('button', { name: /^판매자 대신 표시/ }).click();
  const sending = page.getByRole('alertdialog', { name: '판매자 대신 “USDT 전송” 단계를 표시할까요?' });
  await sending.getByLabel('트랜잭션 ID (TxID, 선택)').fill('nothing');
  await sending.getByRole('radio', { name: '회원 요청' }).click();
  await sending.getByRole('button', { name: '“USDT 전송” 표시' }).click();
  await sending.getByText('솔라나 트랜잭션 ID가 아니에요. 지갑 앱의 전송 내역에서 복사해 주세요.').waitFor();
  await sending.getByLabel('트랜잭션 ID (TxID, 선택)').fill('');
  await sending.getByRole('button', { name: '“USDT 전송” 표시' }).click();
  await sending.waitFor({ state: 'detached' });
  await expect.poll(async () => (await newest())?.type).toBe('TetherSent');
  expect(faults).toEqual([]);
});

it('an admin extends, pauses and resumes the time for a step, and sees the text of a refusal', async () => {
  const { buyId, tradeId } = await newTrade();
  const move = `/trades/${tradeId}/window`;
  const nextNow = async () =>
    (await world.server.request('GET', `/trades/${tradeId}/payment`, { token: admin.token })).body.next;
  const { due } = await nextNow();
  const { page, faults } = await world.open({ as: admin, language: 'en', theme: 'dark' });
  await page.goto(`/admin/buy-orders?order=${buyId}`);
  const panel = page.getByRole('complementary');
  const question = page.getByRole('alertdialog', { name: 'Change the time for this step?' });
  const change = () => panel.getByRole('button', { name: /^Change time/ }).click();
  const press = (name: string) => question.getByRole('button', { name, exact: true }).last().click();

  await panel.getByText(/^until .+ left\)$/).waitFor();
  await change();
  await question.getByRole('textbox', { name: 'Minutes to add' }).fill('0');
  await press('Extend by – min');
  await question.getByText('Enter 1 to 1,440 minutes').waitFor();
  await question.getByRole('textbox', { name: 'Minutes to add' }).fill('45');
  await press('Extend by 45 min');
  await question.waitFor({ state: 'detached' });
  expect(Date.parse((await nextNow()).due) - Date.parse(due)).toBe(45 * 60_000);

  await change();
  await question.getByRole('button', { name: 'Pause', exact: true }).click();
  await question.getByRole('radio', { name: 'Bank maintenance' }).click();
  // Another admin pauses it first.
  await send('POST', move, admin, { pause: true, reason: 'UNDER_REVIEW' });
  // While the dialog is open, the panel has no roles.
  await page.locator('aside').getByText('An admin has paused the time for this step').waitFor();
  await press('Pause');
  await page.getByText('The time for this step is already paused.').first().waitFor();
  await press('Cancel');
  await question.waitFor({ state: 'detached' });

  await change();
  await press('Resume');
  await question.waitFor({ state: 'detached' });
  await panel.getByText(/^until .+ left\)$/).waitFor();
  expect(await nextNow()).toMatchObject({ step: 'payment-sent', paused: false });

  // The buyer marks the step first.
  await change();
  await question.getByText('Won sent').waitFor();
  await send('POST', `/trades/${tradeId}/steps`, buyer, { step: 'payment-sent' });
  await question.getByText('This changed while you were looking').waitFor();
  expect(await question.getByRole('button').allTextContents()).toEqual(['Close']);
  expect(faults).toEqual([]);
});

it('an admin who cancels a match sees that it is paid, also if that comes between', async () => {
  const { sellId, tradeId } = await newTrade();
  const { page, faults } = await world.open({ as: admin });
  await page.goto(`/admin/sell-orders?order=${sellId}`);
  await step(page, '원화 송금').getByText('대기', { exact: true }).waitFor();
  // What the screen gets of the payment stays as it is now until a cancellation was refused.
  let isHeldBack = true;
  const unpaid = await world.server.request('GET', `/trades/${tradeId}/payment`, { token: admin.token });
  await page.route('**/payment', (route) =>
    isHeldBack ? route.fulfill({ json: unpaid.body }) : route.continue(),
  );
  await page.route('**/cancel-orders', async (route) => {
    const response = await route.fetch();
    isHeldBack = false;
    await route.fulfill({ response });
  });

  await page.getByRole('button', { name: /^매칭 취소/ }).waitFor();
  await page.keyboard.press('x');
  const question = page.getByRole('alertdialog', { name: '매칭을 취소할까요?' });
  const steps = question.getByRole('listitem');
  const warning = question.getByText('원화를 보낸 것으로 표시된 매칭이에요.');
  await expect.poll(() => steps.filter({ hasText: '대기' }).count()).toBe(4);
  await send('POST', `/trades/${tradeId}/steps`, buyer, { step: 'payment-sent' });
  expect(await warning.count()).toBe(0);
  const confirm = question.getByRole('button', { name: /매칭 취소$/ });
  await confirm.click();
  await page.getByText('그사이 거래 단계가 바뀌었어요.').first().waitFor();
  await warning.waitFor();
  await question.getByRole('alert').getByText('원화 송금').waitFor();
  await steps.filter({ hasText: '원화 송금' }).getByText(buyer.nickname).waitFor();
  await confirm.click();
  await question.waitFor({ state: 'detached' });
  const trade = await world.server.request('GET', `/trades/${tradeId}`, { token: admin.token });
  expect(trade.body.status).toBe('cancelled');
  expect(faults).toEqual([]);
});

it('a question can be cancelled, but not confirmed, while what it is about is loading', async () => {
  const { sellId, tradeId } = await newTrade();
  const { page, faults } = await world.open({ as: admin });
  // Never answered.
  await page.route('**/payment', () => undefined);
  await page.goto(`/admin/sell-orders?order=${sellId}`);
  await page.getByRole('button', { name: /^매칭 취소/ }).waitFor();
  await page.keyboard.press('x');
  const question = page.getByRole('alertdialog', { name: '매칭을 취소할까요?' });
  const confirm = question.locator('button[aria-busy=true]', { hasText: '매칭 취소' });
  await confirm.click({ force: true });
  await question.getByRole('button', { name: '닫기' }).click();
  await question.waitFor({ state: 'detached' });
  const trade = await world.server.request('GET', `/trades/${tradeId}`, { token: admin.token });
  expect(trade.body.status).toBe('matched');
  expect(faults).toEqual([]);
});

it('a seller is asked to check the account if an admin has confirmed the payment', async () => {
  const { sellId, buyId, tradeId } = await newTrade();
  const steps = `/trades/${tradeId}/steps`;
  await send('POST', steps, buyer, { step: 'payment-sent' });
  const { page, faults } = await world.open({ as: seller });
  await page.goto(`/chat/${sellId}/${buyId}/sell`);
  const request = page.getByText(
    '관리자가 입금을 대신 확인했어요. USDT를 보내기 전에 내 계좌를 확인해 주세요.',
  );
  await page.getByText('원화가 들어왔는지 계좌에서 확인해 주세요.').waitFor();
  expect(await request.count()).toBe(0);
  await send('POST', steps, admin, { step: 'payment-received', reason: 'PARTY_ASKED' });
  await request.waitFor();
  expect(faults).toEqual([]);
});
