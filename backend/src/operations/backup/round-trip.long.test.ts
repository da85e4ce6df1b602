import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EventLog, logStart, type RecordedEvent } from '@matgyo/event-store/event-log';
import { createEventStoreDbEventLog } from '@matgyo/event-store/eventstoredb/eventstoredb-event-log';
import { findServerProgram, startLocalServer } from '@matgyo/event-store/eventstoredb/server.fixture';
import { verifyRoomChain } from '@matgyo/ledger/proof/room-chain';
import { trialBalance } from '@matgyo/projections/reports/trial-balance';
import { feeReport } from '@matgyo/projections/testing/fee-report';
import { verifyAuditLog } from '@matgyo/projections/verify/check-audit-log';
import { CheckpointCheck } from '@matgyo/projections/verify/check-checkpoints';
import { verifyRoomRows } from '@matgyo/projections/verify/check-room-rows';
import { verifySignatures } from '@matgyo/projections/verify/check-signatures';
import { loadCheckpoints } from '@matgyo/projections/verify/signed-checkpoints';
import { verifyLog } from '@matgyo/projections/verify/verify-log';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../../../../test/server.ts';
import { smallJpeg } from '../../../../test/sign-up-form.ts';
import { loadRoomChain } from '../../conversation/chat/room-chain.fixture.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { openImageFiles } from '../../platform/images/image-files.ts';
import { figures, openMarket, succeed } from '../../trading/orders/market.fixture.ts';
import type { WrittenArchive } from './archive-writer.ts';
import {
  backUp,
  emptyInstallation,
  inAnotherStore,
  restore,
  type TestInstallation,
  withLastEvent,
} from './installations.fixture.ts';

let folder: string;
let source: TestServer;
let target: TestInstallation;
let backup: WrittenArchive;
let file: string;
let seller: Person;
let keyedOrder: string;
let chat: string;
/** The source's fee report as of the backup: the as-of point, and the bytes. */
let asOf: string;
let reports: readonly Uint8Array[];
const key = { 'idempotency-key': 'placed-before-the-backup' };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
  file = path.join(folder, 'matgyo.backup');
  source = await startTestServer();
  target = await emptyInstallation();
  const market = await openMarket(source);
  seller = await source.member({ active: true, referralCode: 'FRIEND' });
  const buyer = await source.member({ active: true });
  const [sell, buy] = [
    await market.open(seller, 'sell', '1000000'),
    await market.open(buyer, 'buy', '300000'),
  ];
  await market.match(sell, buy);
  await market.complete(sell, buy);
  const other = await market.open(buyer, 'buy', '500000');
  await market.match(sell, other);
  await market.place(seller, 'sell', '50000');
  const placed = await succeed(source, 'POST', '/sell', {
    token: seller.token,
    headers: key,
    body: { ...figures('70000', '1400'), tetherAddress: '11111111111111111111111111111111' },
  });
  keyedOrder = placed.body.order._id;
  await source.request('GET', `/user/${seller.memberId}/image`, { token: market.admin.token });
  const image = `data:image/jpeg;base64,${Buffer.from(smallJpeg()).toString('base64')}`;
  await succeed(source, 'POST', '/chat', { token: seller.token, body: { orderId: sell, image } });
  await succeed(source, 'POST', '/chat', {
    token: market.admin.token,
    body: { orderId: sell, content: 'got it' },
  });
  chat = sell;
  // Requesting the fee report signs the checkpoint that covers it.
  asOf = (await succeed(source, 'GET', '/fees/report', { token: market.admin.token })).body.asOf;
  reports = await feeReports(source, market.admin.token);
  await source.pool.query(`select setval('app.payout_changes_id_seq', 7)`);
  backup = await backUp(source, file);
  await restore(target, file);
});

afterAll(async () => {
  await source.close();
  await target.close();
  await rm(folder, { recursive: true });
});

async function feeReports(server: TestServer, token: string): Promise<readonly Uint8Array[]> {
  const query = `asOf=${encodeURIComponent(asOf)}`;
  const json = await succeed(server, 'GET', `/fees/report?${query}`, { token });
  const csv = await succeed(server, 'GET', `/fees/report.csv?${query}`, { token });
  return [json.bytes, csv.bytes];
}

