import { rowSeal } from '@matgyo/projections/proofs/sealed-rows';
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { findRows } from './find-rows.ts';
import { entriesOfProgram, rowHistory, type StoredEntry } from './row-history.ts';

describe('the entries of a row', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  test('are found by an index, also if very many entries are of other rows', async () => {
    const db = createDatabase(server.pool);
    const plans: string[] = [];
    const explaining = {
      async executeQuery({ sql, parameters }: CompiledQuery) {
        const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(
          CompiledQuery.raw(`explain ${sql}`, [...parameters]),
        );
        plans.push(...rows.map((row) => row['QUERY PLAN']));
        return { rows: [] };
      },
    };
    const wanted = { table: 'app.members', column: 'id', value: 'x' } as const;
    await findRows(explaining as never, [wanted], ['app.members x']);
    expect(plans.join('\n')).toContain('audit_log_by_row');
    expect(plans.join('\n')).not.toContain('Seq Scan on audit_log');
  });
});

describe('the history of a row', () => {
  const seal = rowSeal('a secret of this test');
  let nonces = 0;
  const entry = (rows: readonly string[], reason: string | null = null): StoredEntry => {
    nonces += 1;
    const nonce = `nonce ${nonces}`;
    const details = { key: seal.keyId, nonce, rows, seal: seal.ofEntry({ nonce, reason, rows }) };
    return { sequence: nonces, reason, details };
  };
  const historyOf = (entries: readonly StoredEntry[], isAnew?: (rows: readonly string[]) => boolean) =>
    rowHistory(entriesOfProgram(seal, entries), 'app.members m', isAnew);
  const first = entry(['app.members m none one']);
  const second = entry(['app.members other x y', 'app.members m one two']);

  test('ends with the newest entry of the program', () => {
    expect(historyOf([first, second])).toEqual({ hash: 'two', isWhole: true });
    expect(historyOf([])).toEqual({ hash: undefined, isWhole: true });
  });

  test('ignores copies, entries without a seal or of another key, and entries of a row whose id has the same beginning', () => {
    const unsealed = { ...entry(['app.members m two three']), details: { ...second.details, nonce: 'new' } };
    const other = rowSeal('another secret');
    const details = { ...second.details, key: other.keyId };
    const similar = entry(['app.members mm two three']);
    for (const last of [{ ...first, sequence: 9 }, unsealed, { ...second, details }, similar])
      expect(historyOf([first, second, last])).toEqual({ hash: 'two', isWhole: true });
  });

  test('is broken by a write that found a changed row, until a write sets it again or a start records it', () => {
    const broken = entry(['app.members m theirs three']);
    const later = entry(['app.members m three four']);
    expect(historyOf([first, broken, later])).toEqual({ hash: 'four', isWhole: false });
    const setAgain = entry(['app.members m four five', 'app.payout_changes 1 none it']);
    const isAnew = (rows: readonly string[]) => rows.some((row) => row.startsWith('app.payout_changes '));
    expect(historyOf([first, broken, later, setAgain], isAnew)).toEqual({ hash: 'five', isWhole: true });
    const found = entry(['app.members m four four'], 'as-found');
    expect(historyOf([first, broken, later, found])).toEqual({ hash: 'four', isWhole: true });
  });
});
