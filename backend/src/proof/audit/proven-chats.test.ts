import type { CaseFile } from '@matgyo/contracts/case-file';
import type { MemberId } from '@matgyo/contracts/ids';
import { type ChainedMessage, chainStart, contentHashOf, hashOf } from '@matgyo/ledger/proof/room-chain';
import { checkCaseFile } from '@matgyo/projections/verify/check-case-file';
import { verifyRooms } from '@matgyo/projections/verify/check-rooms';
import { loadCheckpoints } from '@matgyo/projections/verify/signed-checkpoints';
import { CompiledQuery } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../../../../test/server.ts';
import { loadRoomChain } from '../../conversation/chat/room-chain.fixture.ts';
import { placeAfter, storeAfterHead } from '../../conversation/chat/store-message.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { type Market, openMarket, succeed } from '../../trading/orders/market.fixture.ts';
import { createCheckpoints } from '../checkpoints/checkpoints.ts';
import { openSigningKey } from '../checkpoints/signing-key.ts';

let server: TestServer;
let market: Market;
let seller: Person;
let room: string;

beforeAll(async () => {
  server = await startTestServer();
  market = await openMarket(server);
  seller = await server.member({ active: true });
  room = await market.open(seller, 'sell', '1000000');
  for (const content of ['one', 'two', 'three']) await say(content);
  expect(await roomFindings()).toEqual({ verify: [], caseFile: [] });
});
afterAll(() => server.close());

const say = (content: string) =>
  succeed(server, 'POST', '/chat', {
    token: seller.token,
    body: { content, orderId: room, orderType: 'sell' },
  });

const caseFile = async () =>
  (await succeed(server, 'GET', `/orders/${room}/case-file`, { token: market.admin.token })).body as CaseFile;

const verify = async () => {
  const signed = await loadCheckpoints(server.pool, server.dataDir);
  return (await verifyRooms(server.pool, signed)).findings.map(({ what }) => what);
};

/** Findings of `npm run verify` and of the case file about the rooms. */
async function roomFindings() {
  const file = await caseFile();
  const { findings } = await checkCaseFile(JSON.stringify(file), { keyIds: [file.statement.keyId] });
  return { verify: await verify(), caseFile: findings.map(({ what }) => what) };
}

/** A signer that starts on the same database and folder. */
async function restartSigner() {
  const { pool, log, dataDir } = server;
  return createCheckpoints({
    db: createDatabase(pool),
    pool,
    log,
    dataDir,
    signingKey: await openSigningKey(dataDir),
    visibility: { waitUntilVisible: async () => true },
    now: () => Date.now() + 7_200_000,
    onFailure: () => undefined,
    onOtherKey: () => undefined,
    onProgress: () => undefined,
  });
}

const sql = (text: string, values: unknown[] = []) => server.pool.query(text, values);
let storedRoom: { messages: string; row: string };
beforeEach(async () => {
  const { rows } = await sql('select * from app.chat_messages where room_id = $1', [room]);
  const [row] = (await sql('select * from app.chat_rooms where id = $1', [room])).rows;
  storedRoom = { messages: JSON.stringify(rows), row: JSON.stringify(row) };
});
afterEach(async () => {
  await removeRoom();
  await sql('insert into app.chat_rooms select * from json_populate_record(null::app.chat_rooms, $1)', [
    storedRoom.row,
  ]);
  await sql(
    'insert into app.chat_messages select * from json_populate_recordset(null::app.chat_messages, $1)',
    [storedRoom.messages],
  );
  // Once restored, it is signed again.
  expect(await roomFindings()).toEqual({ verify: [], caseFile: [] });
});

async function removeRoom() {
  for (const rows of [
    'app.chat_reads where room_id',
    'app.chat_messages where room_id',
    'app.chat_rooms where id',
  ])
    await sql(`delete from ${rows} = $1`, [room]);
}

/** Recomputes the hash chain of the room's messages after the given change. */
async function rechain(change: (message: ChainedMessage) => Partial<ChainedMessage>) {
  let prevHash = chainStart;
  for (const message of await loadRoomChain(createDatabase(server.pool), room)) {
    const shown = { ...message, ...change(message) };
    const link = { ...shown, contentHash: contentHashOf(shown), prevHash };
    prevHash = hashOf(link);
    await sql(
      'update app.chat_messages set content = $3, content_hash = $4, prev_hash = $5, hash = $6 where room_id = $1 and seq = $2',
      [room, link.seq, link.content, link.contentHash, link.prevHash, prevHash],
    );
  }
  await sql('update app.chat_rooms set last_hash = $2 where id = $1', [room, prevHash]);
}

test("includes the proof of each room's last message in a case file", async () => {
  const file = await caseFile();
  expect(file.proofs.checkpoint.statement.rooms).toMatchObject({ rooms: 1, messages: 3 });
  expect(file.chats[0]?.proof).toMatchObject({ stream: `room-${room}`, revision: 3 });
  const changed = structuredClone(file);
  Object.assign(changed.chats[0]?.proof ?? {}, { revision: 2 });
  const { findings } = await checkCaseFile(JSON.stringify(changed), { keyIds: [] });
  expect(findings.map(({ what }) => what)).toContain(
    `the proof of room ${room} does not lead to the signed root`,
  );
});

