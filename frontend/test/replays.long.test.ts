import { afterAll, expect, it } from 'vitest';
import { startWorld } from './world.ts';

const world = await startWorld({ ownServer: true });
const admin = await world.server.admin();
afterAll(() => world.close());

it('comparisons of one run are one line, which unfolds', async () => {
  const { page, faults } = await world.open({ as: admin });
  const equal = (readModel: string) => ({
    _id: readModel,
    readModel,
    kind: 'compare',
    state: 'equal',
    startedBy: null,
    startedAt: '2026-11-20T06:00:00.000Z',
    finishedAt: '2026-11-20T06:00:01.000Z',
    progress: { events: 10, total: 10, eventsPerSecond: 10, secondsLeft: null },
    differences: [],
    cause: null,
  });
  await page.route('**/api/v1/admin/replays*', (route) =>
    route.fulfill({ json: { items: [equal('fees'), equal('orders')], nextCursor: null } }),
  );
  await page.goto('/admin/replays');
  const run = page.locator('summary', { hasText: '2개 비교' });
  await run.getByText('모두 일치해요').waitFor();
  const one = page.getByRole('heading', { name: '수수료 비교' });
  expect(await one.isVisible()).toBe(false);
  await run.click();
  await one.waitFor();
  expect(faults).toEqual([]);
});

it('a comparison of all read models still shows how far it is when the page is opened again', async () => {
  const { page, faults } = await world.open({ as: admin });
  let finish: (() => void) | undefined;
  await page.route('**/api/v1/admin/replays/*', async (route) => {
    // The first comparison seems to go on until the page has been left and opened again.
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    await route.continue();
  });
  await page.goto('/admin/replays');
  await page.getByRole('button', { name: '모두 비교' }).click();
  const progress = page.getByRole('button', { name: /^\d+개 중 0개 비교$/ });
  await progress.waitFor();
  await expect.poll(() => finish).toBeDefined();
  await page.getByRole('link', { name: '시산표' }).click();
  await page.getByRole('heading', { level: 1, name: '시산표' }).waitFor();
  await page.getByRole('link', { name: '재계산' }).click();
  await page.getByRole('heading', { name: '재계산 내역' }).waitFor();
  await progress.waitFor();
  expect(await progress.isEnabled()).toBe(false);
  expect(faults).toEqual([]);
});

it('a comparison that is being started closes no question, and is announced after the page was left', async () => {
  const { page, faults } = await world.open({ as: admin });
  let goOn = () => {};
  await page.route('**/api/v1/admin/replays', async (route) => {
    if (route.request().method() === 'POST')
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    await route.continue();
  });
  const compare = async (name: RegExp) => {
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('row', { name }).getByRole('button', { name: '비교' }).click();
    await sent;
  };
  await page.goto('/admin/replays');
  await compare(/^수수료\s*fees/);
  await page.getByRole('button', { name: '가격 재계산' }).click();
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  goOn();
  const announced = page.getByText('비교를 시작했어요');
  await announced.waitFor();
  await question.locator('button:not([aria-busy])', { hasText: '재계산' }).waitFor();
  await question.getByRole('button', { name: '취소' }).click();
  await announced.waitFor({ state: 'detached' });

  await compare(/^가격/);
  await page.getByRole('link', { name: '시산표' }).click();
  await page.getByRole('heading', { level: 1, name: '시산표' }).waitFor();
  goOn();
  await announced.waitFor();
  expect(faults).toEqual([]);
});

it('a replay is listed also when it is the last one of what is loaded', async () => {
  const { page, faults } = await world.open({ as: admin });
  const compared = (readModel: string, startedAt: string) => ({
    _id: readModel,
    readModel,
    kind: 'compare',
    state: 'compared',
    startedBy: null,
    startedAt,
    finishedAt: startedAt,
    progress: { events: 10, total: 10, eventsPerSecond: 10, secondsLeft: null },
    differences: [{ table: 'rows', rows: 1, onlyServing: 0, onlyRebuilt: 0, keys: ['a'] }],
    cause: null,
  });
  await page.route('**/api/v1/admin/replays*', (route) =>
    new URL(route.request().url()).searchParams.has('cursor')
      ? route.abort()
      : route.fulfill({
          json: { items: [compared('fees', '2026-11-20T06:00:00.000Z')], nextCursor: 'next' },
        }),
  );
  await page.goto('/admin/replays');
  await page.getByRole('heading', { name: '수수료 비교' }).waitFor();
  expect(faults).toEqual([]);
});

it('the list of read models names one that differed when it was last compared', async () => {
  const { page, faults } = await world.open({ as: admin, language: 'en', width: 375 });
  const compared = {
    _id: 'fees',
    readModel: 'fees',
    kind: 'compare',
    state: 'compared',
    startedBy: null,
    startedAt: '2026-11-20T06:00:00.000Z',
    finishedAt: '2026-11-20T06:00:01.000Z',
    progress: { events: 10, total: 10, eventsPerSecond: 10, secondsLeft: null },
    differences: [{ table: 'fees', rows: 1, onlyServing: 0, onlyRebuilt: 0, keys: ['a'] }],
    cause: null,
  };
  await page.route('**/api/v1/admin/replays*', (route) =>
    route.fulfill({ json: { items: [compared], nextCursor: null } }),
  );
  await page.goto('/admin/replays');
  await page.getByRole('row', { name: /^Fees\s*fees.*Different/ }).waitFor();
  expect(await page.getByRole('row', { name: /Different/ }).count()).toBe(1);
  expect(faults).toEqual([]);
});

it('a comparison of all read models goes on after a lost answer', async () => {
  const { page } = await world.open({ as: admin });
  const replay = {
    _id: 'one',
    readModel: 'fees',
    kind: 'compare',
    state: 'running',
    startedBy: null,
    startedAt: '2026-11-20T06:00:00.000Z',
    finishedAt: null,
    progress: { events: 10, total: 10, eventsPerSecond: 10, secondsLeft: null },
    differences: [],
    cause: null,
  };
  await page.route('**/api/v1/admin/replays', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ json: replay }) : route.continue(),
  );
  let asked = 0;
  await page.route('**/api/v1/admin/replays/*', (route) => {
    asked += 1;
    return asked === 1 ? route.abort() : route.fulfill({ json: { ...replay, state: 'equal' } });
  });
  await page.goto('/admin/replays');
  await page.getByRole('button', { name: '모두 비교' }).click();
  await page.getByRole('button', { name: /^\d+개 중 [1-9]\d*개 비교$/ }).waitFor();
});
