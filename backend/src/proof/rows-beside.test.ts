import { hash } from 'node:crypto';
import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { verifyImageFiles } from '@matgyo/projections/verify/check-image-files';
import { verifyRoomRows } from '@matgyo/projections/verify/check-room-rows';
import { verifySignatures } from '@matgyo/projections/verify/check-signatures';
import { StatementCheck } from '@matgyo/projections/verify/check-statements';
import { verifyLog } from '@matgyo/projections/verify/verify-log';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../../../test/server.ts';
import { smallJpeg } from '../../../test/sign-up-form.ts';
import { createDatabase } from '../platform/database/database.ts';
import { openImageFiles } from '../platform/images/image-files.ts';
import { createImageStore } from '../platform/images/image-store.ts';
import { openMarket, succeed } from '../trading/orders/market.fixture.ts';

type Queries = Pick<Pool, 'query'>;
let server: TestServer;
let seller: Person;
let order: string;
let trade: string;
beforeAll(async () => {
  server = await startTestServer();
  const market = await openMarket(server);
  seller = await server.member({ active: true });
  const buyer = await server.member({ active: true });
  order = await market.open(seller, 'sell', '140000');
  const buy = await market.open(buyer, 'buy', '140000');
  ({ _id: trade } = await market.match(order, buy));
  const mark = ({ token }: Person, body: object) =>
    succeed(server, 'POST', `/trades/${trade}/steps`, { token, body });
  const photo = { field: 'image', bytes: smallJpeg() };
  const receipt = { fields: { step: 'payment-sent', senderName: 'Kim' }, file: photo };
  await succeed(server, 'POST', `/trades/${trade}/steps`, { token: buyer.token, form: receipt });
  await mark(seller, { step: 'payment-received' });
  const sent = { step: 'tether-sent', signature: `3${'7'.repeat(86)}` };
  await mark(seller, sent);
  const { token } = seller;
  await succeed(server, 'DELETE', `/trades/${trade}/steps`, { token, body: { step: 'tether-sent' } });
  await mark(seller, sent);
  const body = { content: 'hello', orderId: order, orderType: 'sell' };
  await succeed(server, 'POST', '/chat', { token, body });
  const image = `data:image/jpeg;base64,${Buffer.from(smallJpeg()).toString('base64')}`;
  await succeed(server, 'POST', '/chat', { token, body: { ...body, image } });
  const closing = { token: market.admin.token, body: {} };
  await succeed(server, 'PATCH', `/chat/close/${order}`, closing);
  const opening = { reason: 'TETHER_NOT_RECEIVED', statement: 'Nothing came' };
  const { caseId } = (
    await succeed(server, 'POST', `/trades/${trade}/cases`, { token: buyer.token, body: opening })
  ).body;
  const form = { fields: { statement: 'It was sent' }, file: photo };
  await succeed(server, 'POST', `/cases/${caseId}/statements`, { token, form });
  // Rooms of matches are stored asynchronously.
  const roomOfTrade = () => server.pool.query('select from app.chat_rooms where id = $1', [trade]);
  await vi.waitFor(async () => expect((await roomOfTrade()).rowCount).toBe(1), { timeout: 60_000 });
});
afterAll(() => server.close());

const sql = (text: string, values: unknown[] = []) => server.pool.query(text, values);
const found = async (connection: Queries = server.pool) =>
  [...(await verifyRoomRows(connection)), ...(await verifySignatures(connection))].map(({ what }) => what);

const fileOf = (id: string) => path.join(server.dataDir, 'images', id.slice(0, 2), `${id}.jpg`);

