import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createPostgresEventLog } from '@matgyo/event-store/postgres/postgres-event-log';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { firstOutput } from '../../test/first-output.ts';
import { testAll } from '../../test/test-all.ts';
import { allReadModels } from './read-models/all-read-models.ts';
import { compare } from './replay/compare.ts';
import { History } from './testing/history.ts';
import { randomHistory } from './testing/random-history.ts';
import { createReadModelDatabase } from './testing/read-model-database.ts';

let eventStoreUrl = '';
/** An address without a server. */
const unreachable = 'esdb://127.0.0.1:1?tls=false';
type Program = ChildProcessByStdio<null, Readable, Readable>;
const running: Program[] = [];

const dataDir = await mkdtemp(path.join(tmpdir(), 'matgyo-programs-'));
const database = await createReadModelDatabase({ tables: false });
const log = await createPostgresEventLog({ connection: database.connection });
const history = randomHistory(41, 500, new History().firstAdmin());
await history.writeTo(log);

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

afterAll(async () => {
  await log.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function start(program: string, ...args: string[]): Program {
  const { host = '', port = 5432, user = '', database: name = '' } = database.connection;
  const where = new URLSearchParams({ host, port: `${port}`, user });
  const child = spawn(process.execPath, [path.join(import.meta.dirname, program), ...args], {
    env: {
      ...process.env,
      DATABASE_URL: `postgresql:///${name}?${where}`,
      EVENTSTORE_URL: eventStoreUrl,
      // Not the data folder of a local installation.
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  return child;
}

async function run(program: string, ...args: string[]) {
  const child = start(program, ...args);
  const ended = once(child, 'exit');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  return { code, out, err };
}

test('log a lost connection to the event log, and why', async () => {
  eventStoreUrl = unreachable;
  const { stderr } = start('main.ts');
  eventStoreUrl = '';
  const faults: unknown[] = [];
  for await (const line of createInterface(stderr)) {
    const { msg, fault } = JSON.parse(line);
    if (msg !== 'a connection to the event log was lost') continue;
    faults.push(fault);
    break;
  }
  expect(faults).toEqual(['EventLogUnavailable: the event log is not available']);
});

test('resume at their checkpoint after being killed while writing, without losing or repeating an event', async () => {
  history.price('1400');
  const [seller, buyer] = [history.member(), history.member()];
  const position = async () => (await database.checkpoint('orders'))?.position;
  for (let round = 0; round < (testAll ? 3 : 1); round++) {
    const child = start('main.ts');
    const ended = once(child, 'exit');
    await firstOutput(child);
    const before = await position();
    for (let trade = 0; trade < 10; trade++)
      history.complete(
        history.match(history.openOrder('sell', seller, '14000'), history.openOrder('buy', buyer, '14000')),
      );
    const writing = history.writeTo(log);
    await expect.poll(position, { timeout: 60_000, interval: 5 }).not.toBe(before);
    child.kill('SIGKILL');
    await Promise.all([ended, writing]);
  }
  const child = start('main.ts');
  await firstOutput(child);
  for (const model of allReadModels)
    expect(await compare({ log, pool: database.pool, model }), model.name).toEqual([]);
});

test('report when they are ready, and exit with 0 on SIGTERM', async () => {
  const program = start('main.ts');
  const ended = once(program, 'exit');
  expect(await firstOutput(program)).toBe('ready\n');
  const last = await log.lastEvent();
  expect((await database.checkpoint('orders'))?.eventId).toBe(last?.id);
  program.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('follow the log and exit with 0 on SIGTERM when the readers of their output have gone', async () => {
  const program = start('main.ts');
  const ended = once(program, 'exit', { signal: AbortSignal.timeout(60_000) });
  program.stdout.destroy();
  program.stderr.destroy();
  history.price('1500');
  await history.writeTo(log);
  const last = (await log.lastEvent())?.id;
  await expect.poll(async () => (await database.checkpoint('prices'))?.eventId).toBe(last);
  program.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('exit with 0 on SIGTERM at once when the reader of their log hangs', async () => {
  const fill = `process.stderr.write('x'.repeat(1_000_000))`;
  vi.stubEnv('NODE_OPTIONS', `--import="data:text/javascript,${encodeURIComponent(fill)}"`);
  const program = start('main.ts');
  vi.unstubAllEnvs();
  await once(program.stdout, 'data');
  const ended = once(program, 'exit', { signal: AbortSignal.timeout(60_000) });
  program.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('log an error that nothing has caught, and exit with 1', async () => {
  const fault = `process.on('SIGUSR2', () => { throw new TypeError('a bug'); })`;
  vi.stubEnv('NODE_OPTIONS', `--import="data:text/javascript,${encodeURIComponent(fault)}"`);
  const program = start('main.ts');
  vi.unstubAllEnvs();
  const ended = once(program, 'exit');
  await firstOutput(program);
  program.kill('SIGUSR2');
  const lines = (await text(program.stderr)).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line)).at(-1)).toMatchObject({
    msg: 'uncaught',
    fault: expect.stringMatching(/^TypeError: a bug\n +at /),
  });
  expect(await ended).toEqual([1, null]);
});

describe('npm run replay', () => {
  test('prints progress in plain lines, and that it swapped', async () => {
    const { code, out, err } = await run('replay/main.ts', 'orders');
    expect(err).toMatch(/\[#{24}\]\s+100 %\s+[\d,]+ of [\d,]+ events\s+[\d,]+\/s/);
    expect(out).toBe('orders: rebuilt and swapped in (equal).\n');
    expect(code).toBe(0);
  });

  test('--verify only compares', async () => {
    const before = await database.rows('select build from read_orders.checkpoint');
    expect(await run('replay/main.ts', 'orders', '--verify')).toMatchObject({
      code: 0,
      out: 'orders: equal to the fold of the log.\n',
    });
    expect(await database.rows('select build from read_orders.checkpoint')).toEqual(before);
  });

  test('--as-of prints a report that can be requested again', async () => {
    const at = '2026-02-01T00:00:00.000Z';
    const first = await run('replay/main.ts', 'fees', '--as-of', at);
    expect(first.code).toBe(0);
    const report = JSON.parse(first.out);
    expect(report.asOf).toBe(`${report.lastEvent}@${at}`);
    expect(report.rows.length).toBe(report.totals.trades + report.totals.reversals);
    const again = await run('replay/main.ts', 'fees', '--as-of', report.asOf);
    expect(again.out).toBe(first.out);
  });

  test('levels --as-if prints which orders other levels would have refused, or where the levels are wrong', async () => {
    const file = path.join(dataDir, 'levels.json');
    await writeFile(file, JSON.stringify([{ trades: 0, openKrw: '1' }]));
    const { code, out, err } = await run(
      'replay/main.ts',
      'levels',
      '--as-if',
      file,
      '--before',
      '2020-01-01T00:00:00Z',
    );
    expect(code).toBe(0);
    const { totals, sha256 } = JSON.parse(out);
    expect(totals.orders).toBeGreaterThan(0);
    expect(totals).toMatchObject({ refused: totals.orders, refusedKrw: totals.krw });
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(err).toMatch(/\[#{24}\]\s+100 %/);
    await writeFile(file, JSON.stringify([{ trades: 1, openKrw: '1' }]));
    expect(await run('replay/main.ts', 'levels', '--as-if', file)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('the first level is for no trades'),
    });
  });

  test('--as-if prints what another fee rule would have charged, or where the rule is wrong', async () => {
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'rule-')), 'rule.json');
    const range = ['--before', '2020-01-01T00:00:00Z', '--after', '2026-02-01T00:00:00.000Z'];
    await writeFile(file, '{"rate": "0.005", "minimum": "0.1"}');
    const { code, out, err } = await run('replay/main.ts', 'fees', '--as-if', file, ...range);
    expect([code, err]).toEqual([0, expect.stringMatching(/^\[-{24}\] +0 % +0 of [\d,]+ trades/)]);
    expect(JSON.parse(out)).toMatchObject({
      rule: { rate: '0.005', tiers: [], codes: {}, minimum: '0.1000' },
      totals: { trades: expect.any(Number), rehearsed: expect.any(String) },
    });
    expect((await run('replay/main.ts', 'fees', '--as-if', file, ...range)).out).toBe(out);
    await writeFile(file, '{"rate": "0.005", "tiers": [{"from": "many", "rate": "0.1"}]}');
    expect(await run('replay/main.ts', 'fees', '--as-if', file)).toMatchObject({
      code: 2,
      err: `${file}: tiers.0.from: a decimal number of USDT with at most 4 decimals\n`,
    });
  });

  test('exits with 2 and a message on wrong usage and an unknown as-of point', async () => {
    expect(await run('replay/main.ts', 'sales')).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is no read model called sales'),
    });
    expect(await run('replay/main.ts', 'fees', '--as-of', 'yesterday')).toMatchObject({
      code: 2,
      err: 'the as-of point is unknown: malformed\n',
    });
  });
});

describe('npm run verify', () => {
  test('finds nothing in what the ledger wrote, and prints what it checked', async () => {
    const { code, out } = await run('verify/main.ts');
    expect(out).not.toContain('WRONG');
    expect(out.match(/^ok {5}/gm)).toHaveLength(17);
    // There is no backend, so no checkpoint has been signed.
    expect(out).toContain('?      there is no signed checkpoint');
    expect(code).toBe(3);
  });

  test('finds a byte flipped in the stored log, prints where, and exits with 1', async () => {
    const [event] = await database.rows<{ id: string; stream: string; revision: string }>(
      `update event_log.events set data = replace(data::text, 'REF', 'REG')::json
       where id = (select id from event_log.events registered where type = 'MemberRegistered' and data::text like '%REF%'
         and not exists (select from event_log.events later
           where later.stream = registered.stream and later.type = 'ReferralCodeChanged')
         order by position limit 1)
       returning id, stream, revision`,
    );
    const { code, out } = await run('verify/main.ts');
    expect(out).toContain('WRONG  hash chains, and revisions without gaps (6): 1');
    expect(out).toContain(`(${event?.stream} revision ${event?.revision}, event ${event?.id})`);
    // The table was folded before the change, so it no longer equals the fold.
    expect(out).toContain('accounts: rows of accounts differ');
    expect(code).toBe(1);
  });

  test('prints one sentence and exits with 4 when the log is unreachable', async () => {
    eventStoreUrl = unreachable;
    const { code, out, err } = await run('verify/main.ts').finally(() => {
      eventStoreUrl = '';
    });
    expect(err.trim().split('\n').at(-1)).toMatch(
      /^The event log could not be reached: .* Nothing was verified\.$/,
    );
    expect({ code, out }).toEqual({ code: 4, out: '' });
  });
});