test('restores the same events in the same order, with the same revisions and hashes', async () => {
  const there = await wholeLog(source.log);
  expect(there.length).toBeGreaterThan(20);
  expect(await wholeLog(target.log)).toEqual(there);
});

test('restores the same fee report and trial balance, as the manifest states them', async () => {
  const period = { from: '2000-01-01', to: '2999-12-31' };
  const report = await feeReport(source, period);
  expect(report.rows).toHaveLength(1);
  expect(await feeReport(target, period)).toEqual(report);
  expect(await feeReport(target, { ...period, asOf: String(report.asOf) })).toEqual(report);
  expect(await trialBalance(target)).toEqual(await trialBalance(source));
  expect(backup.manifest.books).toEqual({
    trades: 1,
    amount: report.totals.amount,
    krw: report.totals.krw,
    fee: report.totals.fee,
    feeReport: report.sha256,
  });
});

test('writes the same parts, byte for byte, in a backup of the restored installation', async () => {
  const again = await backUp(target, path.join(folder, 'again.backup'));
  expect(again.manifest.parts).toEqual(backup.manifest.parts);
  expect(again.manifest.seal).toEqual(backup.manifest.seal);
});

test('goes on with the numbers of the rows, and assigns none twice', async () => {
  const { rows } = await target.pool.query(`select nextval('app.payout_changes_id_seq')`);
  expect(rows).toEqual([{ nextval: '8' }]);
});

test('restores signed checkpoints with their public keys, and they verify', async () => {
  const signed = await loadCheckpoints(target.pool, target.dataDir);
  expect(signed.statements.length).toBeGreaterThan(0);
  expect(signed.findings).toEqual([]);
  // The first start here creates the checkpoint file outside the database.
  expect(signed.notes).toEqual([expect.stringContaining('the file of checkpoints is not here')]);
  const check = new CheckpointCheck(signed);
  expect((await verifyLog({ log: target.log, checkpoints: check })).findings.named).toEqual([]);
  expect((await verifyAuditLog(target.pool, signed.statements)).findings).toEqual([]);
});

const program = findServerProgram();

// Runs if a program `kurrentdb` is on the PATH.
test.skipIf(program === undefined)(
  'keeps events, hashes, fee report and trial balance when moved to EventStoreDB and back',
  async () => {
    const server = await startLocalServer(program ?? '');
    const openLog = async () => createEventStoreDbEventLog({ connectionString: server.connectionString });
    const [moved, back] = [await emptyInstallation({ openLog }), await emptyInstallation()];
    try {
      await restore(moved, file);
      const movedBackup = path.join(folder, 'moved.backup');
      const { manifest } = await backUp(moved, movedBackup, { eventLog: 'eventstoredb' });
      await restore(back, movedBackup);
      expect(manifest.seal).toBe(backup.manifest.seal);
      const period = { from: '2000-01-01', to: '2999-12-31' };
      const { asOf, sha256 } = await feeReport(source, period);
      for (const installation of [moved, back]) {
        expect(await wholeLog(installation.log)).toEqual(await wholeLog(source.log));
        expect((await feeReport(installation, { ...period, asOf: String(asOf) })).sha256).toBe(sha256);
        expect(await trialBalance(installation)).toEqual(await trialBalance(source));
      }
    } finally {
      await moved.close();
      await back.close();
      await server.stop();
    }
  },
);

test('restores photos, but not sessions, codes and counters', async () => {
  const photos = async (dataDir: string) => {
    const names = await readdir(path.join(dataDir, 'images'), { recursive: true });
    const files = names.filter((name) => name.endsWith('.jpg')).sort();
    const contents = files.map((name) => readFile(path.join(dataDir, 'images', name)));
    return { files, contents: await Promise.all(contents) };
  };
  const there = await photos(source.dataDir);
  // Two ID cards and one chat photo.
  expect(there.files).toHaveLength(3);
  expect(await photos(target.dataDir)).toEqual(there);
  for (const table of ['sessions', 'one_time_codes', 'verified_phones', 'rate_limits'])
    expect((await target.pool.query(`select from app.${table}`)).rowCount, table).toBe(0);
});

