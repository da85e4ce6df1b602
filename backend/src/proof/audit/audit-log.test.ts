import type { AuditAction } from '@matgyo/contracts/audit-actions';
import { kstDay } from '@matgyo/contracts/kst';
import { verifyAuditLog } from '@matgyo/projections/verify/check-audit-log';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../../../../test/server.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { type Market, openMarket, succeed } from '../../trading/orders/market.fixture.ts';
import { recordAudit } from './audit-log.ts';

let server: TestServer;
let market: Market;
let admin: Person;
let manager: Person;
let member: Person;
const memberShown = () => ({ _id: member.memberId, nickname: member.nickname });

beforeAll(async () => {
  server = await startTestServer();
  market = await openMarket(server);
  ({ admin } = market);
  manager = await server.member({ active: true, manager: true });
  member = await server.member({ active: true });
});
afterAll(() => server.close());

const see = (query: string) => market.see(`/audit/log?${query}`);
const newest = async (action: string) => (await see(`action=${action}&limit=1`)).items[0];

/** The audit action of each staff call without a ledger event; null: it changes nothing. */
const recordedAs: Readonly<Record<string, AuditAction | null>> = {
  'PUT /user/:id/image': 'id-image-replaced',
  'POST /admin/payout-changes/:id/approve': 'payout-change-approved',
  'POST /admin/payout-changes/:id/refuse': 'payout-change-rejected',
  'POST /inquiry/:id/comment': 'inquiry-answered',
  'PATCH /inquiry/:id/close': 'inquiry-closed',
  'PATCH /chat/close/:orderId': 'chat-closed',
  'POST /sell/admin/match-orders/preview': null,
  'POST /sell/admin/stuck-trades/:id/retry': 'trade-retried',
  'POST /admin/read-models/:name/retry': 'read-model-retried',
  'POST /admin/replays': 'replay-started',
  'POST /admin/replays/:id/cancel': 'replay-cancelled',
  'POST /admin/replays/:id/swap': 'replay-swapped',
  'POST /admin/replays/:id/discard': 'replay-discarded',
};

test('has an audit action for every changing staff call without a ledger event', () => {
  const calls = server.endpoints.filter(
    ({ access, method, ledger }) =>
      (access === 'staff' || access === 'admin') && method !== 'GET' && ledger !== true,
  );
  expect(calls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(recordedAs).sort());
});

