import path from 'node:path';
import { verifyAuditLog } from '@matgyo/projections/verify/check-audit-log';
import { CheckpointCheck } from '@matgyo/projections/verify/check-checkpoints';
import { verifyGuards } from '@matgyo/projections/verify/check-guards';
import { verifyRoomRows } from '@matgyo/projections/verify/check-room-rows';
import { verifyRooms } from '@matgyo/projections/verify/check-rooms';
import { verifySealedRows } from '@matgyo/projections/verify/check-sealed-rows';
import { verifySignatures } from '@matgyo/projections/verify/check-signatures';
import { StaffCheck } from '@matgyo/projections/verify/check-staff';
import { StatementCheck } from '@matgyo/projections/verify/check-statements';
import { type CheckName, Findings } from '@matgyo/projections/verify/finding';
import { loadCheckpoints } from '@matgyo/projections/verify/signed-checkpoints';
import { verifyLog } from '@matgyo/projections/verify/verify-log';
import { verifyReadModels } from '@matgyo/projections/verify/verify-read-models';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer, testSecret } from '../../../test/server.ts';
import { smallJpeg } from '../../../test/sign-up-form.ts';
import { type Market, openMarket, succeed } from '../trading/orders/market.fixture.ts';
import { everyWrite } from './sealed-rows/every-write.fixture.ts';

let server: TestServer;
let market: Market;
/** Makes changes that triggers refuse, as the owner of the database can. */
let owner: pg.PoolClient;

beforeAll(async () => {
  server = await startTestServer();
  market = await openMarket(server);
  const [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
  const sell = await market.open(seller, 'sell', '1000000');
  const buy = await market.open(buyer, 'buy', '300000');
  const { _id: trade } = await market.match(sell, buy);
  const mark = ({ token }: Person, body: object) =>
    succeed(server, 'POST', `/trades/${trade}/steps`, { token, body });
  const receipt = { step: 'payment-sent', senderName: 'Kim' };
  const form = { fields: receipt, file: { field: 'image', bytes: smallJpeg() } };
  await succeed(server, 'POST', `/trades/${trade}/steps`, { token: buyer.token, form });
  await mark(seller, { step: 'payment-received' });
  await mark(seller, { step: 'tether-sent', signature: `3${'7'.repeat(86)}` });
  const body = { content: 'hello', orderId: sell, orderType: 'sell' };
  const image = `data:image/jpeg;base64,${Buffer.from(smallJpeg()).toString('base64')}`;
  await succeed(server, 'POST', '/chat', { token: seller.token, body: { ...body, image } });
  await succeed(server, 'PATCH', `/chat/close/${sell}`, { token: market.admin.token, body: {} });
  const { token } = buyer;
  const opening = { reason: 'TETHER_NOT_RECEIVED', statement: 'Nothing came' };
  const { caseId } = (await succeed(server, 'POST', `/trades/${trade}/cases`, { token, body: opening })).body;
  await succeed(server, 'POST', `/cases/${caseId}/withdraw`, { token, body: {} });
  await market.complete(sell, buy);
  await everyWrite(server, market);
  // Signs a checkpoint over the current state.
  await succeed(server, 'GET', `/orders/${sell}/case-file`, { token: market.admin.token });
  owner = await server.pool.connect();
  await owner.query('set session_replication_role = replica');
});
afterAll(async () => {
  owner?.release(true);
  await server.close();
});

interface Column {
  readonly table: string;
  /** Of a table with rows of several kinds. */
  readonly kind?: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
}

/**
 * All columns of all schemas: a new one must be covered by a check or explained on the page. Read models have a
 * separate test.
 */
async function columns(ofReadModels = false): Promise<readonly Column[]> {
  const { rows } = await owner.query<Column>(
    `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as "table", quote_ident(a.attname) as "column",
       format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where c.relkind = any('{r,p,m}') and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' and (n.nspname like 'read\\_%') = $1
     order by 1, a.attnum`,
    [ofReadModels],
  );
  return rows;
}

/** Another value of the type. */
const otherValue: Readonly<Record<string, string>> = {
  boolean: `not coalesce(value, false)`,
  uuid: 'gen_random_uuid()',
  json: `jsonb_set(coalesce(value, '{}')::jsonb, '{changed}', 'true')::json`,
  jsonb: `jsonb_set(coalesce(value, '{}'), '{changed}', 'true')`,
  date: `coalesce(value, current_date) + 1`,
};

/** Several values for a text, because constraints on a pattern refuse some. */
function otherValues({ column, type }: Column): readonly string[] {
  const known = otherValue[type];
  if (known !== undefined) return [known.replaceAll('value', column)];
  if (type.startsWith('timestamp')) return [`coalesce(${column}, now()) + interval '1 second'`];
  if (/int|numeric|double|real/.test(type)) return [`coalesce(${column}, 0) + 1000`];
  const lastDigit = `left(${column}, -1) || case right(${column}, 1) when '0' then '1' else '0' end`;
  // A neighbouring phone number may belong to another member.
  const lastDigits = `left(${column}, 3) || '98765432'`;
  return [`coalesce(${column}, '') || 'x'`, lastDigit, `'2001-02-03'`, lastDigits];
}

/** The row to change, preferably one with values. */
const chosenRow: Readonly<Record<string, string>> = {
  'app.chat_messages': 'order by image_id nulls last',
  'app.chat_rooms': 'order by closed_at nulls last',
  'app.members': 'order by phone desc nulls last',
  'app.inquiries': 'order by closed_at nulls last',
  'app.audit_log': 'order by sequence',
  'app.signed_checkpoints': 'order by sequence',
  'event_log.events': "where type = 'MemberRegistered' order by position",
};

/** Rows that different checks read. */
const kindsOfRows: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'app.images': {
    'of a member': 'where member_id is not null',
    'of a message': 'where message_id is not null',
    'of a statement': 'where statement_hash is not null',
  },
};

