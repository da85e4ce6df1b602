import { verifyPayoutRows } from '@matgyo/projections/verify/check-payout-rows';
import { verifySealedRows } from '@matgyo/projections/verify/check-sealed-rows';
import { expect, test } from 'vitest';
import { testSecret } from '../../../../test/server.ts';
import {
  ageChangeBy,
  changeId,
  decide,
  edit,
  manager,
  market,
  replacement,
  server,
  setUpApplicationWithPayoutChanges,
} from './payout-changes.fixture.ts';

setUpApplicationWithPayoutChanges();

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
  const finding = [`payout change ${id} is in use, but the audit log has no valid consent to it`];
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
