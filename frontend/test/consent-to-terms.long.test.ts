import { afterAll, expect, it } from 'vitest';
import { startWorld } from './world.ts';

const environment = { TERMS_URL: 'https://example.com/terms', PRIVACY_URL: 'https://example.com/privacy' };
const world = await startWorld({ ownServer: true, environment });
afterAll(() => world.close());

it('a visitor agrees to the terms before a code is sent, and sees how long it is valid', async () => {
  const { page, faults } = await world.open();
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/sendCode') && sent.push(request.url()));
  await page.goto('/signup');
  const footer = page.getByRole('navigation', { name: '하단 링크' });
  const privacy = footer.getByRole('link', { name: '개인정보 처리방침' });
  expect(await privacy.getAttribute('href')).toBe('https://example.com/privacy');
  await page.getByLabel('휴대폰 번호').fill('01048217730');
  expect(await page.getByLabel('휴대폰 번호').inputValue()).toBe('010-4821-7730');
  const request = page.getByRole('button', { name: '인증번호 받기' });
  await request.click();
  await page.getByText('계속하려면 약관을 읽고 체크해 주세요.').waitFor();
  expect(sent).toEqual([]);
  await page.getByRole('checkbox', { name: /이용약관/ }).check();
  await request.click();
  await page.getByText(/^남은 시간 [23]:/).waitFor();
  expect(sent).toHaveLength(1);
  expect(faults).toEqual([]);
});

it('agrees with one click, whatever the field above says at that moment', async () => {
  const { page } = await world.open({ width: 375 });
  await page.goto('/signup');
  const phone = page.getByLabel('휴대폰 번호');
  const agree = page.getByRole('checkbox', { name: /이용약관/ });
  const malformed = page.getByText('올바른 휴대폰 번호를 입력해 주세요.');
  await page.getByRole('button', { name: '인증번호 받기' }).click();
  await malformed.waitFor();
  await phone.pressSequentially('01048217731');
  await malformed.waitFor({ state: 'detached' });
  await agree.click();
  await expect.poll(() => agree.isChecked()).toBe(true);
  // The error comes as the field is left, which is in the middle of the click.
  await page.reload();
  await phone.fill('123');
  await agree.click();
  await malformed.waitFor();
  await expect.poll(() => agree.isChecked()).toBe(true);
});
