import type { Price } from '@matgyo/contracts/money';
import { expect, test } from 'vitest';
import { compareClocks } from '../../../session/server-clock.ts';
import { beyondLimit, type PriceLogPage } from './price-log.ts';

const hourMs = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();

/** The server's clock is behind the device's by so many hours. */
const deviceIsAhead = (hours: number) =>
  compareClocks(
    new Response(null, {
      headers: { 'cache-control': 'no-store', date: new Date(Date.now() - hours * hourMs).toUTCString() },
    }),
  );

test('a new price is compared with those of the last day by the server’s clock, which decides', () => {
  const set = (revision: number, price: string, setAt: string) => ({
    revision,
    price: price as Price,
    before: null,
    setAt,
    setBy: { _id: 'a'.repeat(24), nickname: null },
  });
  // Of 23 and 31 hours ago, where the device is two hours ahead.
  const items = [set(1, '1400', ago(25)), set(0, '1300', ago(33))];
  const log: readonly PriceLogPage[] = [
    { items, fourEyesPercent: '5', hasOtherAdmin: true, nextCursor: null },
  ];
  const next = '1420' as Price;
  deviceIsAhead(2);
  expect(beyondLimit(log, next)).toMatchObject({ from: '1300', percent: '5' });
  deviceIsAhead(0);
  expect(beyondLimit(log, next)).toBeUndefined();
});
