import { afterAll, expect, it } from 'vitest';
import { smallJpeg } from '../../test/sign-up-form.ts';
import { startWorld } from './world.ts';

const world = await startWorld({ ownServer: true, environment: { TRUST_PROXY: '1' } });
afterAll(() => world.close());

it('a phone verified on one network signs up from another', async () => {
  const { page, faults } = await world.open({ width: 375 });
  const from = (address: string) => page.setExtraHTTPHeaders({ 'x-forwarded-for': address });
  const next = () => page.getByRole('button', { name: '다음' }).click();
  await from('198.51.100.7');
  await page.goto('/signup');
  await page.getByLabel('휴대폰 번호').fill('010-7731-0009');
  await page.getByRole('button', { name: '인증번호 받기' }).click();
  await page.getByRole('textbox', { name: '인증번호 6자리' }).click();
  const codeSent = () => world.server.codeSentTo('+821077310009');
  // The message is sent after the response.
  await expect.poll(codeSent).not.toBe('');
  await page.keyboard.type(await codeSent());
  await page.getByLabel('닉네임').fill('walker77');
  await page.getByLabel('비밀번호', { exact: true }).fill('secret77');
  await page.getByLabel('비밀번호 확인').fill('secret77');
  await next();
  await page.getByLabel('이름', { exact: true }).fill('이민서');
  await page.getByLabel('생년월일').pressSequentially('19950521');
  await page.getByLabel('은행').fill('카카오뱅크');
  await page.getByLabel('계좌번호').fill('3333-09-2216480');
  await next();
  await page.getByLabel('테더 지갑 주소').fill('So11111111111111111111111111111111111111112');
  await page.getByLabel('추천 코드').fill('WELCOME');
  await page.getByLabel('텔레그램 아이디').fill('walker77');
  await next();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(smallJpeg()) });
  await page.getByAltText('올릴 사진 미리보기').waitFor();
  // From the wireless network at home to the mobile one.
  await from('203.0.113.7');
  await page.getByRole('button', { name: '가입하기' }).click();
  await page.getByRole('heading', { name: '가입했어요' }).waitFor();
  expect(faults).toEqual([]);
});
