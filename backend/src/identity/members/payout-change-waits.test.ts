import { describe, expect, test } from 'vitest';
import type { Person } from '../../../../test/server.ts';
import { enterAsFound } from '../../proof/sealed-rows/row-check.fixture.ts';
import { figures } from '../../trading/orders/market.fixture.ts';
import {
  ageChangeBy,
  answerChange,
  answerOf,
  bank,
  before,
  changeId,
  codeFor,
  edit,
  get,
  manager,
  market,
  member,
  methods,
  newBank,
  replacement,
  server,
  setMember,
  setUpApplicationWithPayoutChanges,
  shownToAdmin,
  wallet,
} from './payout-changes.fixture.ts';

setUpApplicationWithPayoutChanges();

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
    const phone = await server.phoneOf(member);
    const outbox = () => server.messages(phone, '변경됐지만 아직 적용되지');
    await expect.poll(async () => (await outbox()).length).toBe(1);
    const [message] = await outbox();
    expect(message?.text).toContain('(***234, ***Dt1v)');
    expect(message?.text).not.toContain(replacement.bankAccount);
    const { items } = await get(member, '/notification');
    expect(items[0]).toMatchObject({
      code: 'PAYOUT_CHANGED',
      message: expect.stringContaining('계좌 또는 지갑이 변경됐지만'),
    });
  });

  test('are all named in the message about a later change that leaves one of them', async () => {
    await edit(manager, { bankAccount: replacement.bankAccount });
    await edit(market.admin, { tetherAddress: replacement.tetherAddress });
    const outbox = async () => server.messages(await server.phoneOf(member), '변경됐지만 아직 적용되지');
    await expect.poll(async () => (await outbox()).length).toBe(2);
    const texts = (await outbox()).map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringContaining('(***234)'));
    expect(texts).toContainEqual(expect.stringContaining('(***234, ***Dt1v)'));
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
    const phone = await server.phoneOf(member);
    await expect.poll(async () => (await server.messages(phone, '변경됐지만 아직 적용되지')).length).toBe(1);
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

  test('allows no order before it is in use, as the other party is not shown it', async () => {
    const place = async (side: 'sell' | 'buy', more = {}) => {
      const body = { ...figures('14000', '1400'), ...more };
      return answerOf(await server.request('POST', `/${side}`, { token: member.token, body }));
    };
    const stated = { tetherAddress: before.tetherAddress };
    await withoutAny(member);
    expect(await place('sell', stated)).toEqual([422, 'BANK_ACCOUNT_REQUIRED']);
    expect(await place('buy')).toEqual([422, 'TETHER_ADDRESS_REQUIRED']);
    await edit(manager, replacement);
    expect(await place('sell', stated)).toEqual([422, 'BANK_ACCOUNT_UNCONFIRMED']);
    expect(await place('sell')).toEqual([422, 'TETHER_ADDRESS_UNCONFIRMED']);
    expect(await place('buy')).toEqual([422, 'TETHER_ADDRESS_UNCONFIRMED']);
    const id = await changeId();
    const code = await codeFor(id, await server.phoneOf(member));
    expect((await answerChange('confirm', { changeId: id, code })).status).toBe(200);
    expect(await place('sell')).toEqual([201, undefined]);
    expect(await place('buy')).toEqual([201, undefined]);
  });

  test('of their own account is used after 24 hours', async () => {
    // As after the first start of an installation.
    setMember(market.admin);
    await edit(market.admin, replacement);
    expect(await methods()).toMatchObject({ ...none, next: { from: expect.any(String) } });
    await ageChangeBy(25);
    expect(await methods()).toMatchObject({ bank: { bankAccount: replacement.bankAccount }, next: null });
  });
});
