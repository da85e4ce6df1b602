import {
  type SealedTable,
  type SealedTableName,
  sealedTables,
  selectSealed,
} from '@matgyo/projections/proofs/sealed-rows';
import { verifySealedRows } from '@matgyo/projections/verify/check-sealed-rows';
import { CompiledQuery } from 'kysely';
import { describe, expect, test } from 'vitest';
import { registerApp } from '../../../../test/authenticator-app.ts';
import { type Person, testSecret } from '../../../../test/server.ts';
import { resetFactors } from '../../identity/second-factor/reset-factors.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { createPool } from '../../platform/database/pool.ts';
import { succeed } from '../../trading/orders/market.fixture.ts';
import { sweepWallets, walletRow } from '../../trading/orders/order-wallets.ts';
import { type AuditEntry, auditText } from '../audit/audit-log.ts';
import { market, server, setUpEveryWrite, sql, verify, written } from './every-write.fixture.ts';
import { rowCheckOf } from './row-check.fixture.ts';
import { createSealedRows } from './sealed-rows.ts';

setUpEveryWrite();

const found = async () => (await verify()).findings.map(({ what }) => what);

/** Makes a change by SQL, returns the findings, and undoes it. */
async function foundWhile(
  changeRow: string,
  undo: string,
  values: unknown[] = [],
): Promise<readonly string[]> {
  await sql(changeRow, values);
  try {
    return await found();
  } finally {
    await sql(undo, values);
  }
}

const changedBefore = (table: string, key = '[^ ]+') =>
  expect.stringMatching(
    `^row ${key} of ${table} had been changed beside the program when the program wrote it`,
  );

test('finds nothing in rows written by any call of the program', async () => {
  const { rows, asFound, findings, notes } = await verify();
  expect({ findings, notes, asFound }).toEqual({ findings: [], notes: [], asFound: 0 });
  expect(rows).toBeGreaterThan(0);
  const counts = await Promise.all(
    Object.values(sealedTables).map((table) => sql(`select from (${selectSealed(table, 'true')}) kept`)),
  );
  // Each table has at least one row.
  expect(counts.map(({ rowCount }) => rowCount)).not.toContain(0);
});

describe('changes by SQL', () => {
  test('detects a replaced bank account', async () => {
    const { memberId } = written.member;
    expect(
      await foundWhile(
        `update app.members set bank_account = '666' where id = $1`,
        `update app.members set bank_account = '777' where id = $1`,
        [memberId],
      ),
    ).toEqual([`row ${memberId} of app.members was changed beside the program`]);
  });

  test('detects a replaced public key of a passkey', async () => {
    const { rows } = await sql('select id, public_key from app.passkeys where member_id = $1', [
      written.member.memberId,
    ]);
    const [{ id, public_key }] = rows;
    await sql('update app.passkeys set public_key = $2 where id = $1', [id, 'theirs']);
    expect(await found()).toEqual([`row ${id} of app.passkeys was changed beside the program`]);
    await sql('update app.passkeys set public_key = $2 where id = $1', [id, public_key]);
    expect(await found()).toEqual([]);
  });

  test('detects an authenticator app that was switched off', async () => {
    const { memberId } = written.withApp;
    const off = `update app.authenticators set confirmed_at = null where member_id = $1 returning *`;
    const [{ confirmed_at }] = (
      await sql('select confirmed_at::text from app.authenticators where member_id = $1', [memberId])
    ).rows;
    await sql(off, [memberId]);
    expect(await found()).toEqual([`row ${memberId} of app.authenticators was removed beside the program`]);
    const on = 'update app.authenticators set confirmed_at = $2::timestamptz where member_id = $1';
    await sql(on, [memberId, confirmed_at]);
    expect(await found()).toEqual([]);
  });

  test('detects a wallet added to an order, and a removed one', async () => {
    const order = 'f'.repeat(24);
    const insert = `insert into app.order_wallets (order_id, tether_address, placed) values ($1, 'theirs', true)`;
    const remove = 'delete from app.order_wallets where order_id = $1';
    expect(await foundWhile(insert, remove, [order])).toEqual([
      `row ${order} of app.order_wallets was added beside the program`,
    ]);
    const { rows } = await sql('delete from app.order_wallets where order_id = $1 returning *', [
      written.orderId,
    ]);
    expect(await found()).toEqual([
      `row ${written.orderId} of app.order_wallets was removed beside the program`,
    ]);
    await sql(
      `insert into app.order_wallets select * from json_populate_record(null::app.order_wallets, $1::json)`,
      [JSON.stringify(rows[0])],
    );
    expect(await found()).toEqual([]);
  });

  test('detects an earlier value restored with a copy of its entry', async () => {
    const { member } = written;
    const before = await sql('select * from app.members where id = $1', [member.memberId]);
    const { rows } = await sql(
      `select content::text from app.audit_log where action = 'rows-kept' and content::text like $1
       order by sequence desc limit 1`,
      [`%app.members ${member.memberId}%`],
    );
    const { token } = market.admin;
    const body = { telegram: 'another' };
    await succeed(server, 'PUT', `/user/users/${member.nickname}`, { token, body });
    expect(await found()).toEqual([]);
    await sql('update app.members set telegram = $2 where id = $1', [
      member.memberId,
      before.rows[0].telegram,
    ]);
    await sql('select app.append_audit($1)', [rows[0].content]);
    expect(await found()).toEqual([
      expect.stringMatching(/^entry \d+ of the audit log repeats what an earlier one said of a row$/),
      // The entry covers three rows.
      changedBefore('app.members', member.memberId),
      ...['app.phone_changes_by_staff', 'app.payout_changes'].map((table) => changedBefore(table)),
    ]);
  });
});