describe('records actor, action, subject, time and request of', () => {
  test('a sign-in, with a keyed hash of the network', async () => {
    const { headers } = await succeed(server, 'POST', '/user/login', {
      body: { nickname: admin.nickname, password: admin.password },
    });
    expect(await newest('staff-signed-in')).toMatchObject({
      actorId: admin.memberId,
      actorNickname: admin.nickname,
      actorRole: 'admin',
      subjectId: admin.memberId,
      requestId: headers.get('x-request-id'),
      details: { network: expect.stringMatching(/^[0-9a-f]{16}$/) },
    });
  });

  test('a failed sign-in to a staff account, without delaying the reply', async () => {
    const body = { nickname: manager.nickname, password: 'wrong-pass-1' };
    const { status, headers } = await server.request('POST', '/user/login', { body });
    expect(status).toBe(401);
    await vi.waitFor(
      async () =>
        expect(await newest('staff-sign-in-failed')).toMatchObject({
          actorId: null,
          subjectId: manager.memberId,
          subjectMember: { _id: manager.memberId, nickname: manager.nickname },
          requestId: headers.get('x-request-id'),
        }),
      { timeout: 60_000, interval: 50 },
    );
  });

  test('a closed chat, with the order or the member it was about', async () => {
    const buyer = await server.member({ active: true });
    const order = await market.open(member, 'sell', '300000');
    const counterpart = await market.open(buyer, 'buy', '300000');
    const trade = await market.match(order, counterpart);
    const support = `support-${member.memberId}`;
    for (const room of [order, trade._id, support]) {
      await succeed(server, 'POST', '/chat', {
        token: member.token,
        body: { orderId: room, content: 'hello' },
      });
      await succeed(server, 'PATCH', `/chat/close/${room}`, { token: admin.token, body: {} });
    }
    const { items } = await see('action=chat-closed&limit=3');
    const orderCode = `Sell214-${order.slice(-8)}`;
    const subjectOrder = { _id: order, orderCode };
    expect(items).toMatchObject([
      { subjectId: support, subjectMember: memberShown(), subjectOrder: null },
      { subjectId: trade._id, subjectMember: null, subjectOrder },
      { subjectId: order, subjectMember: null, subjectOrder },
    ]);
    expect((await see(`subject=${orderCode}`)).items).toEqual(items.slice(1));
    expect((await see(`subject=Buy214-${counterpart.slice(-8)}`)).items).toEqual([items[1]]);
    expect((await see(`subject=${member.nickname}&action=chat-closed`)).items).toEqual(items.slice(0, 1));
    const { bytes } = await server.request('GET', `/audit/log.csv?subject=${order}`, { token: admin.token });
    expect(new TextDecoder().decode(bytes)).toContain(`,${orderCode},`);
  });

  test('an answer to an inquiry and its closing, each once', async () => {
    const requested = await succeed(server, 'POST', '/inquiry', {
      token: member.token,
      body: { title: 'Sell Inquiry', description: 'when?' },
    });
    const id = requested.body.inquiry._id;
    const { token } = admin;
    const answered = await succeed(server, 'POST', `/inquiry/${id}/comment`, {
      token,
      body: { comment: 'soon' },
    });
    for (let time = 0; time < 2; time += 1) await succeed(server, 'PATCH', `/inquiry/${id}/close`, { token });
    const { items } = await see(`subject=${id}`);
    expect(items).toMatchObject([
      { action: 'inquiry-closed', actorId: admin.memberId, subjectMember: memberShown() },
      { action: 'inquiry-answered', requestId: answered.headers.get('x-request-id') },
    ]);
    expect((await see(`subject=${member.nickname}&action=inquiry-closed`)).items).toEqual(items.slice(0, 1));
    expect(JSON.stringify(items)).not.toContain('soon');
  });

  test('no sign-ins of members, failed or not, and nothing of their passwords', async () => {
    const { token } = await server.signIn(member.nickname, member.password);
    await server.request('POST', '/user/login', { body: { nickname: member.nickname, password: 'wrong-1' } });
    const passwords = { currentPassword: member.password, password: 'another-pass-2' };
    const changed = await server.request('PUT', '/user/password', { token, body: passwords });
    expect(changed.status).toBe(200);
    member = { ...member, password: passwords.password };
    expect((await see(`actor=${member.nickname}`)).items).toEqual([]);
    const about = (await see(`subject=${member.memberId}`)).items;
    expect(about.map(({ action }: { action: string }) => action)).toEqual(['member-edited']);
  });

  test('a new password of a manager', async () => {
    const { token } = await server.signIn(manager.nickname, manager.password);
    const body = { currentPassword: manager.password, password: 'orchard-lamp-violet-3' };
    await succeed(server, 'PUT', '/user/password', { token, body });
    manager = await server.signIn(manager.nickname, body.password);
    expect(await newest('staff-password-changed')).toMatchObject({
      actorId: manager.memberId,
      actorRole: 'manager',
      subjectId: manager.memberId,
    });
  });

  test('an edit, with the names of fields and events, never with values', async () => {
    const wallet = '11111111111111111111111111111112';
    await succeed(server, 'PUT', `/user/users/${member.nickname}`, {
      token: admin.token,
      body: { bankName: 'Secretbank', tetherAddress: wallet, status: 'inactive', referralCode: 'HUSHHUSH' },
    });
    const { details, subjectId } = await newest('member-edited');
    expect(subjectId).toBe(member.memberId);
    expect(details.fields.toSorted()).toEqual(['bank_name', 'referral_code', 'status', 'tether_address']);
    expect(details.events).toHaveLength(2);
    const { rows } = await server.pool.query(
      "select string_agg(content::text, '') as all from app.audit_log",
    );
    for (const secret of ['Secretbank', wallet, 'HUSHHUSH', '127.0.0.1', '::1'])
      expect(rows[0].all).not.toContain(secret);
    await succeed(server, 'PUT', `/user/users/${member.nickname}`, {
      token: admin.token,
      body: { status: 'active' },
    });
  });

  test('a price, with its event, once', async () => {
    const call = {
      token: admin.token,
      body: { tetherPrice: '1411' },
      headers: { 'idempotency-key': 'a-price-once' },
    };
    const { headers } = await succeed(server, 'POST', '/tetherprice/update-tether-price', call);
    await succeed(server, 'POST', '/tetherprice/update-tether-price', call);
    const { items } = await see(`action=price-set&subject=${headers.get('ledger-event')}`);
    expect(items).toMatchObject([{ actorId: admin.memberId, subjectId: headers.get('ledger-event') }]);
  });

  test('an ID image that was viewed, an exported fee report, and an exported audit log', async () => {
    await server.request('GET', `/user/${member.memberId}/image`, { token: admin.token });
    expect(await newest('id-image-viewed')).toMatchObject({ subjectId: member.memberId });
    await server.request('GET', '/fees/report.csv?from=2026-01-01', { token: manager.token });
    expect(await newest('fee-report-exported')).toMatchObject({
      actorId: manager.memberId,
      details: { from: '2026-01-01', rows: 0, searched: false },
    });
    const { status, bytes } = await server.request('GET', '/audit/log.csv', { token: admin.token });
    const text = Buffer.from(bytes).toString('utf8');
    expect([status, text.charCodeAt(0)]).toEqual([200, 0xfeff]);
    const { details, sequence } = await newest('audit-log-exported');
    const { rows } = await server.pool.query(
      `select count(*)::int as before from app.audit_log where sequence < $1 and action <> 'rows-kept'`,
      [sequence],
    );
    expect(details.rows).toBe(rows[0].before);
    expect(text.trimEnd().split('\r\n')).toHaveLength(details.rows + 1);
  });
});

