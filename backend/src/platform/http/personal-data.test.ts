import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { logStart, type Position } from '@matgyo/event-store/event-log';
import { liveSchema } from '@matgyo/projections/checkpoint';
import { allReadModels } from '@matgyo/projections/read-models/all-read-models';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ApiAnswer, ApiCall } from '../../../../test/api-call.ts';
import { registerPasskey } from '../../../../test/passkey-device.ts';
import { type Person, startTestServer, type TestServer } from '../../../../test/server.ts';
import { signUpForm, smallJpeg } from '../../../../test/sign-up-form.ts';
import { figures } from '../../trading/orders/market.fixture.ts';

/** Personal data of one member, recognizable in any output. */
const canaries = {
  fullName: '카나리아 실명',
  nickname: 'CanaryNick1',
  username: 'canary-username',
  password: 'canary-pass-1',
  laterPassword: 'canary-pass-2',
  // In any notation: national, with country code, or without dashes.
  phone: '1031415926',
  bankName: '카나리아은행',
  bankAccount: '27182818284590',
  laterAccount: '16180339887498',
  tetherAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  orderWallet: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
  telegram: 'canary_telegram',
  dob: '1957-08-09',
  inquiry: 'canary inquiry about my money',
  comment: 'canary comment on it',
  chat: 'canary message to the other side',
  address: '203.0.113.77',
  browser: 'canary browser',
  passkey: 'canary laptop',
} as const;
const phone = `0${canaries.phone}`;

const log: string[] = [];
const printed: string[] = [];
const endsSession = '/user/logout';
const refused: { readonly call: string; readonly answer: ApiAnswer }[] = [];

let server: TestServer;
let admin: Person;
let token: string;

beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      printed.push(String(text));
      return true;
    });
  const logger = pino({ base: null, level: 'trace' }, { write: (line: string) => void log.push(line) });
  server = await startTestServer({ TRUST_PROXY: '1', FEE_RATE: '0.01' }, undefined, undefined, logger);
  admin = await server.admin();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
});

async function send(method: string, where: string, call: ApiCall = {}): Promise<ApiAnswer> {
  const headers = { 'x-forwarded-for': canaries.address, 'user-agent': canaries.browser, ...call.headers };
  const answer = await server.request(method, where, { ...call, headers });
  if (answer.status >= 400) refused.push({ call: `${method} ${where}`, answer });
  return answer;
}
async function done(method: string, where: string, call: ApiCall = {}): Promise<ApiAnswer['body']> {
  const { status, body } = await send(method, where, call);
  expect([method, where, status, body?.code]).toEqual([method, where, Math.min(status, 299), undefined]);
  return body;
}
const asAdmin = (body?: object): ApiCall => ({ token: admin.token, ...(body && { body }) });
const asMember = (body?: object): ApiCall => ({ token, ...(body && { body }) });

const form = () => ({
  ...signUpForm({
    nickname: canaries.nickname,
    fullName: canaries.fullName,
    password: canaries.password,
    phone,
    dob: canaries.dob,
    bankName: canaries.bankName,
    bankAccount: canaries.bankAccount,
    tetherAddress: canaries.tetherAddress,
    telegram: canaries.telegram,
  }),
  username: canaries.username,
});

