import { afterAll, expect, it } from 'vitest';
import { placeOrder, small, startWorld } from './world.ts';

const world = await startWorld();
await world.admin.setPrice('1412');
afterAll(() => world.close());

it('the second click of a double click answers no question', { timeout: 60_000 }, async () => {
  const member = await world.server.member({ active: true });
  await placeOrder(world.server, member, 'sell', small);
  const { page, faults } = await world.open({ as: member });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.method()));
  await page.goto('/dashboard/sell-history');
  await page.getByRole('button', { name: '주문 취소' }).click();
  const yes = page.getByRole('alertdialog').getByRole('button', { name: '네, 취소할게요' });
  await yes.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  expect(await yes.getAttribute('aria-busy')).toBe(null);
  expect(sent).not.toContain('DELETE');
  await yes.dblclick();
  await yes.waitFor({ state: 'detached' });
  expect(sent.filter((method) => method === 'DELETE')).toHaveLength(1);
  expect(faults).toEqual([]);
});
