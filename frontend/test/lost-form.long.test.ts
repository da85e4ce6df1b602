import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { smallJpeg } from '../../test/sign-up-form.ts';
import { holdNextPhoto } from './hold-photo.ts';
import { open, setUpWorld, world } from './trouble.ts';
import { matchedOrders } from './world.ts';

setUpWorld();

/** A new account's last step, its photo. */
async function openPhotoStep(): Promise<Page> {
  const { page } = await open();
  await page.goto('/signup');
  await page.evaluate(() => localStorage.setItem('verified', '01077319997'));
  const draft = {
    phone: '01077319997',
    nickname: 'heic77',
    fullName: '김사진',
    dob: '1995-05-21',
    bankName: '카카오뱅크',
    bankAccount: '3333092216480',
    tetherAddress: 'So11111111111111111111111111111111111111112',
    referralCode: 'WELCOME',
    telegram: 'heic77',
  };
  await page.evaluate((text) => sessionStorage.setItem('sign-up', text), JSON.stringify(draft));
  await page.goto('/signup?step=account');
  await page.getByLabel('비밀번호', { exact: true }).fill('secret77');
  await page.getByLabel('비밀번호 확인').fill('secret77');
  for (const next of ['이름', '테더 지갑 주소']) {
    await page.getByRole('button', { name: '다음' }).click();
    await page.getByLabel(next, { exact: true }).waitFor();
  }
  await page.getByRole('button', { name: '다음' }).click();
  return page;
}

