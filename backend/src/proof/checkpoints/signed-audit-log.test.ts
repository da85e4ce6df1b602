import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recordAudit } from '../audit/audit-log.ts';
import { openSignedLedger, type SignedLedger } from './checkpoints.fixture.ts';

let ledger: SignedLedger;

beforeEach(async () => {
  ledger = await openSignedLedger();
  ledger.history.price('1400');
  await ledger.write();
  await ledger.checkpoints.signIfDue();
});
afterEach(() => ledger.close());

const query = (text: string, values: unknown[] = []) => ledger.pool.query(text, values);

describe('the audit log', () => {
  const record = (subjectId: string) =>
    recordAudit(ledger.db, { action: 'id-image-viewed', actor: null, subjectId, requestId: null });

  test('is chained, also with concurrent writers, and its end is signed', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => record(`m${index}`)));
    ledger.passHours(1);
    const checkpoint = await ledger.checkpoints.signIfDue();
    const { rows } = await query('select hash from app.audit_log where sequence = 20');
    expect(checkpoint?.statement.audit).toEqual({ sequence: 20, hash: rows[0].hash });
    expect(await ledger.verify()).toEqual({ found: [], notes: [] });
  });

  test('names an entry that was changed, removed or cut off', async () => {
    for (const subject of ['one', 'two', 'three']) await record(subject);
    ledger.passHours(1);
    await ledger.checkpoints.signIfDue();
    await query('alter table app.audit_log disable trigger user');
    await query(
      `update app.audit_log set content = replace(content::text, 'two', 'owt')::json where sequence = 2`,
    );
    expect((await ledger.verify()).found).toEqual(['audit: entry 2 of the audit log was changed']);
    await query('delete from app.audit_log where sequence = 2');
    expect((await ledger.verify()).found).toEqual([
      'audit: entry 3 of the audit log does not follow the one before it',
    ]);
    await query('delete from app.audit_log where sequence = 3');
    expect((await ledger.verify()).found).toEqual([
      'audit: the audit log was cut: it ends at entry 1, and checkpoint 2 was signed over 3',
    ]);
  });

  test('names an entry inserted before the first one', async () => {
    await record('one');
    await query(`insert into app.audit_log (sequence, content, prev_hash, hash)
      select sequence - 1, content, prev_hash, hash from app.audit_log`);
    expect((await ledger.verify()).found).toEqual([
      'audit: entry 0 of the audit log stands before the first one',
    ]);
  });
});
