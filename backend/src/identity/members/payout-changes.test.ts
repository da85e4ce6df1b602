import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { verifyPayoutRows } from '@matgyo/projections/verify/check-payout-rows';
import { verifySealedRows } from '@matgyo/projections/verify/check-sealed-rows';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiAnswer } from '../../../../test/api-call.ts';
import { type Person, startTestServer, type TestServer, testSecret } from '../../../../test/server.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import { enterAsFound, rowCheckOf } from '../../proof/sealed-rows/row-check.fixture.ts';
import { type Market, openMarket, pair } from '../../trading/orders/market.fixture.ts';
import { keysFrom } from '../sessions/keys.ts';
import { notifyOfEndedHolds } from './notify-of-ended-holds.ts';
import { createPayoutChanges } from './payout-changes.ts';

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
const replacement = {
  bankName: '도둑은행',
  bankAccount: '9998887771234',
  tetherAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
};
const newBank = { ...bank, bankName: replacement.bankName, bankAccount: replacement.bankAccount };

const edit = async (by: Person, body: object) =>
  expect(
    (await server.request('PUT', `/user/users/${member.nickname}`, { token: by.token, body })).status,
  ).toBe(200);
const get = async ({ token }: Person, where: string) =>
  (await server.request('GET', where, { token, language: 'ko' })).body;