const ofEachKind = (column: Column): readonly Column[] => {
  const kinds = Object.keys(kindsOfRows[column.table] ?? {});
  return kinds.length === 0 ? [column] : kinds.map((kind) => ({ ...column, kind }));
};

async function detectingChecks(): Promise<readonly CheckName[]> {
  const { pool, log, dataDir } = server;
  const signed = await loadCheckpoints(pool, dataDir);
  const { statements } = signed;
  const staff = new StaffCheck();
  const texts = new StatementCheck();
  const { findings } = await verifyLog({ log, staff, texts, checkpoints: new CheckpointCheck(signed) });
  const audit = await verifyAuditLog(pool, statements);
  const others = new Findings();
  others.add([...findings.named, ...signed.findings, ...audit.findings, ...staff.end(audit.naming)]);
  others.add((await verifyGuards(pool, { newestAt: statements.at(-1)?.madeAt, now: Date.now() })).findings);
  others.add((await verifyRooms(pool, signed)).findings);
  others.add(await verifyRoomRows(pool));
  others.add(await texts.end(pool));
  others.add(await verifySignatures(pool));
  others.add((await verifySealedRows(pool, testSecret)).findings);
  return [...new Set(others.named.map(({ check }) => check))];
}

type Outcome = readonly CheckName[] | 'refused' | 'empty';

/** With another value, and with none: a comparison in SQL may miss a null. Not detected unless both are. */
async function tamper(column: Column): Promise<Outcome> {
  const changed = await tamperWith(column, otherValues(column));
  if (!column.nullable || changed === 'empty' || changed.length === 0) return changed;
  const emptied = await tamperWith(column, ['null']);
  if (emptied === 'refused' || emptied === 'empty' || changed === 'refused') return changed;
  return emptied.length === 0 ? [] : [...new Set([...changed, ...emptied])];
}

async function tamperWith(column: Column, values: readonly string[]): Promise<Outcome> {
  const { table, column: name, type, kind = '' } = column;
  const which = kindsOfRows[table]?.[kind] ?? chosenRow[table] ?? '';
  const rows = `select ctid, ${name}::text as value from ${table} ${which}`;
  // Setting a row without a value to null changes nothing.
  const chosen = values[0] === 'null' ? `select * from (${rows}) as row where value is not null` : rows;
  const before = (await owner.query(`${chosen} limit 1`)).rows[0];
  if (before === undefined) return 'empty';
  const place = await changedPlace(column, before.ctid, values);
  if (place === undefined) return 'refused';
  try {
    // An unreadable row counts as detected.
    return await detectingChecks().catch((): readonly CheckName[] => ['shape']);
  } finally {
    await owner.query(`update ${table} set ${name} = $1::${type} where ctid = $2`, [before.value, place]);
  }
}

