import { keptTables, selectKept } from '@matgyo/projections/proofs/kept-rows';
import { verifyKeptRows } from '@matgyo/projections/verify/check-kept-rows';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerApp } from '../../../../test/authenticator-app.ts';
import { type Person, startTestServer, type TestServer, testSecret } from '../../../../test/server.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { type Market, openMarket, succeed } from '../../trading/orders/market.fixture.ts';
import { sweepWallets, walletRow } from '../../trading/orders/order-wallets.ts';
import { enterRowsOnce } from './enter-rows.ts';
import { everyWrite, type Written } from './every-write.fixture.ts';
import { createKeptRows } from './kept-rows.ts';

let server: TestServer;
let market: Market;
let written: Written;
beforeAll(async () => {
  server = await startTestServer();
  market = await openMarket(server);
  written = await everyWrite(server, market);
});
afterAll(() => server.close());

const verify = (secret: string | undefined = testSecret) => verifyKeptRows(server.pool, secret);
const found = async () => (await verify()).findings.map(({ what }) => what);
const sql = (text: string, values: unknown[] = []) => server.pool.query(text, values);

/** Makes a change by SQL, returns the findings, and undoes it. */
async function foundWhile(act: string, undo: string, values: unknown[] = []): Promise<readonly string[]> {
  await sql(act, values);
  try {
    return await found();
  } finally {
    await sql(undo, values);
  }
}

test('finds nothing in rows written by any call of the program', async () => {
  const { rows, asFound, findings, notes } = await verify();
  expect({ findings, notes, asFound }).toEqual({ findings: [], notes: [], asFound: 0 });
  expect(rows).toBeGreaterThan(0);
  const counts = await Promise.all(
    Object.values(keptTables).map((table) => sql(`select from (${selectKept(table, 'true')}) kept`)),
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

  test('detects an authenticator app that was switched off, by removing or unconfirming it', async () => {
    const { memberId } = written.withApp;
    const off = `update app.authenticators set confirmed_at = null where member_id = $1 returning *`;
    const [{ confirmed_at }] = (
      await sql('select confirmed_at::text from app.authenticators where member_id = $1', [memberId])
    ).rows;
    const wasRemoved = [`row ${memberId} of app.authenticators was removed beside the program`];
    await sql(off, [memberId]);
    expect(await found()).toEqual(wasRemoved);
    const on = 'update app.authenticators set confirmed_at = $2::timestamptz where member_id = $1';
    await sql(on, [memberId, confirmed_at]);
    expect(await found()).toEqual([]);

    // As an operator does who knows the person: until a new one is registered.
    await sql('delete from app.authenticators where member_id = $1', [memberId]);
    expect(await found()).toEqual(wasRemoved);
    await registerApp(server, await server.signIn(written.withApp.nickname, written.withApp.password));
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
    ]);
  });
});

test('enters the wallet of an order that was never placed as removed when it is swept', async () => {
  const [db, kept] = [createDatabase(server.pool), createKeptRows(testSecret)];
  const before = await found();
  const { text, values } = walletRow(kept, 'e'.repeat(24) as never, 'a wallet', { isPlaced: false });
  await sql(text, [...values]);
  await sql(`update app.order_wallets set created_at = now() - interval '2 days' where not placed`);
  expect(await sweepWallets({ db, log: server.log, kept })).toBe(1);
  expect(await found()).toEqual(before);
});

describe('a database that is older than these entries, or has another secret', () => {
  const secret = 'a secret that this database has never seen';

  test('reports unchecked rows, until they are entered in their current state', async () => {
    const unseen = await verify(secret);
    expect(unseen).toMatchObject({ rows: 0, findings: [] });
    expect(unseen.notes).toEqual([expect.stringContaining('never entered with this TOKEN_SECRET')]);
    const [db, kept] = [createDatabase(server.pool), createKeptRows(secret)];
    // One of several that start at once enters them.
    const entered = await Promise.all([enterRowsOnce(db, kept), enterRowsOnce(db, kept)]);
    const { rows, asFound, findings, notes } = await verify(secret);
    expect({ asFound, findings, notes }).toEqual({ asFound: rows, findings: [], notes: [] });
    expect(entered.toSorted((a, b) => a - b)).toEqual([0, rows]);
    expect(await enterRowsOnce(db, kept)).toBe(0);
  });

  test('has one entry in the audit log; entries of rows are listed on request', async () => {
    const list = async (query: string) =>
      (await server.request('GET', `/audit/log?limit=100${query}`, { token: market.admin.token })).body.items;
    const actions = (await list('')).map(({ action }: { action: string }) => action);
    expect(actions).toContain('rows-entered');
    expect(actions).not.toContain('rows-kept');
    const [kept] = await list('&action=rows-kept');
    expect(kept).toMatchObject({
      actorId: null,
      details: { rows: [expect.stringMatching(/ [0-9a-f]{64}$/)] },
    });
  });
});

test('reports nothing without the secret', async () => {
  const { rows, findings, notes } = await verifyKeptRows(server.pool, undefined);
  expect({ rows, findings }).toEqual({ rows: 0, findings: [] });
  expect(notes).toEqual([expect.stringContaining('TOKEN_SECRET')]);
});

test('stores no data in clear text in entries', async () => {
  const person: Person = written.member;
  const { rows } = await sql(`select phone, bank_name from app.members where id = $1`, [person.memberId]);
  const texts = await sql(`select string_agg(content::text, '') as all from app.audit_log`);
  for (const value of [rows[0].phone, rows[0].bank_name, '777', 'When is it approved'])
    expect(texts.rows[0].all.includes(`"${value}`)).toBe(false);
});
