import { earlierFormOf, rowSeal, sealedTables, selectSealed } from '@matgyo/projections/proofs/sealed-rows';
import { describe, expect, test } from 'vitest';
import { createDatabase } from '../../platform/database/database.ts';
import { type AuditEntry, auditText } from '../audit/audit-log.ts';
import { enterRowsOnce } from './enter-rows.ts';
import { market, server, setUpEveryWrite, sql, verify, written } from './every-write.fixture.ts';
import { createSealedRows } from './sealed-rows.ts';

setUpEveryWrite();

describe('a database from before these entries, or with another secret', () => {
  const secret = 'a secret that this database has never seen';

  test('reports unchecked rows, until they are entered in their current state', async () => {
    const unseen = await verify(secret);
    expect(unseen).toMatchObject({ rows: 0, findings: [] });
    expect(unseen.notes).toEqual([expect.stringContaining('never entered with this TOKEN_SECRET')]);
    const [db, sealedRows] = [createDatabase(server.pool), createSealedRows(secret)];
    // Of several concurrent starts one records them.
    const entered = await Promise.all([
      enterRowsOnce(db, sealedRows, async () => []),
      enterRowsOnce(db, sealedRows, async () => []),
    ]);
    const { rows, asFound, findings, notes } = await verify(secret);
    expect({ asFound, findings, notes }).toEqual({ asFound: rows, findings: [], notes: [] });
    expect(entered.toSorted((a, b) => a - b)).toEqual([0, rows]);
    expect(await enterRowsOnce(db, sealedRows, async () => [])).toBe(0);
    // What was written since with another secret has no entry with this one.
    for (const back of [createSealedRows('another secret'), sealedRows])
      expect(await enterRowsOnce(db, back, async () => [])).toBe(rows);
  });

  test('is compared with entries of earlier versions, and what they find is still found after the upgrade', async () => {
    const earlier = 'the secret of an earlier version';
    const [db, sealedRows, seal] = [createDatabase(server.pool), createSealedRows(earlier), rowSeal(earlier)];
    const check = async () => (await verify(earlier)).findings.map(({ what }) => what);
    const append = (action: AuditEntry['action'], details: AuditEntry['details']) =>
      sql('select app.append_audit($1)', [
        auditText({
          action,
          actor: null,
          subjectId: null,
          requestId: null,
          details: { key: seal.keyId, ...details },
        }),
      ]);
    for (const table of Object.values(sealedTables)) {
      const { rows } = await sql(selectSealed(table, 'true'));
      const hashes = rows.map((row) => `${row.table} ${row.key} ${seal.ofEarlier(row, table.name)}`);
      await append('rows-kept', { nonce: table.name, rows: hashes });
    }
    await append('rows-entered', { tables: Object.values(sealedTables).map(earlierFormOf) });
    expect(await check()).toEqual([]);

    const { memberId } = written.member;
    const changed = [`row ${memberId} of app.members was changed beside the program`];
    const [{ bank_name }] = (await sql('select bank_name from app.members where id = $1', [memberId])).rows;
    await sql(`update app.members set bank_name = 'theirs' where id = $1`, [memberId]);
    expect(await check()).toEqual(changed);
    expect(await enterRowsOnce(db, sealedRows, check)).toBeGreaterThan(0);
    expect(await check()).toEqual(changed);
    // Recorded once in the new form.
    expect(await enterRowsOnce(db, sealedRows, check)).toBe(0);
    await sql('update app.members set bank_name = $2 where id = $1', [memberId, bank_name]);
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
