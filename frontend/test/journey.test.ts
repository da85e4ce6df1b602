import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { smallJpeg } from '../../test/sign-up-form.ts';
import { placeOrder, startWorld } from './world.ts';

const world = await startWorld();
await world.admin.setPrice('1412');
const folder = await mkdtemp(path.join(tmpdir(), 'journey-'));

afterAll(async () => {
  await world?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

/** The row of the order with that status; at first only an older order may be shown. */
const rowWithStatus = (page: Page, status: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(status, { exact: true }) });

/** An order's ID, from the link in the row with that status. */
const orderIdOf = async (page: Page, status: string): Promise<string> => {
  const href = await rowWithStatus(page, status)
    .locator('a[href^="/dashboard/orders/"]')
    .getAttribute('href');
  return href?.split('/').at(-1) ?? '';
};

describe('a member from sign-up to a completed sale', () => {
  it('in Korean on a desktop, with a match that arrives and completes without a reload', async () => {
    const { page, faults } = await world.open();
    const phone = '01077310001';
    const nickname = 'minseo77';

    await page.goto('/');
    await page.getByRole('heading', { name: /지금 1 USDT는 1,412원/ }).waitFor();
    // What it costs, before signing up.
    await page.getByText('판매자만 거래가 완료된 수량의 1%를').waitFor();
    await page.getByRole('main').getByRole('link', { name: '회원가입하고 거래하기' }).click();

    // Which numbers are taken is said before one is refused.
    await page.getByText('국내 번호만 가능해요.').waitFor();
    await page.getByLabel('휴대폰 번호').fill('010-7731-0001');
    // The bar of the steps is as wide as the form.
    const widthOf = async (selector: string) => (await page.locator(selector).boundingBox())?.width ?? 0;
    expect(await widthOf('main .fill-bar > i:nth-child(2)')).toBeGreaterThan(
      (await widthOf('main form')) / 6,
    );
    await page.getByRole('button', { name: '인증번호 받기' }).click();
    await page.getByRole('textbox', { name: '인증번호 6자리' }).click();
    await page.keyboard.type(await world.server.codeSentTo(`+82${phone.slice(1)}`));

    const accountStep = page.getByRole('heading', { name: '거래에 사용할 닉네임을 정해 주세요' });
    await accountStep.waitFor();
    // A reload asks for no other code, and the next person at this computer does not learn the number.
    await page.reload();
    await accountStep.waitFor();
    const stored = await page.evaluate(() => Object.entries(localStorage));
    expect(stored).toContainEqual(['verified', 'true']);
    expect(String(stored)).not.toContain('7731');
    // What is said about a field follows what is typed, also before it is left.
    await page.getByRole('button', { name: '다음' }).click();
    await page.getByText('닉네임을 입력해 주세요.').waitFor();
    await page.getByLabel('닉네임').fill('한글');
    await page.getByText('닉네임을 입력해 주세요.').waitFor({ state: 'detached' });
    // A taken nickname is refused and gets the focus before the fields below it.
    await page.getByLabel('닉네임').fill((await world.server.admin()).nickname);
    await page.getByRole('button', { name: '다음' }).click();
    await page.locator('#nickname:focus').waitFor();
    await page.getByText('이미 사용 중인 닉네임이에요.').waitFor();
    await page.getByLabel('닉네임').fill(nickname);
    await page.getByText('사용할 수 있는 닉네임이에요.').waitFor();
    await page.getByLabel('비밀번호', { exact: true }).fill('secret77');
    await page.getByLabel('비밀번호 확인').fill('secret77');
    await page.getByRole('button', { name: '다음' }).click();

    await page.getByLabel('이름', { exact: true }).fill('이민서');
    await page.getByLabel('생년월일').pressSequentially('19950521');
    await page.getByLabel('은행').fill('카카오뱅크');
    await page.getByLabel('계좌번호').fill('3333-09-2216480');
    await page.getByRole('button', { name: '다음' }).click();

    await page.getByLabel('테더 지갑 주소').fill('So11111111111111111111111111111111111111112');
    await page.getByLabel('추천 코드').fill('WELCOME');
    await page.getByLabel('텔레그램 아이디').fill('minseo77');
    await page.getByRole('button', { name: '다음' }).click();

    const photo = path.join(folder, 'me.jpg');
    await writeFile(photo, smallJpeg());
    await page.locator('input[type=file]').setInputFiles(photo);
    await page.getByAltText('올릴 사진 미리보기').waitFor();
    // Two clicks before the page has reacted to the first: only one is sent, and no refusal of the other is shown.
    await page.getByRole('button', { name: '가입하기' }).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await page.getByRole('heading', { name: '가입했어요' }).waitFor();
    // Said once: a message over the page would hide it and, once signed in, what the account waits for.
    expect(await page.getByText('가입했어요', { exact: true }).count()).toBe(1);

    await page.getByRole('main').getByRole('link', { name: '로그인' }).click();
    await page.getByLabel('닉네임').fill(nickname);
    await page.getByLabel('비밀번호', { exact: true }).fill('secret77');
    await page.getByRole('main').getByRole('button', { name: '로그인' }).click();

    // The account waits for an admin, and becomes active while the page is open.
    await page.getByText('활성화 대기', { exact: true }).first().waitFor();
    await world.admin.activate(nickname);
    await page.getByText('활성', { exact: true }).first().waitFor();
    await page
      .getByRole('definition')
      .filter({ hasText: /^활성$/ })
      .waitFor();

    await page.getByRole('link', { name: '테더 판매' }).first().click();
    await page.getByLabel('받을 금액').fill('1234567');
    await page.getByText('123만 4,567원', { exact: true }).waitFor();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: '874.3392 USDT 판매 주문하기' }).click();
    await page.getByRole('button', { name: '874.3392 USDT 판매', exact: true }).click();
    await page.waitForURL('**/dashboard/sell-history');
    await rowWithStatus(page, '승인 대기').waitFor();

    // Cancelled while pending, after a confirmation.
    await page.getByRole('button', { name: '주문 취소' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '네, 취소할게요' }).click();
    await rowWithStatus(page, '취소됨').waitFor();

    await page.getByRole('main').getByRole('link', { name: '테더 판매' }).click();
    await page.getByLabel('받을 금액').fill('1000000');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: '708.2153 USDT 판매 주문하기' }).click();
    await page.getByRole('button', { name: '708.2153 USDT 판매', exact: true }).click();
    await page.waitForURL('**/dashboard/sell-history');
    const sellId = await orderIdOf(page, '승인 대기');

    await world.admin.approve('sell', sellId);
    await rowWithStatus(page, '판매 중').waitFor();

    const buyer = await world.server.member({ active: true });
    const buyId = await placeOrder(world.server, buyer, 'buy', {
      krwAmount: '500000',
      price: '1412',
      amount: '354.1076',
    });
    await world.admin.approve('buy', buyId);
    await world.admin.match(sellId, buyId);

    // The match appears without a reload: the card, the bar and the counterpart.
    const card = page.getByRole('article');
    await card.waitFor();
    await card.getByRole('img', { name: '거래 중 354.1076, 남음 354.1077' }).waitFor();
    await card.getByText('500,000').waitFor();

    await world.admin.complete(sellId, buyId);
    await card.waitFor({ state: 'detached' });
    await page.getByRole('img', { name: '완료 354.1076, 남음 354.1077' }).waitFor();

    // The rest is matched and completed, so the order is completed.
    const restId = await placeOrder(world.server, buyer, 'buy', {
      krwAmount: '500001',
      price: '1412',
      amount: '354.1083',
    });
    await world.admin.approve('buy', restId);
    await world.admin.match(sellId, restId, '354.1077');
    await card.waitFor();
    await world.admin.complete(sellId, restId);
    await page.getByText('모두 판매했어요').waitFor();

    // The order's page shows all events and the order's earlier states.
    await page.getByRole('link', { name: /^Sell708-/ }).click();
    await page.getByText(/^기록 \d+개 보기$/).click();
    await page.getByText(/기록 \d+개 모두 위변조가 없어요/).waitFor();
    await page.getByRole('button', { name: '승인' }).click();
    await page.getByText('당시 주문').waitFor();
    await page.getByRole('img', { name: '남음 708.2153' }).first().waitFor();
    await page.getByRole('button', { name: '현재로 돌아가기' }).click();
    await page.getByText('현재 주문').waitFor();

    await page.getByRole('button', { name: '로그아웃' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    expect(faults).toEqual([]);
  });
});