describe('personal data', () => {
  test('enters by sign-up and all features', async () => {
    await done('POST', '/user/users/sendCode', { body: { phone } });
    const verificationCode = await server.codeSentTo(`+82${canaries.phone}`);
    await done('POST', '/user/users/verify', { body: { phone, verificationCode } });
    const photo = { field: 'tetherIdImage', bytes: smallJpeg() };
    const { user } = await done('POST', '/user/users', { form: { fields: form(), file: photo } });
    await done('PUT', `/user/users/${canaries.nickname}`, asAdmin({ status: 'active' }));
    await done('GET', `/user/${user._id}/image`, asAdmin());
    const credentials = { nickname: canaries.nickname, password: canaries.password };
    ({ token } = await done('POST', '/user/login', { body: credentials }));

    await registerPasskey(server, { token, password: canaries.password }, canaries.passkey);
    await done('POST', '/tetherprice/update-tether-price', asAdmin({ tetherPrice: '1400' }));
    const other = await server.member({ active: true });
    const place = async (side: string, by: string, more: object = {}): Promise<string> =>
      (await done('POST', `/${side}`, { token: by, body: { ...figures('14000', '1400'), ...more } })).order
        ._id;
    const sell = await place('sell', token, { tetherAddress: canaries.orderWallet });
    const buy = await place('buy', other.token);
    await done('POST', `/sell/admin/sell-orders/${sell}/approve/ko`, asAdmin());
    await done('POST', `/buy/admin/buy-orders/${buy}/approve`, asAdmin());
    const pair = asAdmin({ buyerOrderId: buy, sellerOrderId: sell });
    await done('POST', '/sell/admin/match-orders', pair);
    await done('POST', '/sell/admin/cancel-orders', pair);
    await done('POST', '/sell/admin/match-orders', pair);
    const message = { content: canaries.chat, orderId: sell, orderType: 'sell' };
    await done('POST', '/chat', asMember({ ...message, currentOrderInProgress: buy }));
    await done('POST', '/sell/admin/complete-orders', pair);
    const own = await place('buy', token);
    const cancelled = asMember({ nickname: canaries.nickname });
    await done('DELETE', `/buy/buy-orders/${own}/cancel`, cancelled);

    const requested = { title: 'Other Inquiry', description: canaries.inquiry };
    const { inquiry } = await done('POST', '/inquiry', asMember(requested));
    await done('POST', `/inquiry/${inquiry._id}/comment`, asAdmin({ comment: canaries.comment }));
    for (const own of ['trade-history.csv', 'transactions.csv', 'payment-methods'])
      await done('GET', `/user/${own}`, asMember());
    const later = { bankAccount: canaries.laterAccount };
    await done('PUT', `/user/users/${canaries.nickname}`, asAdmin(later));
    const { next } = await done('GET', '/user/payment-methods', asMember());
    expect(next.bank.bankAccount).toBe(canaries.laterAccount);
    for (const work of ['code', 'reject'])
      await done('POST', `/user/payment-methods/${work}`, asMember({ changeId: next.id }));
    await done('GET', '/fees/report.csv', asAdmin());
    await done('GET', `/user/check-nickname/${canaries.nickname}`);
    const passwords = { currentPassword: canaries.password, password: canaries.laterPassword };
    await done('PUT', '/user/password', asMember(passwords));
    await done('POST', '/user/recover-password/code', { body: { nickname: canaries.nickname } });
    // Shown to its owner, so that the checks below have something to find.
    const { body } = await send('GET', `/user/users/${canaries.nickname}`, asMember());
    for (const name of ['fullName', 'bankName', 'bankAccount', 'tetherAddress', 'telegram', 'dob'] as const)
      expect(body[name]).toBe(canaries[name]);
  });

  test('enters every field of every endpoint where it does not belong', async () => {
    const everything = Object.values(canaries).join(' ');
    const query = new URLSearchParams({ ...canaries, cursor: canaries.nickname, status: canaries.dob });
    const accepted: string[] = [];
    const headers = {
      'if-match': canaries.bankAccount,
      'if-none-match': canaries.bankAccount,
      'idempotency-key': canaries.telegram,
      cookie: `matgyo_session=${canaries.password}`,
    };
    for (const { method, path: template } of server.endpoints) {
      if (template === endsSession) continue;
      const filled = template.replace(/:\w+/g, encodeURIComponent(canaries.nickname));
      const body = { ...canaries, [everything]: [everything], code: everything };
      const call = { token: admin.token, headers, ...(method !== 'GET' && { body }) };
      const { status } = await send(method, `${filled}?${query}`, call);
      // No thing has this id.
      if (template.includes('/:id') && status < 400) accepted.push(template);
    }
    expect(accepted).toEqual([]);
  });

  test('enters by unreadable requests and invalid tokens', async () => {
    const json = { 'content-type': 'application/json' };
    const broken = [`{"phone": "${phone}"`, `${canaries.fullName}`, `["${canaries.password}",]`];
    for (const raw of broken) await send('POST', '/user/users', { raw, headers: json });
    await send('POST', '/user/users', { raw: `a=${phone}`, headers: { 'content-type': canaries.telegram } });
    await send('GET', `/${canaries.nickname}/${phone}`);
    await send('PATCH', `/user/users/${canaries.nickname}`);
    await send('GET', '/user/users', { token: `${canaries.password}.${canaries.password}` });
    for (const password of [canaries.password, canaries.laterPassword.slice(1)])
      await send('POST', '/user/login', { body: { nickname: canaries.nickname, password } });
    const file = { field: 'file', bytes: new TextEncoder().encode(canaries.fullName) };
    await send('POST', '/upload', { form: { fields: { phone }, file } });
    await send('POST', '/user/users', { form: { fields: form() } });
  });

  test('enters while no text message can be sent', async () => {
    const outbox = path.join(server.dataDir, 'sms-outbox.jsonl');
    await rm(outbox);
    await mkdir(outbox);
    await server.pool.query('truncate app.one_time_codes');
    const failed = await send('POST', '/user/users/sendCode', { body: { phone } });
    expect(failed.body.code).toBe('SMS_FAILED');
    await done('POST', '/user/recover-password/code', { body: { nickname: canaries.nickname } });
    const matches = () => log.filter((line) => line.includes('a text message was not sent')).length;
    await expect.poll(matches).toBe(2);
  });

  test('enters while the database refuses it and quotes it in the error', async () => {
    const { pool } = server;
    // Postgres quotes the row in the message and a value in its detail.
    await pool.query(`create function app.complain() returns trigger language plpgsql as $$
      begin raise exception 'not this row: %', new using detail = new::text; end $$`);
    for (const table of ['members', 'inquiries', 'credentials', 'order_wallets', 'sessions'])
      await pool.query(
        `create trigger complain before insert or update on app.${table} for each row execute function app.complain()`,
      );
    const edits = { telegram: `${canaries.telegram}2`, bankName: `${canaries.bankName}2` };
    const failed = [
      await send('PUT', `/user/users/${canaries.nickname}`, asAdmin(edits)),
      await send('POST', '/inquiry', asMember({ title: 'Sell Inquiry', description: canaries.inquiry })),
      await send(
        'PUT',
        '/user/password',
        asMember({ currentPassword: canaries.laterPassword, password: canaries.password }),
      ),
      await send(
        'POST',
        '/sell',
        asMember({ ...figures('14000', '1400'), tetherAddress: canaries.orderWallet }),
      ),
      await send('POST', '/user/login', {
        body: { nickname: canaries.nickname, password: canaries.laterPassword },
      }),
    ];
    await pool.query('drop function app.complain() cascade');
    expect(failed.map(({ status, body }) => [status, body.code])).toEqual(
      failed.map(() => [500, 'INTERNAL']),
    );
    const named = log.filter((line) => /"DatabaseError"|"SqlStatementRefused"/.test(line));
    expect(named.length).toBeGreaterThanOrEqual(failed.length);
  });
});