test('finds nothing wrong with a room that gets a message while it is verified', async () => {
  const signed = await loadCheckpoints(server.pool, server.dataDir);
  const { verifying } = await createDatabase(server.pool)
    .transaction()
    .execute(async (trx) => {
      // The rows of the rooms have been read by then.
      await trx.executeQuery(CompiledQuery.raw('lock table app.chat_messages in access exclusive mode'));
      const verifying = verifyRooms(server.pool, signed);
      await expect.poll(waitingForMessages).toBe(1);
      const row = await trx
        .selectFrom('app.chat_rooms')
        .selectAll()
        .where('id', '=', room)
        .executeTakeFirstOrThrow();
      const head = { seq: row.last_seq, hash: row.last_hash, at: row.last_at };
      const sent = { senderId: seller.memberId as MemberId, role: 'seller', content: 'meanwhile' } as const;
      const plain = { imageId: null, language: 'ko', clientId: null } as const;
      const placed = { at: row.last_at, messageId: 'f'.repeat(24), imageSha256: null };
      expect(await storeAfterHead(trx, placeAfter(head, { room: row, ...sent, ...plain }, placed))).toBe(
        true,
      );
      return { verifying };
    });
  expect((await verifying).findings).toEqual([]);
});

const waitingForMessages = async () =>
  (
    await sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like '%from app.chat_messages where (room_id, seq) >%'`)
  ).rowCount;

test('detects an edited message', async () => {
  await sql('update app.chat_messages set content = $2 where room_id = $1 and seq = 2', [room, 'TWO']);
  expect(await roomFindings()).toEqual({
    verify: [`room ${room}: message 2 does not hold (content)`],
    caseFile: [`message 2 of room ${room} does not hold (content)`],
  });
});

test('detects a deleted last message, even with the room’s row adjusted', async () => {
  await sql('delete from app.chat_messages where room_id = $1 and seq = 3', [room]);
  await sql(
    `update app.chat_rooms set last_seq = 2, last_hash = message.hash from app.chat_messages message
     where chat_rooms.id = $1 and room_id = $1 and seq = 2`,
    [room],
  );
  const found = await roomFindings();
  expect(found.verify).toEqual([
    expect.stringMatching(`^room ${room}: was cut: checkpoint \\d+ was signed over 3 messages$`),
  ]);
  expect(found.caseFile).not.toEqual([]);
  await expect((await restartSigner()).signIfDue()).rejects.toThrow(`room-${room}`);
});

test.each([
  [
    'that was emptied',
    async () => {
      await sql('delete from app.chat_messages where room_id = $1', [room]);
      const set = 'update app.chat_rooms set last_seq = 0, last_hash = $2 where id = $1';
      await sql(set, [room, chainStart]);
    },
  ],
  ['that was removed', removeRoom],
])('detects a room %s', async (_how, remove) => {
  await remove();
  expect(await roomFindings()).toEqual({
    verify: [expect.stringMatching(`^room ${room}: was cut: checkpoint \\d+ was signed over 3 messages$`)],
    caseFile: [`room ${room} is not as it was when the checkpoint was signed`],
  });
});

test('detects a room that lost all its messages before a checkpoint covered them', async () => {
  const member = await server.member();
  const orderId = `support-${member.memberId}`;
  await succeed(server, 'POST', '/chat', { token: member.token, body: { content: 'one', orderId } });
  await sql('delete from app.chat_messages where room_id = $1', [orderId]);
  expect(await verify()).toEqual([`room ${orderId}: has lost all its messages`]);
  await sql('delete from app.chat_reads where room_id = $1', [orderId]);
  await sql('delete from app.chat_rooms where id = $1', [orderId]);
});

test('detects a room whose chain was recomputed, and does not sign it', async () => {
  await rechain(({ seq }) => (seq === 2 ? { content: 'TWO' } : {}));
  expect(await roomFindings()).toEqual({
    verify: [
      expect.stringMatching(
        `^room ${room}: was rewritten: checkpoint \\d+ was signed over another message 3$`,
      ),
    ],
    caseFile: [`room ${room} is not as it was when the checkpoint was signed`],
  });
  const signer = await restartSigner();
  await expect(signer.signIfDue()).rejects.toThrow(`room-${room}`);
  expect(signer.refusal()).toMatchObject({ why: 'room-rewritten', subject: `room-${room}` });
});

test('does not sign, in a running signer, messages after a recomputed chain', async () => {
  await rechain(({ seq }) => (seq === 1 ? { content: 'ONE' } : {}));
  await say('four');
  expect((await caseFile()).proofs.refused).toMatchObject({ why: 'room-rewritten', subject: `room-${room}` });
});