/** The row's new `ctid`; undefined if constraints refuse every tried value. */
async function changedPlace(
  column: Column,
  ctid: string,
  values = otherValues(column),
): Promise<string | undefined> {
  for (const value of values) {
    const statement = `update ${column.table} set ${column.column} = ${value}
      where ctid = $1 and ${column.column}::text is distinct from (${value})::text returning ctid`;
    const done = await owner.query(statement, [ctid]).catch(() => undefined);
    if (done?.rows[0] !== undefined) return done.rows[0].ctid;
  }
  return undefined;
}

/** Reasons for columns that no check reads, by table; changes in other tables have to be detected. */
const undetectedReasons: Readonly<Record<string, string>> = {
  'app.images':
    'its size, its time, or a column of the other kinds: the file, and what it belongs to, are compared',
  'app.order_wallets':
    'when it was stated, and whether the log was searched for its order: for the sweep only',
  'app.case_statements':
    'when it was stated, and whether the log was searched for its event: for the sweep only',
  'app.chat_messages': 'the language and the client’s own id are not in the chain',
  'app.checkpoint_heads': 'verify reads the same lists in the file outside the database',
  'app.checkpoint_keys': 'only the keys in the data folder are trusted',
  'app.signed_checkpoints': 'columns to search by; the values are in the signed statement',
  'app.signed_heads':
    'an index of the signed lists, which verify reads instead; the signer does not start on a changed one',
  'app.report_checkpoints': 'which checkpoint a report names: any genuine one that covers it proves it',
  'app.ledger_acts': 'notes for a restart: verify compares the events with the audit log',
  'app.authenticators': 'which codes were accepted, so that none is accepted twice',
  'app.passkeys': 'how often and when it was last used',
  'app.recovery_codes': 'codes are checked by a key that is not in the database',
  'app.sessions':
    'who is signed in now; no history. The member is in the signed token, roles are compared with the log, a step-up has a seal',
  'event_log.schema_version': 'which version of the log’s tables this is',
  ...Object.fromEntries(
    ['app', 'process'].flatMap((schema) => [
      [`${schema}.kysely_migration`, 'which migrations have run'],
      [`${schema}.kysely_migration_lock`, 'which migrations have run'],
    ]),
  ),
  ...Object.fromEntries(
    ['process.checkpoints', 'process.trades_in_progress'].map((table) => [
      table,
      'how far the matching process has read, and which trades it continues: the log decides each step',
    ]),
  ),
  ...Object.fromEntries(
    ['shared_checkpoint', 'changes', 'trimmed_changes', 'replays'].map((table) => [
      `projections.${table}`,
      'how far read models are, and what to tell screens',
    ]),
  ),
};
const ofTheMoment = 'current marks, codes and counters, without a history';
const momentary = [
  'app.chat_reads',
  'app.commands',
  'app.known_networks',
  'app.notices',
  'app.notification_marks',
  'app.notification_reading',
  'app.one_time_codes',
  'app.pending_registrations',
  'app.push_subscriptions',
  'app.rate_limits',
  'app.sign_in_tickets',
  'app.socket_attachments',
  'app.told_notifications',
  'app.verified_phones',
];
const reasonFor = (table: string): string | undefined =>
  undetectedReasons[table] ?? (momentary.includes(table) ? ofTheMoment : undefined);

/** Each round changes a column of every table, because all read models are compared at once. */
test('detects a change of any column of a read model', async () => {
  await server.member({ active: true, admin: true });
  const { nickname } = await server.member({ active: true });
  const { token } = market.admin;
  await succeed(server, 'POST', '/approvals', { token, body: { kind: 'role', nickname, manager: true } });
  // Afterwards no earlier event is written any more.
  await succeed(server, 'GET', '/sell/admin/getallstats', { token });
  const all = Map.groupBy(await columns(true), ({ table }) => table);
  // Not the checkpoint: at another position the rows differ.
  for (const table of all.keys()) if (table.endsWith('.checkpoint')) all.delete(table);
  expect(all.size).toBeGreaterThan(20);
  const missed: string[] = [];
  const unchanged: string[] = [];
  for (let round = 0; [...all.values()].some((ofTable) => ofTable[round] !== undefined); round += 1) {
    const changed: { column: Column; place: string; before: unknown }[] = [];
    for (const [column] of [...all.values()].map((ofTable) => ofTable.slice(round, round + 1))) {
      if (column === undefined) continue;
      const chosen = `select ctid, ${column.column}::text as value from ${column.table} limit 1`;
      const before = (await owner.query(chosen)).rows[0];
      const place = before && (await changedPlace(column, before.ctid));
      if (place === undefined) unchanged.push(`${column.table}.${column.column}`);
      else changed.push({ column, place, before: before.value });
    }
    const { findings: found } = await verifyReadModels({ log: server.log, pool: server.pool });
    for (const { column, place, before } of changed) {
      const [schema = '', table = ''] = column.table.split('.');
      const differs = `${schema.replace('read_', '')}: rows of ${table} differ`;
      if (!found.some(({ what }) => what.startsWith(differs)))
        missed.push(`${column.table}.${column.column}`);
      const { table: name, column: field, type } = column;
      await owner.query(`update ${name} set ${field} = $1::${type} where ctid = $2`, [before, place]);
    }
  }
  const { findings } = await verifyReadModels({ log: server.log, pool: server.pool });
  expect(findings).toEqual([]);
  expect({ missed, unchanged }).toEqual({ missed: [], unchanged: [] });
});