describe('the audit log', () => {
  test('is a file for programs, and for people in their language with Korean time', async () => {
    const [entry] = (await see('limit=1&action=price-set')).items;
    const file = async (query: string) => {
      const call = await succeed(server, 'GET', `/audit/log.csv?action=price-set${query}`, {
        token: admin.token,
      });
      const [head = '', first = ''] = new TextDecoder().decode(call.bytes).split('\r\n');
      return { name: call.headers.get('content-disposition'), head, first };
    };
    const forPrograms = await file('');
    expect(forPrograms.name).toContain('"audit-log.csv"');
    expect(forPrograms.head).toBe(
      'sequence,at,action,actorId,actorNickname,actorRole,subjectId,subjectMember,subjectOrder,reason,requestId,details,prevHash,hash',
    );
    expect(forPrograms.first).toContain(`${entry.sequence},${entry.at},price-set,${entry.actorId},`);
    const inKorean = await file('&storedLanguage=ko');
    expect(inKorean.name).toContain('"audit-log-ko.csv"');
    expect(inKorean.head).toContain('기록 번호,시각 (KST),작업,');
    const inKorea = new Date(Date.parse(entry.at) + 9 * 3_600_000).toISOString();
    expect(inKorean.first).toContain(
      `${entry.sequence},${inKorea.slice(0, 19).replace('T', ' ')},가격 설정,`,
    );
    expect(inKorean.first).toContain(',관리자,');
    expect((await file('&storedLanguage=en')).first).toContain(',Price set,');
  });

  test('can be searched by actor, action, subject and time, newest first, in pages', async () => {
    const all = (await see('limit=100')).items;
    const sequences = all.map(({ sequence }: { sequence: number }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((a: number, b: number) => b - a));
    const first = await see('limit=2');
    const second = await see(`limit=2&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items]).toEqual(all.slice(0, 4));
    const byId = await see(`actor=${manager.memberId}`);
    expect(byId.items.length).toBeGreaterThan(0);
    expect(await see(`actor=${manager.nickname.toUpperCase()}`)).toEqual(byId);
    expect(new Set(byId.items.map(({ actorId }: { actorId: string }) => actorId))).toEqual(
      new Set([manager.memberId]),
    );
    expect((await see('from=2020-01-01&to=2020-12-31')).items).toEqual([]);
    expect((await see('from=2020-01-01')).items.length).toBe(all.length);
    const day = kstDay(all[0].at);
    expect((await see(`from=${day}&to=${day}`)).items[0]).toEqual(all[0]);
    expect((await see('actor=no-such-member')).items).toEqual([]);
    const [begins, ends] = ['2020-06-01T15:00:00.000Z', '2020-06-02T14:59:59.999Z'];
    const entry = { action: 'backup-made', actor: null, subjectId: null, requestId: null } as const;
    for (const at of ['2020-06-01T14:59:59.999Z', begins, ends, '2020-06-02T15:00:00.000Z'])
      await recordAudit(createDatabase(server.pool), entry, new Date(at));
    const ofDay = (await see('from=2020-06-02&to=2020-06-02')).items;
    expect(ofDay.map(({ at }: { at: string }) => at)).toEqual([ends, begins]);
  });

  test('refuses a period that ends before it begins', async () => {
    for (const path of ['/audit/log', '/audit/log.csv']) {
      const reversed = `${path}?from=2026-01-02&to=2026-01-01`;
      const { status, body } = await server.request('GET', reversed, { token: admin.token });
      expect([status, body.code], path).toEqual([422, 'REPORT_PERIOD_INVALID']);
    }
  });

  test('is for admins only', async () => {
    for (const path of ['/audit/log', '/audit/log.csv'])
      expect((await server.request('GET', path, { token: manager.token })).status, path).toBe(403);
  });

  test('and the reports can be exported ten times a minute per person', async () => {
    const manager2 = await server.member({ manager: true, active: true });
    const file = (who: Person, path: string) => server.request('GET', path, { token: who.token });
    const statuses = [];
    for (let requested = 0; requested < 11; requested += 1)
      statuses.push((await file(manager2, '/fees/report.csv?from=2026-01-01&to=2026-01-01')).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    expect((await file(manager2, '/fees/rehearsal.csv?rule={"rate":"0.01"}')).status).toBe(429);
    for (let requested = 0; requested < 10; requested += 1) await file(market.admin, '/audit/log.csv');
    const refused = await file(market.admin, '/audit/log.csv');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    const levels = '/admin/levels/rehearsal.csv?levels=[{"trades":0,"openKrw":null}]';
    expect((await file(market.admin, levels)).status).toBe(429);
  });

  test('has an intact chain, and the next checkpoint covers its end', async () => {
    expect((await verifyAuditLog(server.pool, [])).findings).toEqual([]);
    const { sequence, hash } = await vi.waitFor(
      async () => (await market.see('/journal/trial-balance')).checkpoint.statement.audit,
      { timeout: 60_000, interval: 100 },
    );
    const { rows } = await server.pool.query('select hash from app.audit_log where sequence = $1', [
      sequence,
    ]);
    expect(rows).toEqual([{ hash }]);
  });
});
