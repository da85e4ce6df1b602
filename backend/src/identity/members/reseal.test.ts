import type { MemberId } from '@matgyo/contracts/ids';
import { verifyPayoutRows } from '@matgyo/projections/verify/check-payout-rows';
import { verifySealedRows } from '@matgyo/projections/verify/check-sealed-rows';
import { expect, test } from 'vitest';
import { testSecret } from '../../../../test/server.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { keysFrom } from '../../platform/keys.ts';
import { enterRowsOnce } from '../../proof/sealed-rows/enter-rows.ts';
import { rowCheckOf } from '../../proof/sealed-rows/row-check.fixture.ts';
import { createSealedRows } from '../../proof/sealed-rows/sealed-rows.ts';
import {
  before,
  edit,
  manager,
  member,
  replacement,
  server,
  setUpApplicationWithPayoutChanges,
} from './payout-changes.fixture.ts';
import { createPayoutChanges } from './payout-changes.ts';
import { createTrustedPhones } from './phone-changes.ts';
import { resealPrevious } from './reseal.ts';
import { sealText } from './sealed-text.ts';

setUpApplicationWithPayoutChanges();

const secret = 'the secret of this installation after a change of it';

test('a change of TOKEN_SECRET leaves payout data in use, and the phone to confirm a new one with', async () => {
  const phone = await server.phoneOf(member);
  await edit(manager, { ...replacement, phone: '01098765432' });
  const db = createDatabase(server.pool);
  const [sealedRows, rowCheck, key] = [
    createSealedRows(secret),
    rowCheckOf(secret),
    keysFrom(secret).payouts,
  ];
  await enterRowsOnce(db, sealedRows, async () => []);
  const changes = createPayoutChanges(db, rowCheck, key);
  const memberId = member.memberId as MemberId;
  expect((await changes.toPay(memberId))?.inUse).toBe(null);

  const previousKey = keysFrom(testSecret).payouts;
  const deps = { db, sealedRows, rowCheck, key, previousKey };
  const [one, other] = await Promise.all([resealPrevious(deps), resealPrevious(deps)]);
  expect(one + other).toBe(2);
  expect(await resealPrevious(deps)).toBe(0);
  expect(await resealPrevious({ ...deps, previousKey: key })).toBe(0);
  expect((await changes.toPay(memberId))?.inUse).toEqual(before);
  expect(await createTrustedPhones(db, rowCheck, key).forCode(memberId)).toBe(phone);
  expect((await verifySealedRows(server.pool, secret)).findings).toEqual([]);
  expect(await verifyPayoutRows(server.pool)).toEqual([]);

  // A row added by SQL, by someone who has the earlier secret, is not made the program's.
  const stolen = sealText(previousKey, memberId, JSON.stringify(replacement));
  const added = await server.pool.query(
    'insert into app.payout_changes (member_id, changed_by, sealed_before) values ($1, $1, $2) returning id',
    [memberId, stolen],
  );
  expect(await resealPrevious(deps)).toBe(0);
  await server.pool.query('delete from app.payout_changes where id = $1', [added.rows[0].id]);
});