test('counts and omits photos without their file, also all, and refuses the folder of others', async () => {
  const dataDir = path.join(folder, 'less');
  await cp(path.join(source.dataDir, 'images'), path.join(dataDir, 'images'), { recursive: true });
  const files = (await readdir(dataDir, { recursive: true })).filter((name) => name.endsWith('.jpg'));
  await rm(path.join(dataDir, files[0] ?? ''));
  const less = { ...source, dataDir };
  const { manifest } = await backUp(less, path.join(folder, 'less.backup'));
  expect(manifest.photosWithoutFile).toBe(1);
  expect(manifest.parts.find(({ part }) => part === 'app.images')?.lines).toBe(2);
  for (const name of files) await rm(path.join(dataDir, name), { force: true });
  const { manifest: none } = await backUp(less, path.join(folder, 'no-photo.backup'));
  expect(none.photosWithoutFile).toBe(3);
  await rm(path.join(dataDir, 'images'), { recursive: true });
  const refused = () =>
    expect(backUp(less, path.join(folder, 'none.backup'))).rejects.toThrow('None of the 3 photos');
  await refused();
  // Of another installation.
  await (await openImageFiles(dataDir)).write('0123456789abcdef0123456789abcdef', Buffer.from('image'));
  await refused();
});

test('restores chats with intact hash chains', async () => {
  const [there, here] = await Promise.all(
    [source, target].map(({ pool }) => loadRoomChain(createDatabase(pool), chat)),
  );
  expect(there).toHaveLength(2);
  expect(here).toEqual(there);
  expect(verifyRoomChain(chat, here ?? [])).toMatchObject({ intact: true });
});