test('records the wallet of an order that was never placed as removed when it is swept', async () => {
  const [db, sealedRows] = [createDatabase(server.pool), createSealedRows(testSecret)];
  const before = await found();
  const { text, values } = walletRow(sealedRows, 'e'.repeat(24) as never, 'a wallet', { isOneAppend: false });
  await sql(text, [...values]);
  await sql(`update app.order_wallets set created_at = now() - interval '2 days' where not placed`);
  await sweepWallets({ db, log: server.log, sealedRows });
  const { rowCount } = await sql(`select from app.order_wallets where tether_address = 'a wallet'`);
  expect(rowCount).toBe(0);
  expect(await found()).toEqual(before);
});

describe('a change by SQL that the program then overwrites', () => {
  /** An attacker's change of one row of each table. */
  const tampered: Readonly<Record<SealedTableName, string>> = {
    'app.members': `telegram = 'theirs'`,
    'app.credentials': `changed_at = changed_at - interval '1 day'`,
    'app.passkeys': `public_key = 'theirs'`,
    'app.authenticators': `created_at = created_at - interval '1 day'`,
    'app.images': 'width = width + 1',
    'app.phone_changes_by_staff': `changed_at = changed_at - interval '1 day'`,
    'app.payout_changes': `changed_at = changed_at - interval '1 day'`,
    'app.inquiries': `title = 'theirs'`,
    'app.inquiry_comments': `comment = 'theirs'`,
    'app.order_wallets': `tether_address = 'theirs'`,
  };
  const newFindings = async (changeRow: () => Promise<unknown>) => {
    const before = await found();
    await changeRow();
    return (await found()).filter((what) => !before.includes(what));
  };

  test.each(Object.entries(tampered))('is found in %s', async (name, change) => {
    const table: SealedTable = sealedTables[name as SealedTableName];
    const { rows } = await sql(`${selectSealed(table, 'true')} order by ${table.key} limit 1`);
    const { key } = rows[0];
    const [column] = table.columns;
    const [db, sealedRows] = [createDatabase(server.pool), createSealedRows(testSecret)];
    const write = () =>
      db.transaction().execute(async (trx) => {
        // Twice, as in some calls: the entry has the row before the first write.
        for (const _ of ['first', 'second'])
          await trx.executeQuery(
            CompiledQuery.raw(`update ${name} set ${column} = ${column} where ${table.key}::text = $1`, [
              key,
            ]),
          );
        await sealedRows.enter(trx, { [name]: [key] });
      });
    expect(await newFindings(write)).toEqual([]);
    const tamper = () => sql(`update ${name} set ${change} where ${table.key}::text = $1`, [key]);
    expect(
      await newFindings(async () => {
        await tamper();
        await write();
        await write();
      }),
    ).toEqual([changedBefore(name, key)]);
  });

  test('is found when the program edits the member; concurrent regular edits are not', async () => {
    const person = await server.member({ active: true });
    const edit = (body: object) =>
      succeed(server, 'PUT', `/user/users/${person.nickname}`, { token: market.admin.token, body });
    const racing = () => Promise.all(['one', 'two', 'three'].map((fullName) => edit({ telegram: fullName })));
    expect(await newFindings(racing)).toEqual([]);
    expect(
      await newFindings(async () => {
        await sql(`update app.members set bank_account = '666' where id = $1`, [person.memberId]);
        await edit({ telegram: 'four' });
      }),
    ).toEqual([changedBefore('app.members', person.memberId)]);
  });

  test('is found for a row removed and created again, also after the operator’s reset', async () => {
    const { memberId, nickname, password } = written.withApp;
    expect(
      await newFindings(async () => {
        await sql('delete from app.authenticators where member_id = $1', [memberId]);
        const sealedRows = createSealedRows(testSecret);
        const db = createDatabase(server.pool);
        await resetFactors({ db, sealedRows, rowCheck: rowCheckOf(testSecret) }, nickname);
        await registerApp(server, await server.signIn(nickname, password));
      }),
    ).toEqual([changedBefore('app.authenticators', memberId)]);
  });

  test('is found for a wallet that existed before its order; a repeated call is not', async () => {
    const sealedRows = createSealedRows(testSecret);
    const state = async (orderId: string) => {
      const { text, values } = walletRow(sealedRows, orderId as never, 'a wallet', { isOneAppend: false });
      await sql(text, [...values]);
    };
    expect(
      await newFindings(async () => {
        await state('d'.repeat(24));
        await state('d'.repeat(24));
      }),
    ).toEqual([]);
    const theirs = 'c'.repeat(24);
    expect(
      await newFindings(async () => {
        await sql(
          `insert into app.order_wallets (order_id, tether_address, placed) values ($1, 'theirs', false)`,
          [theirs],
        );
        await state(theirs);
      }),
    ).toEqual([changedBefore('app.order_wallets', theirs)]);
  });

  test('is found despite a setting of the database that hides changes', async () => {
    const { memberId } = await server.member({ active: true });
    const { rows } = await sql(
      'select current_database() as name, to_jsonb(m) as row from app.members m where id = $1',
      [memberId],
    );
    const note = JSON.stringify([{ table: 'app.members', row: rows[0].row }]).replaceAll("'", "''");
    await sql(`alter database "${rows[0].name}" set kept.before = '${note}'`);
    await sql(`update app.members set telegram = 'theirs' where id = $1`, [memberId]);
    const { options: _, ...connection } = server.pool.options;
    const pool = createPool(connection, () => undefined);
    const edit = () =>
      createDatabase(pool)
        .transaction()
        .execute(async (trx) => {
          await trx
            .updateTable('app.members')
            .set({ username: 'other' })
            .where('id', '=', memberId as never)
            .execute();
          await createSealedRows(testSecret).enter(trx, { 'app.members': [memberId] });
        });
    const before = await found();
    await edit();
    await pool.end();
    await sql(`alter database "${rows[0].name}" reset kept.before`);
    expect(before).toContain(`row ${memberId} of app.members was changed beside the program`);
    expect((await found()).filter((what) => !before.includes(what))).toEqual([
      changedBefore('app.members', memberId),
    ]);
  });
});

