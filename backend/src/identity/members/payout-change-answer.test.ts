import { randomInt } from 'node:crypto';
import type { MemberId } from '@matgyo/contracts/ids';
import { describe, expect, test } from 'vitest';
import { lockWaits } from '../../../../test/lock-waits.ts';
import { sharedTestServer } from '../../../../test/server.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { lockEdits } from './edit-member.ts';
import {
  ageChangeBy,
  answerChange,
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
  setUpMemberWhosePayoutChanges,
  shownToAdmin,
  wallet,
} from './payout-changes.fixture.ts';

setUpMemberWhosePayoutChanges(sharedTestServer);

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
    const own = await get(member, '/notification');
    expect(own.items.map(({ code }: { code: string }) => code)).not.toContain('PAYOUT_REJECTED');
    expect((await answerChange('reject', { changeId: id })).body.code).toBe('PAYOUT_CHANGE_OVER');
  });

  test('confirms it by a code whose message names its purpose, and it is used at once', async () => {
    await edit(manager, replacement);
    const id = await changeId();
    const code = await codeFor(id, await server.phoneOf(member));
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await answerChange('confirm', { changeId: id, code: wrong })).body.code).toBe('OTP_WRONG');
    expect((await answerChange('confirm', { changeId: id, code })).status).toBe(200);
    expect(await methods()).toMatchObject({ bank: newBank, next: null });
    expect(await shownToAdmin()).toMatchObject([{ outcome: 'confirmed', settledAt: expect.any(String) }]);
    expect((await answerChange('reject', { changeId: id })).body.code).toBe('PAYOUT_CHANGE_OVER');
    // That it is over already does not count as a wrong code.
    await server.pool.query('truncate app.rate_limits');
    expect((await answerChange('confirm', { changeId: id, code })).body.code).toBe('PAYOUT_CHANGE_OVER');
    const wrongCodes = `select from app.rate_limits where key like 'wrong-codes:%' and points > 0`;
    expect((await server.pool.query(wrongCodes)).rowCount).toBe(0);
  });

  test('cannot use its code for another change, and no other member can answer', async () => {
    await edit(manager, replacement);
    const id = await changeId();
    const code = await codeFor(id, await server.phoneOf(member));
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
    const old = await server.phoneOf(member);
    const phone = () => `010${randomInt(30_000_000, 50_000_000)}`;
    await edit(manager, { phone: phone() });
    await edit(manager, { phone: phone() });
    await edit(manager, replacement);
    const newest = await server.phoneOf(member);
    for (const phone of [old, newest])
      await expect
        .poll(async () => (await server.messages(phone, '변경됐지만 아직 적용되지')).length)
        .toBe(1);
    const code = await codeFor(await changeId(), old);
    expect(await server.messages(newest, '바로 사용하는')).toEqual([]);
    expect((await answerChange('confirm', { changeId: await changeId(), code })).status).toBe(200);
    expect(await methods()).toMatchObject({ bank: newBank });
  });

  test('gives one answer: of a concurrent confirmation and rejection one succeeds', async () => {
    await edit(manager, replacement);
    const id = await changeId();
    const code = await codeFor(id, await server.phoneOf(member));
    const answers = await Promise.all([
      answerChange('confirm', { changeId: id, code }),
      answerChange('reject', { changeId: id }),
      answerChange('reject', { changeId: id }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const isConfirmed = answers[0]?.status === 200;
    expect(await methods()).toMatchObject({ bank: isConfirmed ? newBank : bank, next: null });
  });

  test('waits for an edit of the member, which may replace the change', async () => {
    await edit(manager, replacement);
    const id = await changeId();
    const db = createDatabase(server.pool);
    const { answer } = await db.transaction().execute(async (editing) => {
      await lockEdits(editing, member.memberId as MemberId);
      const rejecting = answerChange('reject', { changeId: id });
      await expect.poll(() => lockWaits(server.pool), { timeout: 2_500 }).toBe(1);
      return { answer: rejecting };
    });
    expect((await answer).status).toBe(200);
  });
});
