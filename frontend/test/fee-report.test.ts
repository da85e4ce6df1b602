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
  const asked: URLSearchParams[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.includes('/fees/report')) asked.push(searchParams);
  });
  await page.goto('/admin/fees?period=today');
  await page.getByRole('table', { name: '일별' }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV 내려받기' }).click();
  const [day] = /\d{4}-\d\d-\d\d/.exec((await download).suggestedFilename()) ?? [];
  const bounds = asked.map((query) => [query.get('period'), query.get('from'), query.get('to')]);
  expect(bounds).toEqual(new Array(3).fill([null, day, day]));
  expect(faults).toEqual([]);
});
