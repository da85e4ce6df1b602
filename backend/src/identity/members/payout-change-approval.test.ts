import { verifyPayoutRows } from '@matgyo/projections/verify/check-payout-rows';
import { verifySealedRows } from '@matgyo/projections/verify/check-sealed-rows';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, testSecret } from '../../../../test/server.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import {
  ageChangeBy,
  answerChange,
  answerOf,
  bank,
  before,
  changeId,
  codeFor,
  decide,
  edit,
  get,
  holdNotifications,
  lastDecision,
  manager,
  market,
  member,
  methods,
  newBank,
  replacement,
  runHoldNotifier,
  server,
  setMember,
  setUpApplicationWithPayoutChanges,
  shownToAdmin,
  waitingFor,
  wallet,
} from './payout-changes.fixture.ts';

setUpApplicationWithPayoutChanges();

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
      .poll(async () => (await server.messages(await server.phoneOf(member), '관리자 승인으로')).length)
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
    const code = await codeFor(id, await server.phoneOf(member));
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
    setMember(second);
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
      { what: `payout change ${id} is in use, but the audit log has no valid consent to it` },
    ]);
    await closeChange('settled_at = null, outcome = null');
    expect((await decide(market.admin, 'refuse', id)).status).toBe(200);
    await edit(second, replacement);
    await ageChangeBy(24);
    expect((await decide(market.admin, 'approve')).status).toBe(200);
  });

  test('an admin’s change of their own account waits for consent while it keeps a value that another set', async () => {
    setMember(await server.member({ active: true, admin: true }));
    await edit(market.admin, { bankAccount: replacement.bankAccount });
    await edit(member, { tetherAddress: replacement.tetherAddress });
    await ageChangeBy(1_000);
    expect(await methods()).toMatchObject({ bank, wallet, next: { from: null } });
    expect(answerOf(await decide(market.admin, 'approve'))).toEqual([403, 'PAYOUT_CHANGE_OWN']);
  });
});
