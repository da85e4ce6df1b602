import { randomUUID } from 'node:crypto';
import { memberStream } from '@matgyo/contracts/streams';
import { awaitedEntries } from '@matgyo/projections/verify/awaited-entries';
import { verifyAuditLog } from '@matgyo/projections/verify/check-audit-log';
import { StaffCheck } from '@matgyo/projections/verify/check-staff';
import { verifyLog } from '@matgyo/projections/verify/verify-log';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ApiAnswer } from '../../../../test/api-call.ts';
import { type Person, startTestServer } from '../../../../test/server.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { completeLedgerActions, noteLedgerAction } from './ledger-actions.ts';

let member: Person;

const server = await startTestServer();
const admin = await server.admin();
afterAll(() => server.close());
beforeEach(async () => {
  member = await server.member({ active: true });
});

const edit = (body: object, headers: Record<string, string> = {}): Promise<ApiAnswer> =>
  server.request('PUT', `/user/users/${member.nickname}`, {
    token: admin.token,
    body: { confirmAlone: member.nickname, ...body },
    headers,
  });
const setPrice = (tetherPrice: string, headers: Record<string, string> = {}): Promise<ApiAnswer> =>
  server.request('POST', '/tetherprice/update-tether-price', {
    token: admin.token,
    body: { tetherPrice },
    headers,
  });
const entriesAbout = async (subject: string) => {
  const { rows } = await server.pool.query(
    'select content from app.audit_log where subject_id = $1 order by sequence',
    [subject],
  );
  return rows.map(({ content }) => content);
};
const complete = async () => {
  await server.pool.query(`update app.ledger_acts set look_after = now() - interval '1 s'`);
  return completeLedgerActions(createDatabase(server.pool), server.log);
};
const newestOf = async (stream: string) =>
  (await server.log.readStream(stream, { direction: 'backwards', limit: 1 }))[0];
/** What verify finds about staff ten minutes later, by when no backend has run. */
const verified = async () => {
  const staff = new StaffCheck(Date.now() + 600_000);
  await verifyLog({ log: server.log, staff });
  const awaited = await awaitedEntries(server.pool);
  const findings = staff.end((await verifyAuditLog(server.pool, [])).naming, awaited);
  return { wrong: findings.map(({ what }) => what), notes: staff.notes };
};
const lostAnswers = () => server.pool.query('delete from app.commands');

describe('when the audit log fails after the ledger has been appended to', () => {
  const failing = () =>
    server.pool.query(`create trigger audit_log_fails before insert on app.audit_log
      for each statement execute function app.refuse_change()`);
  const repairAuditLog = () => server.pool.query('drop trigger if exists audit_log_fails on app.audit_log');
  afterEach(repairAuditLog);

  test('an edit gets its entry once, although repeating the edit changes nothing', async () => {
    const stream = memberStream(member.memberId as never);
    await failing();
    const body = { manager: true, bankName: 'Another' };
    expect((await edit({ manager: true })).status).toBeGreaterThanOrEqual(500);
    await repairAuditLog();
    const granted = await newestOf(stream);
    expect(granted).toMatchObject({ type: 'RoleGranted' });
    const before = await entriesAbout(member.memberId);
    expect((await edit(body)).status).toBe(200);
    expect(await complete()).toBe(1);
    expect(await complete()).toBe(0);
    expect((await entriesAbout(member.memberId)).slice(before.length)).toMatchObject([
      // The row changed by the second edit, and the result of the first one.
      { details: { fields: ['bank_name'] }, actorId: admin.memberId },
      {
        action: 'member-edited',
        actorId: admin.memberId,
        actorRole: 'admin',
        at: granted?.metadata.at,
        requestId: expect.any(String),
        details: { fields: ['manager'], events: [granted?.id] },
      },
    ]);
  });

  test('a price gets its entry', async () => {
    await failing();
    expect((await setPrice('1500')).status).toBeGreaterThanOrEqual(500);
    await repairAuditLog();
    const set = await newestOf('price-USDT-KRW');
    expect(await complete()).toBe(1);
    expect(await entriesAbout(set?.id ?? '')).toMatchObject([
      { action: 'price-set', actorId: admin.memberId, at: set?.metadata.at },
    ]);
  });
});