/** The canaries in a text, in any notation. */
const foundIn = (text: string): readonly string[] => {
  const readable = [text, decoded(text)].join('\n').toLowerCase();
  return [...Object.values(canaries), token].filter((canary) => readable.includes(canary.toLowerCase()));
};
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
};

describe('personal data never appears', () => {
  test('in the log, at any level', () => {
    const levels = new Set(log.map((line) => JSON.parse(line).level));
    expect([...levels]).toEqual(expect.arrayContaining([30, 40, 50]));
    const routes = new Set(log.map((line) => JSON.parse(line).route));
    const called = server.endpoints.map(({ path: template }) => template);
    expect(called.filter((template) => template !== endsSession && !routes.has(template))).toEqual([]);
    expect(log.filter((line) => foundIn(line).length > 0)).toEqual([]);
  });

  test('on standard output or standard error', () => {
    expect(printed.filter((text) => foundIn(text).length > 0)).toEqual([]);
  });

  test('in any error response', () => {
    const shown = refused.map(({ call, answer }) => ({
      call,
      found: foundIn(new TextDecoder().decode(answer.bytes)),
    }));
    expect(shown.filter(({ found }) => found.length > 0)).toEqual([]);
    const trace = /\bat .+:\d+:\d+|\bselect\b.+\bfrom\b|node_modules/i;
    expect(refused.filter(({ answer }) => trace.test(new TextDecoder().decode(answer.bytes)))).toEqual([]);
  });

  test('in an event’s payload or metadata', async () => {
    const events: string[] = [];
    const types = new Set<string>();
    let after: Position = logStart;
    for (let pages = 0; pages < 100; pages++) {
      const page = (await server.log.readAll({ after, limit: 500 })).events;
      events.push(...page.map((event) => JSON.stringify(event)));
      for (const { type } of page) types.add(type);
      const last = page.at(-1);
      if (last === undefined) break;
      after = last.position;
    }
    const expected = ['MemberRegistered', 'MemberActivated', 'RoleGranted', 'PriceSet', 'OrderPlaced'];
    const ends = ['OrderApproved', 'TradeMatched', 'TradeCancelled', 'TradeCompleted', 'OrderCompleted'];
    expect([...types]).toEqual(expect.arrayContaining([...expected, ...ends, 'OrderCancelled']));
    expect(events.filter((event) => foundIn(event).length > 0)).toEqual([]);
  });

  test('in a read model or the audit log', async () => {
    const { rows: tables } = await server.pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname like 'read\\_%' or (schemaname, tablename) = ('app', 'audit_log')`,
    );
    const ofReadModels = allReadModels.flatMap(({ name, tables: stored }) =>
      ['checkpoint', ...stored.map((table) => table.name)].map((table) => `${liveSchema(name)}.${table}`),
    );
    expect(tables.map(({ name }) => name).sort()).toEqual(['app.audit_log', ...ofReadModels].sort());
    for (const { name } of tables) {
      const { rows } = await server.pool.query<{ row: string }>(`select t::text as row from ${name} t`);
      expect([name, rows.filter(({ row }) => foundIn(row).length > 0)]).toEqual([name, []]);
    }
  });

  test('in a cache, where responses contain phones and accounts', async () => {
    for (const where of ['/sell/allmatched-orders', '/user/users', `/user/users/${canaries.nickname}`]) {
      const { headers, bytes } = await server.request('GET', where, { token: admin.token });
      expect(new TextDecoder().decode(bytes)).toContain(canaries.phone.slice(1));
      expect([where, headers.get('cache-control'), headers.get('etag')]).toEqual([where, 'no-store', null]);
    }
  });

  test.each([
    '/audit/log',
    '/audit/log.csv',
    '/approvals',
    '/fees/report',
    '/fees/report.csv',
    '/journal/trial-balance',
    '/sell/user/inProgress-orders',
    '/sell/sell-orders',
    '/buy/buy-orders',
    '/sell/all-orders',
    '/sell/admin/getallstats',
  ])('in a cache: %s', async (where) => {
    const { status, headers } = await server.request('GET', where, { token: admin.token });
    expect([status, headers.get('cache-control'), headers.get('etag')]).toEqual([200, 'no-store', null]);
  });

  test('on the metrics page', async () => {
    const page = await (await fetch(`${server.url}/metrics`)).text();
    expect(page).toContain('http_request');
    expect(foundIn(page)).toEqual([]);
  });
});
