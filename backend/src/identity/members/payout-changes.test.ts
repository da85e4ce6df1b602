import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../../../../test/server.ts';
import { type Market, openMarket } from '../../trading/orders/market.fixture.ts';

let server: TestServer;
let market: Market;
let manager: Person;
let member: Person;
beforeAll(async () => {
  server = await startTestServer();
  market = await openMarket(server);
  manager = await server.member({ active: true, manager: true });
});
afterAll(() => server.close());
beforeEach(async () => {
  member = await server.member({ active: true });
});

const before = {
  bankName: '한국은행',
  bankAccount: '00123456789',
  tetherAddress: 'So11111111111111111111111111111111111111112',
};
const bank = { bankName: before.bankName, bankAccount: before.bankAccount, accountHolder: '홍길동' };
const wallet = { network: 'Solana', tetherAddress: before.tetherAddress };
const theirs = {
  bankName: '도둑은행',
  bankAccount: '666',
  tetherAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
};
const newBank = { ...bank, bankName: theirs.bankName, bankAccount: theirs.bankAccount };

const edit = async (by: Person, body: object) =>
  expect(
    (await server.request('PUT', `/user/users/${member.nickname}`, { token: by.token, body })).status,
  ).toBe(200);
const get = async ({ token }: Person, where: string) =>
  (await server.request('GET', where, { token, language: 'ko' })).body;
const methods = () => get(member, '/user/payment-methods');
const shownToAdmin = async () => (await get(market.admin, `/admin/members/${member.memberId}`)).payoutChanges;
const hoursPass = (hours: number) =>
  server.pool.query(
    `update app.payout_changes set changed_at = changed_at - make_interval(hours => $1),
       effective_at = effective_at - make_interval(hours => $1) where member_id = $2`,
    [hours, member.memberId],
  );

describe('a member’s bank account and wallet that a manager replaces', () => {
  test('are used only a day later, and the member sees from when', async () => {
    await edit(manager, theirs);
    const next = { bank: newBank, wallet: { ...wallet, tetherAddress: theirs.tetherAddress } };
    expect(await methods()).toMatchObject({ bank, wallet, next: { ...next, from: expect.any(String) } });
    await hoursPass(23);
    expect(await methods()).toMatchObject({ bank, wallet });
    await hoursPass(2);
    expect(await methods()).toEqual({ ...next, next: null });
  });

  test('are told to the member at once, by text message and by notification', async () => {
    await edit(manager, theirs);
    const { rows } = await server.pool.query('select phone from app.members where id = $1', [
      member.memberId,
    ]);
    const outbox = async () =>
      (await readFile(path.join(server.dataDir, 'outbox.jsonl'), 'utf8'))
        .split('\n')
        .filter((line) => line.includes(rows[0].phone) && line.includes('계좌 또는 지갑이 변경'));
    await expect.poll(async () => (await outbox()).length).toBe(1);
    expect((await outbox())[0]).not.toContain(theirs.bankAccount);
    const { items } = await get(member, '/notification');
    expect(items[0]).toMatchObject({
      code: 'PAYOUT_CHANGED',
      message: expect.stringContaining('계좌 또는 지갑이 변경됐어요'),
    });
  });

  test('are shown to admins as they were, and kept so that the table tells nothing', async () => {
    await edit(manager, theirs);
    await edit(market.admin, { bankAccount: '777' });
    const once = { ...theirs };
    expect(await shownToAdmin()).toMatchObject([
      { changedBy: 'RootAdmin', before: once },
      { changedBy: manager.nickname, before },
    ]);
    const { rows } = await server.pool.query('select sealed_before from app.payout_changes');
    expect(JSON.stringify(rows)).not.toContain(before.bankAccount);
    // What is in use is what was before the first of the two.
    expect(await methods()).toMatchObject({ bank, wallet });
  });

  test('leave no trace where nothing of them changed', async () => {
    await edit(manager, { ...before, telegram: 'another' });
    expect(await shownToAdmin()).toEqual([]);
    expect(await methods()).toEqual({ bank, wallet, next: null });
  });

  test('are paid nothing in its place, where what was before cannot be read any more', async () => {
    await edit(manager, theirs);
    await server.pool.query(`update app.payout_changes set sealed_before = 'AAAA' where member_id = $1`, [
      member.memberId,
    ]);
    expect(await methods()).toMatchObject({ bank: null, wallet: null });
    expect(await shownToAdmin()).toMatchObject([{ before: null }]);
  });
});

test('a trade that is under way keeps what its parties had when they were matched', async () => {
  const buyer = await server.member({ active: true });
  const pairOf = async () => {
    const sell = await market.open(member, 'sell', '14000');
    const buy = await market.open(buyer, 'buy', '14000');
    return (await market.match(sell, buy))._id;
  };
  const first = await pairOf();
  await edit(manager, theirs);
  const payment = async (id: string) => (await get(buyer, `/trades/${id}/payment`)).bank;
  const during = await pairOf();
  expect([await payment(first), await payment(during)]).toEqual([bank, bank]);
  // The change comes into use: for what is matched from then on.
  await server.pool.query(
    `update app.payout_changes set effective_at = clock_timestamp() where member_id = $1`,
    [member.memberId],
  );
  expect([await payment(first), await payment(during), await payment(await pairOf())]).toEqual([
    bank,
    bank,
    newBank,
  ]);
});