describe('entries not written by the program', () => {
  const append = (details: NonNullable<AuditEntry['details']>) =>
    sql('select app.append_audit($1)', [
      auditText({ action: 'rows-kept', actor: null, subjectId: null, requestId: null, details }),
    ]);
  const newest = async () => {
    const { rows } = await sql(
      `select content -> 'details' as details from app.audit_log
       where action = 'rows-kept' and content -> 'details' ->> 'key' = $1 and content -> 'details' -> 'seal' is not null
       order by sequence desc limit 1`,
      [createSealedRows(testSecret).keyId],
    );
    return rows[0].details;
  };
  const notOurs = expect.stringMatching(/^entry \d+ of the audit log about rows is not the program's$/);

  test.each([
    ['without a seal, as earlier versions wrote them', false],
    ['with the seal of another entry', true],
  ])('%s, are found', async (_, isSealed) => {
    const before = await found();
    const { seal, ...rest } = await newest();
    await append({ ...rest, ...(isSealed && { seal }), nonce: `theirs ${Math.random()}` });
    expect((await found()).filter((what) => !before.includes(what))).toEqual([notOurs]);
  });
});

test('reports nothing without the secret', async () => {
  const { rows, findings, notes } = await verifySealedRows(server.pool, undefined);
  expect({ rows, findings }).toEqual({ rows: 0, findings: [] });
  expect(notes).toEqual([expect.stringContaining('TOKEN_SECRET')]);
});

test('stores no data in clear text in entries', async () => {
  const person: Person = written.member;
  const { rows } = await sql(`select phone, bank_name from app.members where id = $1`, [person.memberId]);
  const texts = await sql(`select string_agg(content::text, '') as all from app.audit_log`);
  // The account number with its closing quote, because a hash may begin with its digits.
  for (const value of [rows[0].phone, rows[0].bank_name, '777"', 'When is it approved'])
    expect(texts.rows[0].all.includes(`"${value}`), value).toBe(false);
});
