import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../../test/server.ts';
import { matchedOrders, startWorld, type World } from './world.ts';

// There is one admin only, so it has a server of its own.
let world: World;
let admin: Person;
let seller: Person;
let buyer: Person;

beforeAll(async () => {
  world = await startWorld({ ownServer: true });
  await world.admin.setPrice('1412');
  admin = await world.server.admin();
  seller = await world.server.member({ active: true });
  buyer = await world.server.member({ active: true });
});
afterAll(() => world?.close());

it('the only admin types a word before a trade is reversed', { timeout: 90_000 }, async () => {
  const { sellId, buyId } = await matchedOrders(world, { seller, buyer, krw: '1412000' });
  await world.admin.complete(sellId, buyId);
  const { page, faults } = await world.open({ as: admin, language: 'en' });
  await page.goto(`/admin/transaction/${sellId}`);
  await page.getByRole('button', { name: 'Reverse the trade of 1,000.0000 USDT' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reverse trade' });
  await dialog.getByText('A reversal cannot be undone.').waitFor();
  await dialog.getByLabel('Details').fill('The bank took the transfer back');
  await dialog.getByRole('button', { name: 'Request approval' }).click();
  const word = dialog.getByLabel('There is no other admin to approve this.');
  await word.fill('reserve');
  const reverse = dialog.getByRole('button', { name: 'Reverse trade' });
  await reverse.click();
  await dialog.getByText('Please type "reverse".').waitFor();
  expect(await page.getByText('Reversed', { exact: true }).count()).toBe(0);
  await word.fill('reverse');
  await reverse.click();
  await page.getByText('Trade reversed.').waitFor();
  expect(faults).toEqual([]);
});