describe('when the server fails or does not answer', () => {
  it('requesting codes too often shows how long to wait and keeps the number', async () => {
    const { page } = await open();
    await page.route('**/user/users/sendCode', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '42' },
        json: {
          error: '잠시 후에 요청해 주세요.',
          message: 'Wait.',
          code: 'CODE_TOO_SOON',
          requestId: 'r-2',
        },
      }),
    );
    await page.goto('/signup');
    await page.getByLabel('휴대폰 번호').fill('01077319999');
    await page.getByRole('button', { name: '인증번호 받기' }).click();
    // The code sent before still counts: asking again is no error.
    await page.getByText('조금 전에 보낸 인증번호를 입력해 주세요.').waitFor();
    expect(await page.getByText('잠시 후에 요청해 주세요.').count()).toBe(0);
    await page.getByRole('textbox', { name: '인증번호 6자리' }).waitFor();
    await page.getByText(/^(4[0-2]|[1-3]\d)초 뒤에 다시 받을 수 있어요/).waitFor();
    expect(await page.getByLabel('휴대폰 번호').inputValue()).toBe('010-7731-9999');
  });

  it('an expired code is said to be expired, not wrong, and another one is the main action', async () => {
    const { page } = await open();
    await page.clock.install();
    await page.route('**/user/users/sendCode', (route) =>
      route.fulfill({ json: { message: 'Sent.', resendAfterSeconds: 60 } }),
    );
    await page.goto('/signup');
    await page.getByLabel('휴대폰 번호').fill('01077319998');
    const request = page.getByRole('button', { name: '인증번호 받기' });
    const primary = await request.evaluate((button) => getComputedStyle(button).color);
    await request.click();
    await page.getByText('남은 시간', { exact: false }).waitFor();
    await page.clock.fastForward('10:00');
    const again = page.getByRole('button', { name: '인증번호 다시 받기' });
    await again.waitFor();
    await expect.poll(() => again.evaluate((button) => getComputedStyle(button).color)).toBe(primary);
    await page.getByRole('textbox', { name: '인증번호 6자리' }).click();
    const answered = page.waitForResponse('**/user/users/verify');
    await page.keyboard.type('123456');
    await answered;
    await page.getByText('인증번호가 만료됐어요. 다시 받아 주세요.').waitFor();
    expect(await page.getByText('인증번호가 올바르지 않아요', { exact: false }).count()).toBe(0);
  });

  it('a photo that this browser cannot open is named, with what to do', async () => {
    const page = await openPhotoStep();
    // Windows names no type for these files.
    const buffer = Buffer.from('\0\0\0\x18ftypheic');
    await page.locator('input[type=file]').setInputFiles({ name: 'IMG_1.HEIC', mimeType: '', buffer });
    await page.getByText('이 브라우저는 HEIC 사진을 열 수 없어요.', { exact: false }).waitFor();
  });

  it('the second click of a double click on a step’s button is not one on the next step’s', async () => {
    const page = await openPhotoStep();
    await page.getByRole('button', { name: '가입하기' }).hover();
    await page.evaluate(() =>
      addEventListener('click', (event) => {
        document.documentElement.dataset['prevented'] = `${event.defaultPrevented}`;
      }),
    );
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await page.locator('html[data-prevented=true]').waitFor();
  });

  it('of two photos chosen quickly, the later one counts', async () => {
    const page = await openPhotoStep();
    const release = await holdNextPhoto(page);
    const choose = (photo: Uint8Array) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photo) });
    await choose(smallJpeg());
    await page.getByText('사진 용량을 줄이고 있어요').waitFor();
    await choose(smallJpeg());
    const preview = page.getByRole('img', { name: '올릴 사진 미리보기' });
    const shown = await preview.getAttribute('src');
    await release();
    expect(await preview.getAttribute('src')).toBe(shown);
  });

  it('a form keeps what was typed over a reload, except passwords', async () => {
    const { page } = await open();
    await page.goto('/signup');
    await page.getByLabel('휴대폰 번호').fill('010-7731-8888');
    await page.reload();
    await expect.poll(() => page.getByLabel('휴대폰 번호').inputValue()).toBe('010-7731-8888');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/password/i);
  });

  it('a device whose clock is a day ahead signs in, stays signed in, and shows the time that is left', async () => {
    const [seller, buyer] = [
      await world.server.member({ active: true }),
      await world.server.member({ active: true }),
    ];
    const { sellId } = await matchedOrders(world, { seller, buyer });
    const { page } = await open();
    await page.clock.install({ time: Date.now() + 86_400_000 });
    await page.goto(`/signin?next=/dashboard/orders/${sellId}`);
    await page.getByLabel('닉네임').fill(seller.nickname);
    await page.getByLabel('비밀번호', { exact: true }).fill(seller.password);
    await page.getByRole('main').getByRole('button', { name: '로그인' }).click();
    const left = page.getByText(/까지 \((5\d분|1시간) 남음\)/).first();
    await left.waitFor();
    await page.reload();
    await left.waitFor();
  });

  it('a device whose clock is three hours behind says that an admin’s queues were just refreshed', async () => {
    const { page } = await open({ as: await world.server.admin() });
    await page.clock.install({ time: Date.now() - 3 * 3_600_000 });
    await page.goto('/admin/sell-orders');
    await page.getByText('방금 새로고침').waitFor();
    // By now it has compared its clock with the server's.
    await page.reload();
    await page.getByText('방금 새로고침').waitFor();
  });

  it('a session ended elsewhere leads to sign-in and back to the unfinished order; signing out deletes the draft', async () => {
    const person = await world.server.member({ active: true });
    const { page } = await open({ as: person });
    await page.goto('/dashboard/sell-order?sort=newest');
    await page.getByLabel('받을 금액').fill('1234567');
    await world.server.request('POST', '/user/logout', { token: person.token });
    await page.waitForURL(/\/signin\?next=%2Fdashboard%2Fsell-order%3Fsort%3Dnewest/);
    await page.getByText('로그아웃됐어요.').waitFor();
    expect(
      await page.evaluate(() => ['token', 'user', 'isLoggedIn'].map((key) => localStorage.getItem(key))),
    ).toEqual([null, null, null]);
    await page.getByLabel('닉네임').fill(person.nickname);
    await page.getByLabel('비밀번호', { exact: true }).fill(person.password);
    await page.getByRole('main').getByRole('button', { name: '로그인' }).click();
    await page.getByRole('dialog', { name: '테더 판매' }).waitFor();
    await expect.poll(() => page.getByLabel('받을 금액').inputValue()).toBe('1,234,567');
    await page.goto('/logout');
    await page.waitForURL((url) => url.pathname === '/');
    await expect
      .poll(() => page.evaluate(() => Object.keys(sessionStorage)))
      .not.toContainEqual(expect.stringMatching(/^draft:/));
  });

  it('a session that ended in one tab keeps what was typed in another, and signing in there continues it', async () => {
    const person = await world.server.member({ active: true });
    const { page, context } = await open({ as: person });
    await page.goto('/dashboard/profile');
    const other = await context.newPage();
    await other.goto('/dashboard/sell-order');
    await other.getByLabel('받을 금액').fill('1234567');
    // This tab learns of the end from the other one only.
    await other.route('**/api/v1/**', (route) => route.abort());
    await world.server.request('POST', '/user/logout', { token: person.token });
    await page.bringToFront();
    await page.waitForURL('**/signin**');
    await page.getByText('로그아웃됐어요.').waitFor();
    await other.waitForURL(/\/signin\?next=%2Fdashboard%2Fsell-order/);
    await other.getByText('로그아웃됐어요.').waitFor();
    await other.unroute('**/api/v1/**');
    await page.getByLabel('닉네임').fill(person.nickname);
    await page.getByLabel('비밀번호', { exact: true }).fill(person.password);
    await page.getByRole('main').getByRole('button', { name: '로그인' }).click();
    await other.getByRole('dialog', { name: '테더 판매' }).waitFor();
    await expect.poll(() => other.getByLabel('받을 금액').inputValue()).toBe('1,234,567');

    await page.goto('/logout');
    await other.waitForURL((url) => url.pathname === '/');
    await expect
      .poll(() => other.evaluate(() => Object.keys(sessionStorage)))
      .not.toContainEqual(expect.stringMatching(/^draft:/));
  });

  it('a session ended elsewhere loses neither an inquiry with its subject nor a dispute statement', async () => {
    const [seller, buyer] = [
      await world.server.member({ active: true }),
      await world.server.member({ active: true }),
    ];
    const { sellId } = await matchedOrders(world, { seller, buyer });
    const { page } = await open({ as: seller });
    const endSessionAndSignIn = async () => {
      const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
      await world.server.request('POST', '/user/logout', { token });
      await page.getByText('로그아웃됐어요.').waitFor();
      await page.getByLabel('닉네임').fill(seller.nickname);
      await page.getByLabel('비밀번호', { exact: true }).fill(seller.password);
      await page.getByRole('main').getByRole('button', { name: '로그인' }).click();
    };
    await page.goto('/dashboard/inquiry-history');
    await page.getByRole('button', { name: '새 문의' }).click();
    await page.getByRole('button', { name: '구매 문의' }).click();
    await page.getByLabel('내용').fill('주문이 언제 승인되나요?');
    await endSessionAndSignIn();
    await page.getByRole('button', { name: '구매 문의', pressed: true }).waitFor();
    await expect.poll(() => page.getByLabel('내용').inputValue()).toBe('주문이 언제 승인되나요?');

    await page.goto(`/dashboard/orders/${sellId}`);
    await page.getByRole('link', { name: '분쟁 신청하기' }).click();
    await page.getByLabel('어떤 문제가 있었나요?').fill('한 시간 전에 보냈다고 했어요.');
    await endSessionAndSignIn();
    const statement = page.getByLabel('어떤 문제가 있었나요?');
    await expect.poll(() => statement.inputValue()).toBe('한 시간 전에 보냈다고 했어요.');
    await page.getByLabel('원화를 받지 못함').check();
    await page.getByRole('button', { name: '분쟁 신청하기' }).click();
    await page.getByLabel('설명 추가').fill('아직 들어오지 않았어요.');
    await page.reload();
    const added = page.getByLabel('설명 추가');
    await expect.poll(() => added.inputValue()).toBe('아직 들어오지 않았어요.');
    await page.getByRole('button', { name: '설명 보내기' }).click();
    await expect.poll(() => added.inputValue()).toBe('');
    await expect
      .poll(() => page.evaluate(() => Object.keys(sessionStorage)))
      .not.toContainEqual(expect.stringMatching(/^draft:.*:(dispute|statement)/));
  });

  it('a sent appeal or inquiry leaves no draft, even if its form goes before the answer comes', async () => {
    const [seller, buyer] = [
      await world.server.member({ active: true }),
      await world.server.member({ active: true }),
    ];
    const { sellId } = await matchedOrders(world, { seller, buyer });
    const { token } = await world.server.admin();
    const { page } = await open({ as: seller });
    const drafts = () =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')));
    await page.goto(`/dashboard/orders/${sellId}`);
    await page.getByRole('link', { name: '분쟁 신청하기' }).click();
    await page.getByLabel('원화를 받지 못함').check();
    await page.getByLabel('어떤 문제가 있었나요?').fill('입금이 없어요.');
    await page.getByRole('button', { name: '분쟁 신청하기' }).click();
    await page.waitForURL(/\/dashboard\/disputes\/[0-9a-f]+$/);
    const caseId = page.url().split('/').at(-1);
    await page.getByLabel('설명 추가').fill('아직도 없어요.');
    await world.server.request('POST', `/cases/${caseId}/take`, { token, body: {} });
    const ruling = { outcome: 'cancel', reasons: ['PAYMENT_PROVEN'], statement: '송금을 확인했어요.' };
    const { status } = await world.server.request('POST', `/cases/${caseId}/ruling`, { token, body: ruling });
    expect(status).toBe(200);

    // The push of the appealed case removes the form before the answer arrives.
    const statement = page.getByLabel('판정이 왜 잘못됐나요?');
    // What was typed before the ruling came is not lost.
    await expect.poll(() => statement.inputValue()).toBe('아직도 없어요.');
    await page.route('**/cases/*/appeal', async (route) => {
      const response = await route.fetch();
      await statement.waitFor({ state: 'detached' });
      await route.fulfill({ response });
    });
    await statement.fill('입금 내역이 없어요.');
    await expect.poll(drafts).toHaveLength(1);
    await page.getByRole('button', { name: '이의신청 보내기' }).click();
    await page.getByText('이의신청을 보냈어요').waitFor();
    await expect.poll(drafts).toEqual([]);

    // Left by the browser's back while it is being sent.
    const left = Promise.withResolvers<void>();
    await page.route('**/api/v1/inquiry', async (route) => {
      const response = await route.fetch();
      await left.promise;
      await route.fulfill({ response });
    });
    await page.goto('/dashboard/profile');
    await page.getByRole('link', { name: '문의 내역' }).click();
    await page.getByRole('button', { name: '새 문의' }).click();
    await page.getByLabel('내용').fill('주문이 언제 승인되나요?');
    const sent = page.waitForRequest('**/api/v1/inquiry');
    await page.getByRole('button', { name: '문의 보내기' }).click();
    await sent;
    while (!page.url().endsWith('/dashboard/profile')) await page.goBack();
    await page.getByLabel('내용').waitFor({ state: 'detached' });
    left.resolve();
    await page.getByText('문의를 보냈어요').waitFor();
    await expect.poll(drafts).toEqual([]);
  });

  it('a new password whose response was lost stays as typed, and a wrong code is shown at its field', async () => {
    const { page } = await open();
    await page.goto('/recover-password');
    await page.getByLabel('닉네임').fill('nobody77');
    await page.getByRole('button', { name: '인증번호 받기' }).click();
    await page.getByRole('textbox', { name: '인증번호 6자리' }).click();
    await page.keyboard.type('123456');
    await page.getByLabel('새 비밀번호', { exact: true }).fill('secret99');
    await page.getByLabel('새 비밀번호 확인').fill('secret99');
    await page.route('**/user/recover-password', (route) => route.abort());
    await page.getByRole('button', { name: '새 비밀번호로 변경' }).click();
    await page.getByText('비밀번호를 변경하지 못했어요.').waitFor();
    expect(await page.getByLabel('새 비밀번호', { exact: true }).inputValue()).toBe('secret99');
    await page.unroute('**/user/recover-password');
    await page.getByRole('button', { name: '새 비밀번호로 변경' }).click();
    await page.getByText('인증번호가 올바르지 않아요.').waitFor();
    await page.locator('#code:focus').waitFor();
    expect(await page.getByLabel('새 비밀번호', { exact: true }).inputValue()).toBe('secret99');
    expect(await page.locator('form [autocomplete=username][hidden]').inputValue()).toBe('nobody77');
  });
});