test('makes the file readable by its owner only, since it holds password hashes', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('serves the restored members, continues numbering, and recognises repeated commands', async () => {
  const server = await startTestServer({}, { ...target.database, drop: async () => undefined });
  try {
    expect((await server.request('GET', '/sell/all-orders', { token: seller.token })).status).toBe(401);
    const { token } = await server.signIn(seller.nickname, seller.password);
    const body = { ...figures('70000', '1400'), tetherAddress: '11111111111111111111111111111111' };
    const repeated = await succeed(server, 'POST', '/sell', { token, headers: key, body });
    expect(repeated.body.order._id).toBe(keyedOrder);
    expect(
      (await server.request('POST', '/sell', { token, headers: key, body: { ...body, krwAmount: '1' } }))
        .status,
    ).toBe(422);

    const admin = await server.admin();
    await server.request('GET', `/user/${seller.memberId}/image`, { token: admin.token });
    const { rows } = await server.pool.query(
      'select sequence::int as id from app.audit_log order by sequence',
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  } finally {
    await server.close();
  }
});

test('serves the same fee report from the restored data, byte for byte, as JSON and as CSV', async () => {
  const server = await startTestServer({}, { ...target.database, drop: async () => undefined });
  try {
    const { token } = await server.admin();
    const restored = await feeReports(server, token);
    const [json, csv] = reports.map((bytes) => Buffer.from(bytes).toString('utf8'));
    expect(restored.map((bytes) => Buffer.from(bytes).toString('utf8'))).toEqual([json, csv]);
    // The report has the trade, with a fingerprint and the same signed checkpoint.
    const { rows, sha256, checkpoint } = { ...JSON.parse(json ?? ''), rows: csv?.split('\r\n') ?? [] };
    expect(rows.some((row: string) => row.includes(`${seller.nickname},`))).toBe(true);
    expect(csv).toContain(sha256);
    expect(csv).toContain(checkpoint.statement.root);
  } finally {
    await server.close();
  }
});

test("does not restore a checkpoint signed after the end of the backup's log", async () => {
  const late = path.join(folder, 'late.backup');
  const other = await emptyInstallation();
  const { rows: before } = await source.pool.query(
    'select max(sequence)::int as sequence from app.signed_checkpoints',
  );
  // Signed during the backup, over an event that the backup does not contain.
  const afterTheEnd = { ...source, log: asOfNow(source.log, await source.log.lastEvent()) };
  try {
    await source.member();
    const { token } = await source.admin();
    await vi.waitFor(
      async () => {
        const { checkpoint } = (await source.request('GET', '/fees/report', { token })).body;
        expect(checkpoint.statement.sequence).toBeGreaterThan(before[0].sequence);
      },
      { timeout: 60_000, interval: 100 },
    );
    await backUp(afterTheEnd, late);
    await restore(other, late);
    const { statements, findings } = await loadCheckpoints(other.pool, other.dataDir);
    expect(statements.at(-1)?.sequence).toBe(before[0].sequence);
    const later = 'select from app.signed_heads where sequence > $1';
    expect((await source.pool.query(later, [before[0].sequence])).rowCount).toBeGreaterThan(0);
    expect((await other.pool.query(later, [before[0].sequence])).rowCount).toBe(0);
    expect(findings).toEqual([]);
  } finally {
    await other.close();
  }
});

test('ends where the snapshot of the tables does, so that no room belongs to a later match', async () => {
  const market = await openMarket(source);
  const buyer = await source.member({ active: true });
  const sell = await market.open(seller, 'sell', '140000');
  const buy = await market.open(buyer, 'buy', '140000');
  const log = withLastEvent(source.log, async () => {
    const last = await source.log.lastEvent();
    const { _id: orderId } = await market.match(sell, buy);
    await succeed(source, 'POST', '/chat', { token: seller.token, body: { orderId, content: 'hello' } });
    return last;
  });
  const other = await emptyInstallation();
  try {
    await backUp({ ...source, log }, path.join(folder, 'matched'));
    await restore(other, path.join(folder, 'matched'));
    expect(await verifyRoomRows(other.pool)).toEqual([]);
  } finally {
    await other.close();
  }
});

test('holds the transactions that the trades of the log name, whatever the tables had by then', async () => {
  const market = await openMarket(source);
  const trade = async () => {
    const [by, to] = [await source.member({ active: true }), await source.member({ active: true })];
    const orders = [await market.open(by, 'sell', '140000'), await market.open(to, 'buy', '140000')] as const;
    const path = `/trades/${(await market.match(...orders))._id}/steps`;
    await succeed(source, 'POST', path, { token: to.token, body: { step: 'payment-sent' } });
    await succeed(source, 'POST', path, { token: by.token, body: { step: 'payment-received' } });
    const body = { step: 'tether-sent', signature: '4'.repeat(87) };
    return {
      mark: () => succeed(source, 'POST', path, { token: by.token, body }),
      undo: () => succeed(source, 'DELETE', path, { token: by.token, body: { step: 'tether-sent' } }),
    };
  };
  const [first, second] = [await trade(), await trade()];
  await first.mark();
  const marked = asOfNow(source.log, await source.log.lastEvent());
  await first.undo();
  const undone = asOfNow(source.log, await source.log.lastEvent());
  await second.mark();
  const markedBySecond = asOfNow(source.log, await source.log.lastEvent());
  await second.undo();
  await second.mark();
  for (const [name, log] of Object.entries({ marked, undone, markedBySecond })) {
    const other = await emptyInstallation();
    try {
      await backUp({ ...source, log }, path.join(folder, name));
      await restore(other, path.join(folder, name));
      expect(await verifySignatures(other.pool)).toEqual([]);
    } finally {
      await other.close();
    }
  }
});

async function wholeLog(log: EventLog): Promise<readonly Omit<RecordedEvent, 'position'>[]> {
  const events = (await log.readAll({ after: logStart, limit: 10_000 })).events;
  return events.map(({ position: _position, ...event }) => event);
}

/** As of its current end: the backup ends there although the log continues. */
const asOfNow = (log: EventLog, last: RecordedEvent | undefined): EventLog =>
  inAnotherStore(log, async () => last);