interface Message {
  readonly to: string;
  readonly text: string;
  readonly code?: string;
}
const messagesTo = async (phone: string, part: string): Promise<readonly Message[]> =>
  (await readFile(path.join(server.dataDir, 'sms-outbox.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Message)
    .filter(({ to, text }) => to === phone && text.includes(part));
const phoneOf = async ({ memberId }: Person): Promise<string> =>
  (await server.pool.query('select phone from app.members where id = $1', [memberId])).rows[0].phone;
const methods = () => get(member, '/user/payment-methods');
const shownToAdmin = async () => (await get(market.admin, `/admin/members/${member.memberId}`)).payoutChanges;
const ageChangeBy = async (hours: number) => {
  const { rows } = await server.pool.query(
    `update app.payout_changes set changed_at = changed_at - make_interval(hours => $1),
       effective_at = effective_at - make_interval(hours => $1) where member_id = $2 returning id`,
    [hours, member.memberId],
  );
  for (const { id } of rows) await enterAsFound(server.pool, 'app.payout_changes', id);
};

describe('a member’s bank account and wallet that a manager replaces', () => {
  test('are not used without consent, after any time, and the member sees the change', async () => {
    await edit(manager, replacement);
    const next = {
      bank: newBank,
      wallet: { ...wallet, tetherAddress: replacement.tetherAddress },
      from: null,
    };
    expect(await methods()).toMatchObject({ bank, wallet, next });
    await ageChangeBy(1_000);
    expect(await methods()).toMatchObject({ bank, wallet, next });
    expect(await get(market.admin, `/user/users/${member.nickname}`)).toMatchObject({
      ...replacement,
      payoutNeedsConsent: true,
    });
  });

  test('are reported to the member at once, by text message and notification', async () => {
    await edit(manager, replacement);
    const phone = await phoneOf(member);
    const outbox = () => messagesTo(phone, '계좌 또는 지갑이 변경');
    await expect.poll(async () => (await outbox()).length).toBe(1);
    const [{ text }] = (await outbox()) as [Message];
    expect(text).toContain('(***234, ***Dt1v)');
    expect(text).not.toContain(replacement.bankAccount);
    const { items } = await get(member, '/notification');
    expect(items[0]).toMatchObject({
      code: 'PAYOUT_CHANGED',
      message: expect.stringContaining('계좌 또는 지갑이 변경됐지만'),
    });
  });

  test('are shown to admins with the values before, which are stored encrypted', async () => {
    await edit(manager, replacement);
    await edit(market.admin, { bankAccount: '777' });
    // The manager's values were never in use.
    expect(await shownToAdmin()).toMatchObject([
      { changedBy: 'RootAdmin', before, outcome: null },
      { changedBy: manager.nickname, before, outcome: 'replaced' },
    ]);
    const { rows } = await server.pool.query('select sealed_before from app.payout_changes');
    expect(JSON.stringify(rows)).not.toContain(before.bankAccount);
    expect(await methods()).toMatchObject({ bank, wallet, next: { bank: { bankAccount: '777' } } });
  });

  test('cause no change if the values stay the same', async () => {
    await edit(manager, { ...before, telegram: 'another' });
    expect(await shownToAdmin()).toEqual([]);
    expect(await methods()).toEqual({ bank, wallet, next: null });
  });

  test('are not used, and neither is any account, if the values before cannot be decrypted', async () => {
    await edit(manager, replacement);
    await server.pool.query(`update app.payout_changes set sealed_before = 'AAAA' where member_id = $1`, [
      member.memberId,
    ]);
    expect(await methods()).toMatchObject({ bank: null, wallet: null });
    expect(await shownToAdmin()).toMatchObject([{ before: null }]);
  });
});

const answerChange = (what: string, body: object, { token } = member) =>
  server.request('POST', `/user/payment-methods/${what}`, { token, body });
const changeId = async (): Promise<string> => (await methods()).next.id;
async function codeFor(id: string, phone: string): Promise<string> {
  expect((await answerChange('code', { changeId: id })).status).toBe(200);
  const [message] = await messagesTo(phone, '바로 사용하는 인증번호');
  return message?.code ?? 'none';
}

const decide = async ({ token }: Person, way: 'approve' | 'refuse', id?: string) =>
  server.request('POST', `/admin/payout-changes/${id ?? (await changeId())}/${way}`, {
    token,
    // What the only admin types to confirm.
    body: way === 'approve' ? { confirmAlone: member.nickname } : {},
  });
const answerOf = ({ status, body }: ApiAnswer) => [status, body.code];
const waitingFor = async (admin: Person) =>
  (await get(admin, '/admin/payout-changes')).items.find(
    ({ member: { _id } }: { member: { _id: string } }) => _id === member.memberId,
  );
const lastDecision = async () =>
  (await get(market.admin, `/audit/log?subject=${member.nickname}&limit=1`)).items[0];

const runHoldNotifier = () => {
  const db = createDatabase(server.pool);
  const payoutChanges = createPayoutChanges(db, rowCheckOf(testSecret), keysFrom(testSecret).payouts);
  const assertMembersShown = async () => undefined;
  return notifyOfEndedHolds({
    db,
    payoutChanges,
    assertMembersShown,
    log: server.log,
    notifier: { notify: () => undefined },
  });
};
const holdNotifications = async (admin: Person): Promise<readonly string[]> =>
  (await get(admin, '/notification?isForAdmin=true&limit=100')).items
    .filter(({ code }: { code: string }) => code === 'PAYOUT_APPROVABLE')
    .map(({ message }: { message: string }) => message);

describe('an admin, when the member does not answer,', () => {
  test('is notified once when the hold has ended; a single admin also of a change of their own', async () => {
    await runHoldNotifier();
    const earlier = await holdNotifications(market.admin);
    await edit(manager, replacement);
    await ageChangeBy(23);
    await runHoldNotifier();
    expect(await holdNotifications(market.admin)).toEqual(earlier);
    await ageChangeBy(1);
    // As two backends do, and one that was killed and restarted.
    await Promise.all([runHoldNotifier(), runHoldNotifier()]);
    await runHoldNotifier();
    const ofManager = `${manager.nickname} 님이 변경한 회원의 계좌 또는 지갑을 이제 승인할 수 있어요`;
    expect(await holdNotifications(market.admin)).toEqual([ofManager, ...earlier]);
    await edit(market.admin, { bankAccount: '4711' });
    await ageChangeBy(24);
    await runHoldNotifier();
    const [own, ...others] = await holdNotifications(market.admin);
    expect(own).toBe('관리자나 매니저가 변경한 회원의 계좌 또는 지갑을 이제 승인할 수 있어요');
    expect(others).toEqual([ofManager, ...earlier]);
  });

  test('approves a manager’s change after 24 hours: it is used, the member is notified, and verify finds nothing', async () => {
    await edit(manager, replacement);
    const id = await changeId();
    expect(answerOf(await decide(market.admin, 'approve'))).toEqual([409, 'PAYOUT_CHANGE_HELD']);
    await ageChangeBy(23);
    expect(answerOf(await decide(market.admin, 'approve'))).toEqual([409, 'PAYOUT_CHANGE_HELD']);
    expect(answerOf(await decide(manager, 'approve'))).toEqual([403, 'FORBIDDEN']);
    expect(await methods()).toMatchObject({ bank, wallet });
    await ageChangeBy(1);
    expect(await waitingFor(market.admin)).toMatchObject({
      _id: id,
      changedBy: { nickname: manager.nickname },
      before,
      after: replacement,
      consent: 'second-admin',
    });
    const found = async () => (await verifySealedRows(server.pool, testSecret)).findings.length;
    // A finding: the age was changed by SQL.
    const known = await found();
    expect((await decide(market.admin, 'approve')).status).toBe(200);
    expect(await methods()).toMatchObject({ bank: newBank, next: null });
    expect(await shownToAdmin()).toMatchObject([{ outcome: 'approved', settledAt: expect.any(String) }]);
    expect(await waitingFor(market.admin)).toBeUndefined();
    expect(await lastDecision()).toMatchObject({
      action: 'payout-change-approved',
      reason: null,
      details: { change: id },
    });
    expect((await get(member, '/notification')).items[0]).toMatchObject({ code: 'PAYOUT_APPROVED' });
    await expect
      .poll(async () => (await messagesTo(await phoneOf(member), '관리자 승인으로')).length)
      .toBe(1);
    // It is still found after the program has written the row again.
    expect(await found()).toBe(known);
    for (const way of ['approve', 'refuse'] as const)
      expect(answerOf(await decide(market.admin, way, id))).toEqual([409, 'PAYOUT_CHANGE_OVER']);
    expect((await answerChange('reject', { changeId: id })).body.code).toBe('PAYOUT_CHANGE_OVER');
  });

  test('if the only one, approves a change of their own, which the audit log states', async () => {
    await edit(market.admin, replacement);
    await ageChangeBy(24);
    expect(await waitingFor(market.admin)).toMatchObject({ consent: 'no-second-admin' });
    expect((await decide(market.admin, 'approve')).status).toBe(200);
    expect(await methods()).toMatchObject({ bank: newBank, next: null });
    expect(await lastDecision()).toMatchObject({
      action: 'payout-change-approved',
      reason: 'no-second-admin',
    });
  });

  test('rejects the change at any time, and the values in use stay', async () => {
    await edit(manager, replacement);
    const id = await changeId();
    expect((await decide(market.admin, 'refuse')).status).toBe(200);
    expect(await methods()).toEqual({ bank, wallet, next: null });
    expect(await shownToAdmin()).toMatchObject([{ outcome: 'rejected', before }]);
    expect((await get(member, '/notification')).items[0]).toMatchObject({ code: 'PAYOUT_REJECTED' });
    expect(answerOf(await decide(market.admin, 'approve', id))).toEqual([409, 'PAYOUT_CHANGE_OVER']);
    for (const wrong of ['99999999', 'none', '1'.repeat(30)])
      expect(answerOf(await decide(market.admin, 'approve', wrong))).toEqual([409, 'PAYOUT_CHANGE_OVER']);
  });

  test('exactly one of concurrent confirmation, approval, refusal and rejection succeeds', async () => {
    await edit(manager, replacement);
    await ageChangeBy(24);
    const id = await changeId();
    const code = await codeFor(id, await phoneOf(member));
    const answers = await Promise.all([
      answerChange('confirm', { changeId: id, code }),
      decide(market.admin, 'approve', id),
      decide(market.admin, 'approve', id),
      decide(market.admin, 'refuse', id),
      answerChange('reject', { changeId: id }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    const isUsed = answers.slice(0, 3).some(({ status }) => status === 200);
    expect(await methods()).toMatchObject({ bank: isUsed ? newBank : bank, next: null });
  });

  test('rejects the change during reads: no read shows it as in use', async () => {
    for (let round = 0; round < 5; round += 1) {
      await edit(manager, { ...replacement, bankAccount: `8700${round}` });
      const refused = decide(market.admin, 'refuse', await changeId());
      const reads = Array.from({ length: 40 }, () => methods());
      for (const read of await Promise.all(reads)) expect(read).toMatchObject({ bank, wallet });
      expect((await refused).status).toBe(200);
    }
  });

  test('approves only the change that was seen, never a concurrent new one', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [account, newer] = [`8800${round}1`, `8800${round}2`];
      await edit(manager, { bankAccount: account });
      await ageChangeBy(24);
      const inUse = (await methods()).bank.bankAccount;
      const id = await changeId();
      const [approved] = await Promise.all([
        decide(market.admin, 'approve', id),
        edit(manager, { bankAccount: newer }),
      ]);
      expect(await methods()).toMatchObject({
        bank: { bankAccount: approved.status === 200 ? account : inUse },
        next: { bank: { bankAccount: newer }, from: null },
      });
      expect(answerOf(await decide(market.admin, 'approve'))).toEqual([409, 'PAYOUT_CHANGE_HELD']);
    }
  });

  test('can repeat an approval that a crash interrupted, which has changed nothing', async () => {
    await edit(manager, replacement);
    await ageChangeBy(24);
    const id = await changeId();
    const audit = await server.pool.connect();
    try {
      await audit.query('begin');
      // The last statement of the approval waits for this lock.
      await audit.query(`select pg_advisory_xact_lock(hashtextextended('app.audit_log', 0))`);
      const cutOff = decide(market.admin, 'approve', id);
      const ended = () =>
        server.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event = 'advisory' and query like '%append_audit%'`,
        );
      await expect.poll(async () => (await ended()).rowCount).toBe(1);
      expect((await cutOff).status).toBeGreaterThanOrEqual(500);
    } finally {
      await audit.query('rollback');
      audit.release();
    }
    expect(await methods()).toMatchObject({ bank, wallet, next: { id } });
    expect((await decide(market.admin, 'approve', id)).status).toBe(200);
    expect(await methods()).toMatchObject({ bank: newBank, next: null });
  });
});

describe('the member, while a change waits,', () => {
  test('rejects it: the values in use stay, admins are notified, and verify finds nothing', async () => {
    await edit(manager, replacement);
    const id = await changeId();
    expect((await answerChange('reject', { changeId: id })).status).toBe(200);
    expect(await methods()).toEqual({ bank, wallet, next: null });
    await ageChangeBy(25);
    expect(await methods()).toEqual({ bank, wallet, next: null });
    expect(await get(member, `/user/users/${member.nickname}`)).toMatchObject({
      ...before,
      payoutWaitsUntil: null,
    });
    expect(await shownToAdmin()).toMatchObject([{ outcome: 'rejected', before }]);
    const { items } = await get(market.admin, '/notification?isForAdmin=true');
    expect(items[0]).toMatchObject({
      code: 'PAYOUT_REJECTED',
      message: `${member.nickname} 님이 계좌 또는 지갑 변경을 거절했어요`,
    });
    expect((await answerChange('reject', { changeId: id })).body.code).toBe('PAYOUT_CHANGE_OVER');
  });

  test('confirms it by a code whose message names its purpose, and it is used at once', async () => {
    await edit(manager, replacement);
    const id = await changeId();
    const code = await codeFor(id, await phoneOf(member));
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await answerChange('confirm', { changeId: id, code: wrong })).body.code).toBe('OTP_WRONG');
    expect((await answerChange('confirm', { changeId: id, code })).status).toBe(200);
    expect(await methods()).toMatchObject({ bank: newBank, next: null });
    expect(await shownToAdmin()).toMatchObject([{ outcome: 'confirmed', settledAt: expect.any(String) }]);
    expect((await answerChange('reject', { changeId: id })).body.code).toBe('PAYOUT_CHANGE_OVER');
  });

  test('cannot use its code for another change, and no other member can answer', async () => {
    await edit(manager, replacement);
    const id = await changeId();
    const code = await codeFor(id, await phoneOf(member));
    const other = await server.member({ active: true });
    expect((await answerChange('reject', { changeId: id }, other)).body.code).toBe('PAYOUT_CHANGE_OVER');
    expect((await answerChange('confirm', { changeId: id, code }, other)).body.code).toBe(
      'PAYOUT_CHANGE_OVER',
    );
    await edit(manager, { bankAccount: '777' });
    expect((await answerChange('confirm', { changeId: id, code })).body.code).toBe('PAYOUT_CHANGE_OVER');
    expect((await answerChange('confirm', { changeId: await changeId(), code })).body.code).toBe('OTP_WRONG');
    expect(await methods()).toMatchObject({ bank, wallet });
  });

  test('gets messages on the previous phone if staff changed it recently', async () => {
    const old = await phoneOf(member);
    const phone = () => `010${String(Math.random()).slice(2, 10)}`;
    await edit(manager, { phone: phone() });
    await edit(manager, { phone: phone() });
    await edit(manager, replacement);
    const newest = await phoneOf(member);
    for (const phone of [old, newest])
      await expect.poll(async () => (await messagesTo(phone, '지갑이 변경')).length).toBe(1);
    const code = await codeFor(await changeId(), old);
    expect(await messagesTo(newest, '바로 사용하는')).toEqual([]);
    expect((await answerChange('confirm', { changeId: await changeId(), code })).status).toBe(200);
    expect(await methods()).toMatchObject({ bank: newBank });
  });

  test('gives one answer: of a concurrent confirmation and rejection one succeeds', async () => {
    await edit(manager, replacement);
    const id = await changeId();
    const code = await codeFor(id, await phoneOf(member));
    const answers = await Promise.all([
      answerChange('confirm', { changeId: id, code }),
      answerChange('reject', { changeId: id }),
      answerChange('reject', { changeId: id }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const isConfirmed = answers[0]?.status === 200;
    expect(await methods()).toMatchObject({ bank: isConfirmed ? newBank : bank, next: null });
  });
});

test('two concurrent changes leave one waiting, and the values in use stay', async () => {
  await Promise.all([edit(manager, { bankAccount: '777' }), edit(market.admin, { bankAccount: '888' })]);
  const { next, ...inUse } = await methods();
  expect(inUse).toEqual({ bank, wallet });
  const changes = await shownToAdmin();
  expect(changes.map(({ outcome }: { outcome: unknown }) => outcome)).toEqual([null, 'replaced']);
  const { bankAccount, payoutInUse } = await get(market.admin, `/admin/members/${member.memberId}`);
  expect(next.bank.bankAccount).toBe(bankAccount);
  expect(payoutInUse).toEqual(before);
});

test('setting the values in use again rejects the waiting change', async () => {
  await edit(manager, replacement);
  await edit(market.admin, before);
  expect(await methods()).toEqual({ bank, wallet, next: null });
  await ageChangeBy(24);
  expect(await methods()).toEqual({ bank, wallet, next: null });
  expect(await shownToAdmin()).toMatchObject([{ changedBy: manager.nickname, outcome: 'rejected' }]);
  const { items } = await get(member, '/notification');
  expect(items[0]).toMatchObject({ code: 'PAYOUT_REJECTED' });
});

describe('a first bank account or wallet that staff set', () => {
  const none = { bank: null, wallet: null };
  const withoutAny = async (person: Person) => {
    await server.pool.query(
      `update app.members set bank_name = '', bank_account = '', tether_address = '' where id = $1`,
      [person.memberId],
    );
    await enterAsFound(server.pool, 'app.members', person.memberId);
  };

  test('is reported to the member and waits for consent like a change', async () => {
    await withoutAny(member);
    await edit(manager, replacement);
    await ageChangeBy(1_000);
    expect(await methods()).toMatchObject({ ...none, next: { bank: newBank, from: null } });
    const phone = await phoneOf(member);
    await expect.poll(async () => (await messagesTo(phone, '계좌 또는 지갑이 변경')).length).toBe(1);
    expect((await get(member, '/notification')).items[0]).toMatchObject({ code: 'PAYOUT_CHANGED' });
    const id = await changeId();
    const code = await codeFor(id, phone);
    expect((await answerChange('confirm', { changeId: id, code })).status).toBe(200);
    expect(await methods()).toMatchObject({ bank: newBank, next: null });
  });

  test('is not used by an earlier trade, and leaves no values if it is rejected', async () => {
    await withoutAny(member);
    await edit(manager, replacement);
    await answerChange('reject', { changeId: await changeId() });
    expect(await methods()).toEqual({ ...none, next: null });
  });

  test('of their own account is used after 24 hours', async () => {
    // As after the first start of an installation.
    member = market.admin;
    await edit(market.admin, replacement);
    expect(await methods()).toMatchObject({ ...none, next: { from: expect.any(String) } });
    await ageChangeBy(25);
    expect(await methods()).toMatchObject({ bank: { bankAccount: replacement.bankAccount }, next: null });
  });
});

test('verify finds a waiting change that SQL confirms, approves or lets come into use by time', async () => {
  const found = async () =>
    (await verifySealedRows(server.pool, testSecret)).findings.map(({ what }) => what);
  const known = await found();
  await edit(manager, replacement);
  expect(await found()).toEqual(known);
  const id = await changeId();
  for (const forged of [
    `settled_at = now(), outcome = 'confirmed'`,
    `settled_at = now(), outcome = 'approved'`,
    'settled_at = null, outcome = null, effective_at = now()',
  ]) {
    await server.pool.query(`update app.payout_changes set ${forged} where id = $1`, [id]);
    expect(await found()).toContain(`row ${id} of app.payout_changes was changed beside the program`);
  }
});

test('verify finds a change in use without consent in the audit log, also without the key of the rows’ hashes', async () => {
  const found = async () => (await verifyPayoutRows(server.pool)).map(({ what }) => what);
  expect(await found()).toEqual([]);
  await edit(manager, replacement);
  await ageChangeBy(24);
  const id = await changeId();
  const finding = [`payout change ${id} is in use, and by the audit log nobody who may has consented`];
  const set = (fields: string) =>
    server.pool.query(`update app.payout_changes set ${fields} where id = $1`, [id]);
  for (const outcome of ['confirmed', 'approved']) {
    await set(`settled_at = now(), outcome = '${outcome}'`);
    expect(await found()).toEqual(finding);
  }
  await set('settled_at = null, outcome = null');
  expect((await decide(market.admin, 'approve', id)).status).toBe(200);
  expect(await found()).toEqual([]);
  for (const field of ['changed_by', 'member_id']) {
    const { rows } = await server.pool.query(`select ${field} as was from app.payout_changes where id = $1`, [
      id,
    ]);
    await set(`${field} = '${market.admin.memberId}'`);
    expect(await found()).toEqual(finding);
    await set(`${field} = '${rows[0].was}'`);
  }
});

test('an order placed while a wallet change waits has the wallet in use', async () => {
  await edit(manager, replacement);
  const orderId = await market.place(member, 'sell', '14000');
  const { items } = await get(market.admin, `/admin/members/${member.memberId}/orders`);
  expect(items).toMatchObject([
    { _id: orderId, wallet: { tetherAddress: before.tetherAddress, differsFromSignUp: false } },
  ]);
});

test('a live trade keeps the data that its parties had when they were matched', async () => {
  const buyer = await server.member({ active: true });
  const pairOf = async () => {
    const sell = await market.open(member, 'sell', '14000');
    const buy = await market.open(buyer, 'buy', '14000');
    return (await market.match(sell, buy))._id;
  };
  const first = await pairOf();
  await edit(manager, replacement);
  const payment = async (id: string) => (await get(buyer, `/trades/${id}/payment`)).bank;
  const during = await pairOf();
  expect([await payment(first), await payment(during)]).toEqual([bank, bank]);
  // The change comes into use for later matches.
  await ageChangeBy(25);
  expect((await decide(market.admin, 'approve')).status).toBe(200);
  expect([await payment(first), await payment(during), await payment(await pairOf())]).toEqual([
    bank,
    bank,
    newBank,
  ]);
});

test('a match that was offered has the data that was in use when it was accepted', async () => {
  const buyer = await server.member({ active: true });
  await market.setPrice('1450');
  const sell = await market.open(member, 'sell', '145000', '1450');
  await market.setPrice('1400');
  const buy = await market.open(buyer, 'buy', '140000', '1400');
  const { body } = await server.request('POST', '/sell/admin/match-orders', {
    token: market.admin.token,
    body: pair(sell, buy, { askConsent: true }),
  });
  await edit(manager, replacement);
  const id = await changeId();
  const code = await codeFor(id, await phoneOf(member));
  expect((await answerChange('confirm', { changeId: id, code })).status).toBe(200);
  const accepting = { token: buyer.token, body: { accept: true } };
  expect((await server.request('POST', `/trades/${body.trade._id}/consent`, accepting)).status).toBe(200);
  expect((await get(buyer, `/trades/${body.trade._id}/payment`)).bank).toEqual(newBank);
});

describe('with two admins', () => {
  let second: Person;
  beforeAll(async () => {
    second = await server.member({ active: true, admin: true });
  });

  test('the admin who made a change cannot approve it; the other one is notified and can', async () => {
    await runHoldNotifier();
    const [earlier, others] = [await holdNotifications(market.admin), await holdNotifications(second)];
    await edit(market.admin, replacement);
    await ageChangeBy(24);
    await runHoldNotifier();
    expect(await holdNotifications(market.admin)).toEqual(earlier);
    const message = `${market.admin.nickname} 님이 변경한 회원의 계좌 또는 지갑을 이제 승인할 수 있어요`;
    expect(await holdNotifications(second)).toEqual([message, ...others]);
    expect(await waitingFor(market.admin)).toMatchObject({ consent: null });
    expect(answerOf(await decide(market.admin, 'approve'))).toEqual([403, 'PAYOUT_CHANGE_OWN']);
    expect(await methods()).toMatchObject({ bank, wallet });
    expect((await decide(second, 'approve')).status).toBe(200);
    expect(await methods()).toMatchObject({ bank: newBank, next: null });
    expect(await lastDecision()).toMatchObject({ action: 'payout-change-approved', reason: null });
  });

  test('an admin cannot approve a change of their own account; their own change is used after 24 hours', async () => {
    member = second;
    await edit(market.admin, replacement);
    await ageChangeBy(24);
    for (const admin of [second, market.admin])
      expect(answerOf(await decide(admin, 'approve'))).toEqual([403, 'PAYOUT_CHANGE_OWN']);
    await edit(second, { ...before, bankAccount: '777' });
    expect(await methods()).toMatchObject({ bank, next: { from: expect.any(String) } });
    expect(await waitingFor(market.admin)).toBeUndefined();
    await ageChangeBy(23);
    expect(await methods()).toMatchObject({ bank });
    await ageChangeBy(2);
    expect(await methods()).toMatchObject({ bank: { bankAccount: '777' }, wallet, next: null });
  });

  test('the admin who made a change cannot approve it after another admin has changed another field', async () => {
    await edit(market.admin, replacement);
    await edit(second, { tetherAddress: before.tetherAddress });
    await ageChangeBy(24);
    for (const admin of [market.admin, second])
      expect(answerOf(await decide(admin, 'approve'))).toEqual([403, 'PAYOUT_CHANGE_OWN']);
    expect(await methods()).toMatchObject({ bank, wallet });
    const id = await changeId();
    // As if the program had allowed the first admin to approve it.
    await recordAudit(createDatabase(server.pool), {
      action: 'payout-change-approved',
      actor: { memberId: market.admin.memberId, admin: true, manager: false },
      subjectId: member.memberId,
      requestId: null,
      details: { change: id },
    });
    const closeChange = (fields: string) =>
      server.pool.query(`update app.payout_changes set ${fields} where id = $1`, [id]);
    await closeChange(`settled_at = now(), outcome = 'approved'`);
    expect(await verifyPayoutRows(server.pool)).toMatchObject([
      { what: `payout change ${id} is in use, and by the audit log nobody who may has consented` },
    ]);
    await closeChange('settled_at = null, outcome = null');
    expect((await decide(market.admin, 'refuse', id)).status).toBe(200);
    await edit(second, replacement);
    await ageChangeBy(24);
    expect((await decide(market.admin, 'approve')).status).toBe(200);
  });

  test('an admin’s change of their own account waits for consent while it keeps a value that another set', async () => {
    member = await server.member({ active: true, admin: true });
    await edit(market.admin, { bankAccount: replacement.bankAccount });
    await edit(member, { tetherAddress: replacement.tetherAddress });
    await ageChangeBy(1_000);
    expect(await methods()).toMatchObject({ bank, wallet, next: { from: null } });
    expect(answerOf(await decide(market.admin, 'approve'))).toEqual([403, 'PAYOUT_CHANGE_OWN']);
  });
});

test('verify finds the needed consent for every change of these tests', async () => {
  expect(await verifyPayoutRows(server.pool)).toEqual([]);
});