interface TamperedTable {
  readonly table: string;
  readonly all: string[];
  readonly found: string[];
  readonly not: string[];
  readonly checks: Set<string>;
  readonly refused: string[];
}

/** Last, because the running program may have read a changed row. */
test('detects a change of any column, or the page gives the reason why not', async () => {
  expect(await detectingChecks()).toEqual([]);
  const tables = new Map<string, TamperedTable>();
  for (const column of (await columns()).flatMap(ofEachKind)) {
    const { table, kind } = column;
    const name = kind === undefined ? `\`${table}\`` : `\`${table}\` ${kind}`;
    const row: TamperedTable = tables.get(name) ?? {
      table,
      all: [],
      found: [],
      not: [],
      checks: new Set(),
      refused: [],
    };
    tables.set(name, row);
    row.all.push(column.column);
    const outcome = await tamper(column);
    if (outcome === 'empty') continue;
    if (outcome === 'refused') row.refused.push(column.column);
    else if (outcome.length === 0) row.not.push(column.column);
    else {
      row.found.push(column.column);
      for (const check of outcome) row.checks.add(check);
    }
  }
  expect(await detectingChecks()).toEqual([]);
  const list = (names: readonly string[]) =>
    names.length === 0 ? '' : names.map((name) => `\`${name}\``).join(', ');
  // A new table needs a reason here, or a check that detects changes.
  const unexplained = [...tables].filter(
    ([, { table, found, not }]) => (not.length > 0 || found.length === 0) && reasonFor(table) === undefined,
  );
  expect(unexplained.map(([name]) => name)).toEqual([]);
  const compared = [...tables].filter(([, { found }]) => found.length > 0);
  const lines = compared.map(([name, { table, found, not, checks, refused }]) => {
    const why = not.length > 0 ? reasonFor(table) : '';
    const unchanged = refused.length > 0 ? ` (a constraint refuses ${list(refused)})` : '';
    return `| ${name} | ${list(found)} (${[...checks].sort().join(', ')}) | ${list(not)} | ${why}${unchanged} |`;
  });
  // All columns: whether such a table has a row depends on earlier tests.
  const notCompared = [...tables].filter(([, { found }]) => found.length === 0);
  const byReason = Map.groupBy(notCompared, ([, { table }]) => reasonFor(table));
  const reasons = [...byReason].map(
    ([reason, ofReason]) =>
      `| ${reason} | ${ofReason.map(([name, { all }]) => `${name} (${all.join(', ')})`).join('; ')} |`,
  );
  const page = [
    '# What a change by SQL leaves behind',
    '',
    'For auditors, made by `backend/src/proof/tampered-tables.long.test.ts`, which changes one row in every column of every plain table and of the',
    'event log, one at a time, with triggers switched off, and runs the checks of `npm run verify`. A table or column that is new fails it.',
    'Read models (`read_*`) are not here: verify compares every row of them with the fold of the log.',
    '',
    '## Tables that verify compares',
    '',
    '| table | found, and by which check | not found | why not |',
    '|---|---|---|---|',
    ...lines,
    '',
    '## Tables that it does not compare',
    '',
    '| why not | tables and columns |',
    '|---|---|',
    ...reasons,
    '',
  ].join('\n');
  await expect(page).toMatchFileSnapshot(path.join(import.meta.dirname, '../../../docs/tampered-tables.md'));
});
