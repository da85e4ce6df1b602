import { afterAll, expect, it } from 'vitest';
import { matchedOrders, startWorld } from './world.ts';

const world = await startWorld();
const { server } = world;
await world.admin.setPrice('1412');
const admin = await server.admin();
const seller = await server.member({ active: true });
const buyer = await server.member({ active: true });
const { sellId, buyId } = await matchedOrders(world, { seller, buyer });
await world.admin.complete(sellId, buyId);
afterAll(() => world.close());

it('the report of today, its days and its file name the same day, so that they stay one report over midnight', async () => {
  const { page, faults } = await world.open({ as: admin });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams: query } = new URL(request.url());
    const [, call] = pathname.split('/fees/');
    if (call !== undefined)
      asked.push(`${call} ${query.get('period')} ${query.get('from')} ${query.get('to')}`);
  });
  await page.goto('/admin/fees?period=today');
  await page.getByRole('table', { name: '일별' }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV 내려받기' }).click();
  const [day] = /\d{4}-\d\d-\d\d/.exec((await download).suggestedFilename()) ?? [];
  // The page asks again once its socket is up.
  expect([...new Set(asked)].toSorted()).toEqual(
    ['report', 'report.csv', 'report/days'].map((call) => `${call} null ${day} ${day}`),
  );
  expect(faults).toEqual([]);
});

it('a file that is requested while another point in time is loading is of that one', async () => {
  const { page, faults } = await world.open({ as: admin });
  await page.goto('/admin/fees');
  await page.getByRole('table', { name: '일별' }).waitFor();
  const { promise: isLate, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/fees/report?*', async (route) => {
    await isLate;
    await route.continue();
  });
  const asked = page.waitForRequest((request) => request.url().includes('/fees/report?'));
  await page.getByLabel('기준 시점').fill('2026-01-02 15:00');
  await asked;
  const file = page.waitForRequest((request) => request.url().includes('/fees/report.csv'));
  await page.getByRole('button', { name: 'CSV 내려받기' }).click();
  expect(new URL((await file).url()).searchParams.get('asOf')).toBe('2026-01-02T06:00:00.000Z');
  answer();
  await page.getByText('아직 기록이 없어요').waitFor();
  expect(faults).toEqual([]);
});

it('days of the filters before are marked as old until those of the report on screen come', async () => {
  const { page, faults } = await world.open({ as: admin });
  await page.goto('/admin/fees');
  const days = page.getByRole('table', { name: '일별' });
  await days.waitFor();
  const { promise: isLate, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/fees/report/days?*', async (route) => {
    await isLate;
    await route.continue();
  });
  const arrived = page.waitForResponse((response) => /\/fees\/report\?.*from=/.test(response.url()));
  await page.getByLabel('판매량').selectOption('today');
  await (await arrived).finished();
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  const old = page.locator('[aria-busy=true]').filter({ has: days });
  await expect.poll(() => old.count()).toBe(1);
  answer();
  await expect.poll(() => old.count()).toBe(0);
  expect(faults).toEqual([]);
});

it('a screen reader reads a total and its unit as two words', async () => {
  const { page, faults } = await world.open({ as: admin });
  await page.goto('/admin/fees');
  await page.getByRole('table', { name: '일별' }).waitFor();
  await expect
    .poll(() => page.locator('main dl dd').allTextContents())
    .toEqual([
      expect.stringMatching(/^[\d,]+\.\d\d USDT/),
      expect.stringMatching(/^[\d,]+\.\d{4} USDT$/),
      expect.anything(),
      expect.stringMatching(/^[\d,]+원$/),
    ]);
  expect(faults).toEqual([]);
});

it('large figures at two points in time stay apart on a phone', async () => {
  const { page, faults } = await world.open({ as: admin, width: 375 });
  const value = '-4999999.2108';
  await page.route('**/api/v1/**/compare?*', async (route) => {
    const answer = await (await route.fetch()).json();
    for (const one of answer.accounts) Object.assign(one, { before: value, after: value, difference: value });
    await route.fulfill({ json: answer });
  });
  await page.goto('/admin/trial-balance/compare?before=2020-01-01');
  const figures = page.locator('td > span', { hasText: '−4,999,999.2108' });
  await figures.first().waitFor();
  const gap = () =>
    figures.evaluateAll(([, after, difference]) =>
      after && difference ? difference.getBoundingClientRect().left - after.getBoundingClientRect().right : 0,
    );
  await expect.poll(gap).toBeGreaterThan(4);
  expect(faults).toEqual([]);
});

it('the codes to select from are those of the whole report, not of its first page', async () => {
  const { page, faults } = await world.open({ as: admin });
  await page.route('**/fees/report/days?*', async (route) => {
    const response = await route.fetch();
    const { codes, ...answer } = await response.json();
    const further = { ...codes[0], referralCode: 'FURTHER' };
    await route.fulfill({ response, json: { ...answer, codes: [...codes, further] } });
  });
  await page.goto('/admin/fees');
  await page.getByLabel('추천 코드').selectOption('FURTHER');
  await page.waitForURL('**/admin/fees?code=FURTHER');
  await page.goBack();
  await page.waitForURL('**/admin/fees');
  expect(faults).toEqual([]);
});

it('a fee report says how many referral codes are not listed', async () => {
  const { page, faults } = await world.open({ as: admin });
  await page.route('**/fees/report/days?*', async (route) => {
    const response = await route.fetch();
    const { codes, ...answer } = await response.json();
    const further = { ...codes[0], referralCode: 'FURTHER' };
    await route.fulfill({ response, json: { ...answer, codes: [...codes, further], furtherCodes: 7 } });
  });
  await page.goto('/admin/fees');
  await page.getByText('나머지 7개 코드의 거래는 CSV 파일에 있어요').waitFor();
  expect(faults).toEqual([]);
});

it('a comparison says of which days and code its figures are', async () => {
  const { page, faults } = await world.open({ as: admin });
  await page.goto('/admin/fees/compare?before=2026-01-02&from=2026-01-02&code=SPRING');
  await page.getByText('기간 2026-01-02 ~ · 추천 코드 SPRING').waitFor();
  await page.goto('/admin/fees/compare?before=2026-01-02');
  await page.getByRole('table', { name: '두 시점의 값' }).waitFor();
  expect(await page.locator('main p', { hasText: '추천 코드' }).count()).toBe(0);
  expect(faults).toEqual([]);
});

it('a search in the address that is longer than one that can be typed finds nothing, instead of failing', async () => {
  const { page, faults } = await world.open({ as: admin });
  await page.goto(`/admin/users?search=${'a'.repeat(201)}`);
  await page.getByText('검색 결과가 없어요').waitFor();
  expect(faults).toEqual([]);
});