/** Findings after a change that is then rolled back. */
async function foundAfter(change: string, values: unknown[]): Promise<readonly string[]> {
  const client = await server.pool.connect();
  try {
    await client.query('begin');
    await client.query(change, values);
    return await found(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const closedOtherwise = () => `room ${order}: it was not closed, or not closed like that, by the audit log`;
const notInIndex = () => `the transaction of trade ${trade} is not in the index as the trade's stream says`;

test('finds nothing in rows that the program wrote', async () => {
  expect(await found()).toEqual([]);
});

test.each([
  ['opened again', 'closed_at = null, closed_by = null, closing_request_id = null'],
  ['opened again, with its other columns left', 'closed_at = null'],
  ['without who closed it', 'closed_by = null'],
  ['closed by no request', 'closing_request_id = null'],
  ['closed by another admin', `closed_by = 'another'`],
  ['closed at another time', `closed_at = closed_at + interval '1 minute'`],
])('a closed room that is %s by SQL is found', async (_how, set) => {
  const change = `update app.chat_rooms set ${set} where id = $1`;
  expect(await foundAfter(change, [order])).toEqual([closedOtherwise()]);
});

test('detects a room closed by SQL, and one assigned to another member', async () => {
  expect(await foundAfter('update app.chat_rooms set closed_at = now() where id = $1', [trade])).toEqual([
    `room ${trade}: it was not closed, or not closed like that, by the audit log`,
  ]);
  expect(
    await foundAfter('update app.chat_rooms set seller_id = $2 where id = $1', [order, 'f'.repeat(24)]),
  ).toEqual([`room ${order}: its row names others than its order or trade does`]);
});

describe('the image of a chat message', () => {
  const missing = () => [
    `room ${order}: message 2: its image is missing, or is not the one that was sent with it`,
  ];

  test.each([
    ['is of no message', 'update app.images set message_id = null where room_id = $1'],
    ['is of another message', `update app.images set message_id = repeat('f', 24) where room_id = $1`],
    ['is of another room', `update app.images set room_id = repeat('f', 24) where room_id = $1`],
    ['is of another person', `update app.images set uploader_id = repeat('f', 24) where room_id = $1`],
    ['is another one', `update app.images set sha256 = repeat('f', 64) where room_id = $1`],
    ['has no row', 'delete from app.images where room_id = $1'],
    ['is not named', 'update app.chat_messages set image_id = null where room_id = $1'],
    [
      'is named by a message without one',
      `update app.chat_messages set image_id = repeat('f', 32) where room_id = $1 and seq = 1`,
    ],
  ])('that %s is found', async (how, change) => {
    const found = await foundAfter(change, [order]);
    expect(found).toEqual(
      how === 'is named by a message without one'
        ? missing().map((what) => what.replace('message 2', 'message 1'))
        : missing(),
    );
  });

  test.each([
    ['that lost its message', 'update app.images set message_id = null, created_at = to_timestamp(0)'],
    [
      'that lost its message, and says that it is another file',
      `update app.images set message_id = null, sha256 = repeat('f', 64), created_at = to_timestamp(0)`,
    ],
    ['whose row is gone', 'delete from app.images'],
  ])('%s is found, and its file not swept', async (_how, change) => {
    const { rows } = await sql('select * from app.images where room_id = $1', [order]);
    const file = fileOf(rows[0].id);
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(file, longAgo, longAgo);
    await sql(`${change} where room_id = $1`, [order]);
    const images = createImageStore(createDatabase(server.pool), await openImageFiles(server.dataDir));
    await images.sweep();
    await images.sweep();
    expect(await found()).toEqual(missing());
    expect(hash('sha256', await readFile(file))).toBe(rows[0].sha256);
    await sql('delete from app.images where id = $1', [rows[0].id]);
    await sql('insert into app.images select * from json_populate_record(null::app.images, $1)', [rows[0]]);
    expect(await found()).toEqual([]);
  });
});

test('detects what rooms say also where a read model is missing, and a missing table of rooms', async () => {
  const client = await server.pool.connect();
  const afterwards = async (change: string) => {
    await client.query(change);
    return (await verifyRoomRows(client)).map(({ what }) => what);
  };
  try {
    await client.query('begin');
    await client.query('update app.chat_rooms set closed_by = null where id = $1', [order]);
    expect(await afterwards('alter table read_orders.orders rename to others')).toEqual([closedOtherwise()]);
    expect(await afterwards('alter table app.chat_rooms rename to other_rooms')).toEqual([
      'the table app.chat_rooms is missing',
    ]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('detects a transaction removed from the index, or assigned to another trade', async () => {
  const table = 'app.transaction_signatures';
  expect(await foundAfter(`delete from ${table} where trade_id = $1`, [trade])).toEqual([notInIndex()]);
  const rename = `update ${table} set trade_id = repeat('f', 24) where trade_id = $1`;
  expect(await foundAfter(rename, [trade])).toEqual([notInIndex()]);
});

describe('the texts of cases and payments', () => {
  const foundTexts = async () => {
    const texts = new StatementCheck();
    await verifyLog({ log: server.log, texts });
    return (await texts.end(server.pool)).map(({ what }) => what);
  };
  const changed = (hash: string) => `the text ${hash} of a trade is not the one that its event names`;

  test.each([
    ['content', `'It was not sent'`, 'case_id is not null'],
    ['salt', `repeat('0', 32)`, 'true'],
    ['author_id', `repeat('f', 24)`, 'case_id is not null'],
    ['case_id', `repeat('f', 24)`, 'case_id is not null'],
    ['payment_of', `repeat('f', 24)`, 'payment_of is not null'],
    ['image_id', 'null', 'image_id is not null'],
    ['image_sha256', 'null', 'image_id is not null'],
  ])('whose %s is changed are found', async (column, value, where) => {
    expect(await foundTexts()).toEqual([]);
    const { rows } = await sql(
      `select hash, ${column} as before from app.case_statements where ${where} limit 1`,
    );
    const set = `update app.case_statements set ${column} = $2 where hash = $1`;
    await sql(set.replace('$2', value), [rows[0].hash]);
    expect(await foundTexts()).toEqual([changed(rows[0].hash)]);
    await sql(set, [rows[0].hash, rows[0].before]);
    expect(await foundTexts()).toEqual([]);
  });

  test('whose image is another one are found', async () => {
    const { rows } = await sql(
      'select id, sha256, statement_hash from app.images where statement_hash is not null limit 1',
    );
    const set = 'update app.images set sha256 = $2 where id = $1';
    await sql(set, [rows[0].id, 'f'.repeat(64)]);
    expect(await foundTexts()).toEqual([changed(rows[0].statement_hash)]);
    await sql(set, [rows[0].id, rows[0].sha256]);
    const of = 'update app.images set statement_hash = $2 where id = $1';
    await sql(of, [rows[0].id, null]);
    expect(await foundTexts()).toEqual([changed(rows[0].statement_hash)]);
    await sql(of, [rows[0].id, rows[0].statement_hash]);
  });

  test('that were removed are found, with or without their rows', async () => {
    const { rows } = await sql('select hash from app.case_statements order by hash');
    const removed = [`the text ${rows[0].hash} that an event names was removed`];
    await sql('update app.case_statements set content = null where hash = $1', [rows[0].hash]);
    expect(await foundTexts()).toEqual(removed);
    await sql('delete from app.case_statements where hash = $1', [rows[0].hash]);
    expect(await foundTexts()).toEqual(removed);
  });
});

test('an image whose file was replaced or removed is found', async () => {
  const look = async () =>
    (await verifyImageFiles(server.pool, server.dataDir)).findings.map(({ what }) => what);
  expect(await look()).toEqual([]);
  const { rows } = await sql('select id from app.images where member_id = $1', [seller.memberId]);
  const { id } = rows[0];
  const file = fileOf(id);
  const bytes = await readFile(file);
  await writeFile(file, smallJpeg());
  expect(await look()).toEqual([`the file of image ${id} is another one`]);
  await rm(file);
  expect(await look()).toEqual([`the file of image ${id} is missing`]);
  await writeFile(file, bytes);
  expect(await look()).toEqual([]);
  expect(await verifyImageFiles(server.pool, path.join(server.dataDir, 'elsewhere'))).toEqual({
    findings: [],
    notes: ['DATA_DIR has no images: their files were not looked at'],
  });
});
