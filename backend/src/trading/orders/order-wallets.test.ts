import type { OrderId } from '@matgyo/contracts/ids';
import { orderStream } from '@matgyo/contracts/streams';
import type { EventLog } from '@matgyo/event-store/event-log';
import { EventLogCorrupt, EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import { address } from '@solana/addresses';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { createSealedRows } from '../../proof/sealed-rows/sealed-rows.ts';
import { figures, openMarket, succeed } from './market.fixture.ts';
import { loadWallets, sweepWallets, walletRow } from './order-wallets.ts';

const wallet = address('11111111111111111111111111111112');
const sealedRows = createSealedRows('a secret of this test');

const server = await startTestServer();
const db = createDatabase(server.pool);
await openMarket(server);
const seller = await server.member({ active: true });
afterAll(() => server.close());
beforeEach(() => server.pool.query('truncate app.order_wallets, app.commands'));

const id = (digit: string) => digit.repeat(24) as OrderId;
const saveWallet = (orderId: OrderId, address: string) => {
  const { text, values } = walletRow(sealedRows, orderId, address, { isOneAppend: false });
  return server.pool.query(text, [...values]);
};
const sweep = (limit?: number) => sweepWallets({ db, log: server.log, sealedRows }, limit);
const ageBy = (interval: string) =>
  server.pool.query('update app.order_wallets set created_at = created_at - $1::interval', [interval]);
/** As on a log without appends to several streams: only the log shows that it was placed. */
const forgetPlaced = (order: OrderId) =>
  server.pool.query('update app.order_wallets set placed = false where order_id = $1', [order]);
const storedWallets = async (...orders: OrderId[]) => [...(await loadWallets(db, orders)).keys()].toSorted();

async function place(): Promise<OrderId> {
  const body = { ...figures('14000', '1400'), tetherAddress: wallet };
  const placed = await succeed(server, 'POST', '/sell', { token: seller.token, body });
  return placed.body.order._id;
}

test('deletes the wallet of an order that was not placed after a day', async () => {
  await saveWallet(id('a'), wallet);
  await ageBy('23 hours');
  await sweep();
  expect(await storedWallets(id('a'))).toEqual([id('a')]);
  await ageBy('2 hours');
  await sweep();
  expect(await storedWallets(id('a'))).toEqual([]);
});

test('a wallet stated again is kept for another day', async () => {
  await saveWallet(id('a'), wallet);
  await ageBy('25 hours');
  await saveWallet(id('a'), wallet);
  await sweep();
  expect(await storedWallets(id('a'))).toEqual([id('a')]);
  await ageBy('25 hours');
  const readStream = async () => {
    await saveWallet(id('a'), wallet);
    return [];
  };
  await sweepWallets({ db, log: { ...server.log, readStream }, sealedRows });
  expect(await storedWallets(id('a'))).toEqual([id('a')]);
});

test('keeps a wallet of a call that may still be repeated, however old', async () => {
  await saveWallet(id('a'), wallet);
  await ageBy('6 days');
  await server.pool.query(
    `insert into app.commands (command_id, body_hash, new_id, lease, lease_until)
     values (gen_random_uuid(), 'body', $1, gen_random_uuid(), 'epoch')`,
    [id('a')],
  );
  await sweep();
  expect(await storedWallets(id('a'))).toEqual([id('a')]);
  await server.pool.query('truncate app.commands');
  await sweep();
  expect(await storedWallets(id('a'))).toEqual([]);
});

test('a sweep checks a limited number of orders, and none twice', async () => {
  const order = await place();
  for (const digit of ['a', 'b', 'c']) await saveWallet(id(digit), wallet);
  await ageBy('25 hours');
  // The oldest: checking it in every sweep would leave the others unchecked.
  await server.pool.query(
    `update app.order_wallets set created_at = created_at - interval '1 hour' where order_id = $1`,
    [order],
  );
  await forgetPlaced(order);
  expect([await sweep(2), await sweep(2), await sweep(2)]).toEqual([true, true, false]);
  expect(await storedWallets(order, id('a'), id('b'), id('c'))).toEqual([order]);
});

test('an unreadable stream keeps only its own order’s wallet; without the log all are kept', async () => {
  for (const digit of ['a', 'b']) await saveWallet(id(digit), wallet);
  await ageBy('25 hours');
  const failing = (error: Error, fails: (stream: string) => boolean): EventLog => ({
    ...server.log,
    readStream: async (stream, options) => {
      if (fails(stream)) throw error;
      return server.log.readStream(stream, options);
    },
  });
  const away = failing(new EventLogUnavailable('none'), (stream) => stream === orderStream(id('a')));
  await expect(sweepWallets({ db, log: away, sealedRows })).rejects.toThrow(EventLogUnavailable);
  expect(await storedWallets(id('a'), id('b'))).toEqual([id('a'), id('b')]);
  const corrupt = failing(new EventLogCorrupt('no JSON'), (stream) => stream === orderStream(id('a')));
  await expect(sweepWallets({ db, log: corrupt, sealedRows })).rejects.toThrow(EventLogCorrupt);
  expect(await storedWallets(id('a'), id('b'))).toEqual([id('a')]);
});

// Last, because the read model stays halted.
test('keeps the wallet of a placed order that a halted read model does not have', async () => {
  await server.pool.query('alter table read_orders.orders add check (false) not valid');
  const order = await place();
  const seen = async () => {
    const { rows } = await server.pool.query(
      `select halted_reason as halted, (select count(*)::int from read_orders.orders where order_id = $1) as rows
       from read_orders.checkpoint`,
      [order],
    );
    return rows[0];
  };
  await expect.poll(seen).toEqual({ halted: 'SQLSTATE_23514', rows: 0 });
  await ageBy('25 hours');
  await forgetPlaced(order);
  await sweep();
  expect(await storedWallets(order)).toEqual([order]);
});
