import { readFile } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import { fingerprint } from './fingerprint.ts';
import { matchedOrders, startWorld } from './world.ts';

const world = await startWorld({ ownServer: true });
const { server } = world;
await world.admin.setPrice('1412');
const admin = await server.admin();
const manager = await server.member({ active: true, manager: true, nickname: 'manager7' });
const { body } = await server.request('GET', `/user/users/${manager.nickname}`, { token: manager.token });
/** Signed up with the manager's invite code. */
const seller = await server.member({ active: true, nickname: 'seojin0907', referralCode: body.inviteCode });
const buyer = await server.member({ active: true, nickname: 'dabin88' });
// A trade of 200 USDT of the invited seller, with a fee of 2 USDT.
const { sellId, buyId } = await matchedOrders(world, { seller, buyer, krw: '282400' });
await world.admin.complete(sellId, buyId);
afterAll(() => world.close());

it('a manager edits an invited member within their rights, and saves their fee report', async () => {
  const { page, faults } = await world.open({ as: manager });
  await page.goto('/manager');
  await page.getByRole('heading', { name: '대시보드' }).waitFor();
  await page.getByText('내 초대 코드').waitFor();
  await page.getByRole('heading', { name: '일별 판매 수량 (USDT)' }).waitFor();

  await page.getByRole('link', { name: '회원 목록' }).click();
  await page.getByRole('rowheader', { name: 'seojin0907' }).waitFor();
  expect(await page.getByRole('rowheader', { name: 'dabin88' }).count()).toBe(0);
  await page.getByRole('button', { name: '내가 초대한 회원', pressed: true }).waitFor();
  await page.getByRole('button', { name: '모든 회원', pressed: false }).click();
  await page.getByRole('rowheader', { name: 'dabin88' }).waitFor();

  await page.getByRole('button', { name: 'seojin0907 자세히' }).click();
  const editor = page.getByRole('form', { name: 'seojin0907 정보 수정' });
  expect(await editor.getByRole('checkbox').count()).toBe(0);
  await editor.getByLabel('텔레그램 아이디').fill('@seojin');
  await editor.getByRole('button', { name: '텔레그램 아이디 저장' }).click();
  await editor.getByRole('alert').filter({ hasText: '@' }).waitFor();
  await editor.getByLabel('텔레그램 아이디').fill('seojin');
  await editor.getByRole('button', { name: '텔레그램 아이디 저장' }).click();
  await page.getByText('seojin0907 님의 정보를 저장했어요').waitFor();
  const kept = () => server.request('GET', '/user/users/seojin0907', { token: manager.token });
  await expect.poll(async () => (await kept()).body.telegram).toBe('seojin');
  // An admin saves meanwhile: the changes are shown, without the admin's name, and the typed text stays.
  await editor.getByLabel('텔레그램 아이디').fill('typedhere');
  const edit = { token: admin.token, body: { telegram: 'elsewhere' } };
  await server.request('PUT', '/user/users/seojin0907', edit);
  const band = editor.getByRole('alert').filter({ hasText: '관리자나 매니저가 방금 변경했어요' });
  await band.getByText('elsewhere').waitFor();
  await editor.getByRole('button', { name: '텔레그램 아이디 저장' }).click();
  await expect.poll(async () => (await kept()).body.telegram).toBe('typedhere');

  await page.getByRole('link', { name: '수수료' }).click();
  await page.getByRole('cell', { name: '200.0000' }).first().waitFor();
  await page.getByRole('heading', { name: '거래별 1', exact: true }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV 내려받기' }).click();
  const csv = await readFile(await (await download).path());
  expect([...csv.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(csv.toString('utf8')).toContain('seojin0907,dabin88,200.0000');
  const shown = ((await fingerprint(page).textContent()) ?? '').replaceAll(/[^0-9a-f]/g, '');
  expect(csv.toString('utf8')).toContain(`보고서 지문 (SHA-256),${shown}`);
  const original = page.waitForEvent('download');
  await page.getByRole('button', { name: '감사용 CSV (UTC)' }).click();
  expect(await readFile(await (await original).path(), 'utf8')).toContain(`sha256,${shown}`);
  expect(faults).toEqual([]);
});

it('a manager reads their own notifications on the pages for managers', async () => {
  const { page, faults } = await world.open({ as: manager });
  await page.goto('/manager/dashboard');
  await page.getByRole('button', { name: /^알림/ }).click();
  await page.getByText('매니저 권한이 부여됐어요').first().waitFor();
  expect(faults).toEqual([]);
});

it('a manager reads no figures of the market as those of the members they invited', async () => {
  const { page, faults } = await world.open({ as: manager });
  const { promise: isLate, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/getallstats?*invited=true*', async (route) => {
    await isLate;
    await route.continue();
  });
  await page.goto('/manager/dashboard');
  const sold = page.getByText('200.0000');
  await sold.first().waitFor();
  await page.getByRole('button', { name: '내가 초대한 회원' }).click();
  await expect.poll(() => sold.count()).toBe(0);
  answer();
  await sold.first().waitFor();
  expect(faults).toEqual([]);
});

it('a manager reads only of the whole market that sales equal buys: invited members may buy from others', async () => {
  const { page, faults } = await world.open({ as: manager });
  await page.goto('/manager/dashboard');
  const note = page.getByText('판매와 구매는 완료된 거래의 양쪽이라 항상 같아요.');
  await note.waitFor();
  await page.getByRole('button', { name: '내가 초대한 회원' }).click();
  await page.getByText('0.0000').first().waitFor();
  await expect.poll(() => note.count()).toBe(0);
  await page.getByText('표로 보기').click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV 내려받기' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain('날짜,거래,판매,수수료,가입\r\n');
  expect(faults).toEqual([]);
});

it('a manager calculates another fee rule for completed trades, and saves the result with its fingerprint', async () => {
  const { page, faults } = await world.open({ as: manager });
  await page.goto('/manager/fee');
  await page.getByRole('link', { name: '수수료 모의 계산' }).click();
  await page.getByRole('heading', { name: '수수료 모의 계산' }).waitFor();
  const form = page.getByRole('form', { name: '수수료 규칙과 기간' });
  await expect.poll(() => form.getByLabel('모든 거래의 수수료율').inputValue()).toBe('1');
  expect(
    new Set(await form.locator('.field-box').evaluateAll((all) => all.map((box) => box.clientHeight))).size,
  ).toBe(1);
  await form.getByLabel('모든 거래의 수수료율').fill('one');
  await form.getByLabel('시작일').fill('2020-01-01');
  await form.getByLabel('종료일').fill('');
  await form.getByRole('button', { name: '구간 추가' }).click();
  await form.getByLabel('구간 1 시작 수량').fill('100');
  await form.getByLabel('구간 1 수수료율').fill('0.25');
  await form.getByRole('button', { name: '계산' }).click();
  await form.getByRole('alert').filter({ hasText: '99.9999' }).waitFor();
  await form.getByLabel('모든 거래의 수수료율').fill('2');
  await form.getByRole('button', { name: '계산' }).click();

  const byMember = page.getByRole('table', { name: '회원별' });
  await byMember
    .getByRole('row', { name: /^seojin0907 1 200\.0000 .*2\.0000 .*0\.5000 −1\.5000$/ })
    .first()
    .waitFor();
  // The keyboard goes on from there, to the figures or to another rule.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('계산');
  await page.goBack();
  await expect.poll(() => form.getByLabel('모든 거래의 수수료율').inputValue()).toBe('1');
  await page.goForward();
  await expect.poll(() => form.getByLabel('모든 거래의 수수료율').inputValue()).toBe('2');
  await byMember.waitFor();
  // Until now, which has changed since.
  const again = page.waitForRequest((request) => request.url().includes('/fees/rehearsal?'));
  await form.getByRole('button', { name: '계산' }).click();
  await again;
  await byMember.waitFor();
  const shown = ((await fingerprint(page).textContent()) ?? '').replaceAll(/[^0-9a-f]/g, '');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV 내려받기' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain(`규칙과 기간의 지문 (SHA-256),${shown}`);
  await page.reload();
  await byMember.waitFor();
  expect(await form.getByLabel('구간 1 수수료율').inputValue()).toBe('0.25');
  expect(faults).toEqual([]);
});