test('verify notes an entry that a dead backend left to the next one, and names one that nothing will write', async () => {
  await setPrice('1550');
  const set = await newestOf('price-USDT-KRW');
  if (set === undefined) throw new Error('no price was set');
  const { hash, revision, prevHash: _, ...madeBy } = { ...set.metadata, revision: set.revision };
  const commandId = randomUUID();
  const id = randomUUID();
  const lost = { id, type: 'PriceSet', data: { price: '1551' }, metadata: { ...madeBy, commandId } };
  await server.log.append('price-USDT-KRW', { revision, hash }, [lost]);
  expect(await verified()).toEqual({ wrong: ['PriceSet by staff has no entry in the audit log'], notes: [] });

  const noted = { action: 'price-set', command: { commandId }, stream: set.stream, requestId: 'r' } as const;
  const actor = { memberId: admin.memberId, admin: true, manager: false };
  await noteLedgerAction(createDatabase(server.pool), { ...noted, actor: actor as never });
  expect(await verified()).toEqual({ wrong: [], notes: [expect.stringContaining(id)] });
  await complete();
  expect(await verified()).toEqual({ wrong: [], notes: [] });
});

describe('an action has one entry', () => {
  const headers = { 'idempotency-key': 'one-entry' };

  test('however often its call is repeated, before and after the sweep', async () => {
    const before = (await entriesAbout(member.memberId)).length;
    for (const looks of [0, 0, 1]) {
      await lostAnswers();
      expect((await edit({ referralCode: 'AGAINAGAIN' }, headers)).status).toBe(200);
      if (looks > 0) expect(await complete()).toBe(0);
    }
    expect((await entriesAbout(member.memberId)).length - before).toBe(1);
  });

  test('also with several concurrent sweeps and repeats', async () => {
    await setPrice('1600', headers);
    const set = await newestOf('price-USDT-KRW');
    await server.pool.query('update app.ledger_acts set recorded_at = null');
    await server.pool.query(`update app.ledger_acts set look_after = now() - interval '1 s'`);
    const before = (await entriesAbout(set?.id ?? '')).length;
    await lostAnswers();
    await Promise.all([
      ...Array.from({ length: 4 }, () => completeLedgerActions(createDatabase(server.pool), server.log)),
      setPrice('1600', headers),
    ]);
    expect((await entriesAbout(set?.id ?? '')).length - before).toBe(1);
  });
});

test('deletes the note of an action that did not happen, unless its call is being repeated', async () => {
  const { rows } = await server.pool.query('select count(*)::int as entries from app.audit_log');
  const noted = async () =>
    (await server.pool.query('select from app.ledger_acts where recorded_at is null')).rowCount;
  await complete();
  const refused = { referralCode: 'NOBODYS', expectedRevision: 'f'.repeat(64) };
  expect((await edit(refused)).status).toBeGreaterThanOrEqual(400);
  expect((await edit({ status: 'active' })).status).toBe(200);
  expect(await noted()).toBeGreaterThan(0);
  expect(await completeLedgerActions(createDatabase(server.pool), server.log)).toBe(0);
  expect(await noted()).toBeGreaterThan(0);
  expect(await complete()).toBe(0);
  expect(await noted()).toBe(0);
  expect((await server.pool.query('select count(*)::int as entries from app.audit_log')).rows).toEqual(rows);
});

test('finds an action however many prices have been set since', async () => {
  const { status } = await setPrice('1700');
  expect(status).toBe(200);
  const set = await newestOf('price-USDT-KRW');
  if (set === undefined) throw new Error('no price was set');
  const { hash, prevHash: _, ...madeBy } = set.metadata;
  const { revision } = set;
  // More than one page.
  const later = Array.from({ length: 205 }, (_, index) => ({
    id: randomUUID(),
    type: 'PriceSet',
    data: { price: String(1_701 + index) },
    metadata: { ...madeBy, commandId: randomUUID(), at: new Date().toISOString() },
  }));
  await server.log.append('price-USDT-KRW', { revision, hash }, later);
  const before = (await entriesAbout(set.id)).length;
  await server.pool.query('update app.ledger_acts set recorded_at = null where command_id = $1', [
    set.metadata.commandId,
  ]);
  expect(await complete()).toBe(1);
  expect((await entriesAbout(set.id)).length - before).toBe(1);
});
