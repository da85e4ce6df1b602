import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { signUpForm, smallJpeg } from '../../test/sign-up-form.ts';
import { matchedOrders, startWorld } from './world.ts';

const signature = `4${'h'.repeat(86)}`;

const world = await startWorld();
await world.admin.setPrice('1412');
const seller = await world.server.member({ active: true });
const buyer = await world.server.member({ active: true });
afterAll(() => world.close());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

it('a double click marks a step once, and says so once', async () => {
  const { buyId } = await matchedOrders(world, { seller, buyer });
  const { page } = await world.open({ as: buyer });
  const keys = new Set<string | undefined>();
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/steps'))
      keys.add(request.headers()['idempotency-key']);
  });
  await page.goto(`/dashboard/orders/${buyId}`);
  await page.getByRole('button', { name: '원화를 보냈어요', exact: true }).dblclick();
  // Before the page, because it disappears after some seconds.
  const done = page.getByText('원화를 보냈다고 상대에게 알렸어요');
  await done.first().waitFor();
  await page.getByText('상대가 원화 입금을 확인하고 있어요.').waitFor();
  expect(await done.count()).toBeLessThan(2);
  expect([...keys]).toEqual([expect.stringMatching(/./)]);
});

it('seller and buyer mark the steps of a payment in their chat, each sees the other’s, and an admin completes', async () => {
  const { sellId, buyId } = await matchedOrders(world, { seller, buyer });
  const selling = await world.open({ as: seller, width: 375 });
  const buying = await world.open({ as: buyer, language: 'en' });
  await selling.page.goto(`/chat/${sellId}/${buyId}/sell`);
  await buying.page.goto(`/chat/${buyId}/${sellId}/buy`);

  await selling.page.getByText('상대의 원화 송금을 기다리고 있어요.').waitFor();
  await buying.page.getByText(/^Your turn · until \d\d:\d\d \(\d+ min left\)$/).waitFor();
  const toSend = buying.page.getByRole('button', { name: 'Copy Won to send' });
  await toSend.waitFor();
  const ownName = signUpForm()['fullName'];
  await buying.page.getByText(`Sender shown to the seller: ${ownName}`).waitFor();
  await press(buying.page, 'I have sent the won');
  await selling.page.getByText('원화가 들어왔는지 계좌에서 확인해 주세요.').waitFor();
  // By the name that the bank shows the seller finds the deposit.
  await selling.page.getByText(`보낸 사람 ${ownName}`).waitFor();
  // Marked too early: undone while no step follows, and marked again.
  await press(buying.page, 'Undo “Won sent”');
  await selling.page.getByText('상대의 원화 송금을 기다리고 있어요.').waitFor();
  await press(buying.page, 'Edit details');
  await press(buying.page, 'Cash deposit');
  const sender = buying.page.getByRole('textbox', { name: 'Name of the sender' });
  expect(await sender.inputValue()).toBe(ownName);
  await sender.fill('김구매');
  await buying.page
    .getByLabel('Image file')
    .setInputFiles({ name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(smallJpeg()) });
  await buying.page.getByRole('img', { name: 'The chosen image' }).waitFor();
  await press(buying.page, 'I have sent the won');
  await selling.page.getByText('보낸 방법 현금 입금').waitFor();
  await selling.page.getByText('보낸 사람 김구매').waitFor();
  await selling.page.getByRole('img', { name: '이체 확인증, 크게 보기' }).waitFor();
  await buying.page.locator('dt', { hasText: /^Won sent$/ }).waitFor();
  expect(await toSend.count()).toBe(0);
  // From then on the seller owes the USDT, so it is asked once more; only then is there something to send.
  expect(await selling.page.getByText('구매자에게 보낼 USDT').count()).toBe(0);
  await selling.page.getByText('한국은행 00123456789').waitFor();
  await press(selling.page, '원화를 받았어요');
  const question = selling.page.getByRole('alertdialog', { name: '300,000원이 입금됐나요?' });
  await question.getByRole('button', { name: '원화를 받았어요' }).click();
  // The pressed button is gone: the focus is on the page at once, not only when the message has disappeared.
  await selling.page.waitForFunction(
    () => document.activeElement?.id === 'main' && document.querySelector('[role=dialog]') !== null,
  );
  await selling.page.getByText('트랜잭션 ID를 먼저 입력해 주세요.').waitFor();

  await selling.page.getByRole('textbox', { name: '트랜잭션 ID (TxID)' }).fill('nonsense');
  await press(selling.page, 'USDT를 보냈어요');
  await selling.page.getByText('솔라나 트랜잭션 ID가 아니에요.').waitFor();
  await selling.page
    .getByRole('textbox', { name: '트랜잭션 ID (TxID)' })
    .fill(`https://solscan.io/tx/${signature}?cluster=mainnet`);
  await press(selling.page, 'USDT를 보냈어요');
  await buying.page.getByText('Check your wallet, then confirm that you have received the USDT.').waitFor();
  await buying.page.getByText('Not checked automatically. Please look in your wallet.').waitFor();
  await buying.page.getByRole('button', { name: 'Copy Transaction ID (signature)' }).waitFor();
  await press(buying.page, 'I have received the USDT');
  await selling.page
    .getByText('모든 단계가 끝났어요. 관리자가 확인하고 거래를 완료하면 알려 드려요.')
    .waitFor();
  await selling.page.getByText('완료 대기', { exact: true }).waitFor();
  const staff = await world.open({ as: await world.server.admin() });
  await staff.page.goto(`/admin/orders/${sellId}`);
  const steps = staff.page.getByRole('list', { name: '거래 단계' }).getByRole('listitem');
  await steps.filter({ hasText: '수령 확인' }).getByText(buyer.nickname).waitFor();
  await staff.page.locator(`a[href="https://solscan.io/tx/${signature}"]`).waitFor();
  await staff.page.getByRole('region', { name: '현재 주문' }).getByText('완료 대기').first().waitFor();

  await world.admin.complete(sellId, buyId);
  await selling.page
    .getByText('모든 단계가 끝났어요. 관리자가 확인하고 거래를 완료하면 알려 드려요.')
    .waitFor({ state: 'detached' });

  // What a member may need later is in the ended match.
  await selling.page.goto(`/dashboard/orders/${sellId}`);
  await selling.page.locator('summary').filter({ hasText: buyer.nickname }).click();
  await selling.page.getByRole('button', { name: '트랜잭션 ID (TxID) 복사' }).waitFor();
  await selling.page.getByText('구매자에게 보낸 USDT').waitFor();
  expect([...selling.faults, ...buying.faults]).toEqual([]);
});
