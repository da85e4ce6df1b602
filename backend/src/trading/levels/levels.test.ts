import type { Level } from '@matgyo/contracts/levels';
import type { Krw, Rate } from '@matgyo/contracts/money';
import { connectionOf } from '@matgyo/projections/projection-pool';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { type Person, startTestServer } from '../../../../test/server.ts';
import { systemTiming } from '../../platform/commands/timing.ts';
import { figures, openMarket } from '../orders/market.fixture.ts';
import { recordLevelsOnce } from './record-levels.ts';

const levels = [
  { trades: 0, openKrw: '1000000' },
  { trades: 2, casesLostMost: 0, openKrw: '5000000' },
  { trades: 3, openKrw: null },
];

/** The table in force: the configuration adds the usual window. */
const inForce = levels.map((level) => ({ windowMinutes: 60, ...level }));

const server = await startTestServer({ LEVELS: JSON.stringify(levels), LIMITS: '{"ordersPerMinute":1000}' });
const market = await openMarket(server);
afterAll(() => server.close());

const newMember = () => server.member({ active: true });
const place = ({ token }: Person, krw: string, side: 'sell' | 'buy' = 'buy', headers = {}) =>
  server.request('POST', `/${side}`, { token, body: figures(krw, '1400'), language: 'en', headers });
const levelOf = async ({ token }: Person) => (await server.request('GET', '/user/level', { token })).body;
const mark = (tradeId: string, { token }: Person, step: string) =>
  server.request('POST', `/trades/${tradeId}/steps`, { token, body: { step } });

async function matched(seller: Person, buyer: Person, krw = '140000') {
  const sell = await market.open(seller, 'sell', krw);
  const buy = await market.open(buyer, 'buy', krw);
  return { sell, buy, tradeId: (await market.match(sell, buy))._id };
}

async function trade(seller: Person, buyer: Person) {
  const { sell, buy, tradeId } = await matched(seller, buyer);
  await mark(tradeId, buyer, 'payment-sent');
  await mark(tradeId, seller, 'payment-received');
  await market.complete(sell, buy);
}

describe('the level of a member', () => {
  test('starts at 1 without trades, and rises with completed trades', async () => {
    const [seller, buyer] = [await newMember(), await newMember()];
    const nothing = { trades: 0, overdue: 0, casesLost: 0, payMinutes: null, confirmMinutes: null };
    expect(await levelOf(buyer)).toEqual({
      level: 1,
      ...nothing,
      openKrw: '0',
      limitKrw: '1000000',
      leftKrw: '1000000',
    });
    await trade(seller, buyer);
    expect(await levelOf(buyer)).toMatchObject({ level: 1, trades: 1, payMinutes: 0, confirmMinutes: null });
    await trade(seller, buyer);
    expect(await levelOf(seller)).toMatchObject({ level: 2, trades: 2, payMinutes: null, confirmMinutes: 0 });
    expect((await place(buyer, '4000000')).status).toBe(201);
    expect(await levelOf(buyer)).toMatchObject({
      openKrw: '4000000',
      limitKrw: '5000000',
      leftKrw: '1000000',
    });
    await trade(seller, buyer);
    expect(await levelOf(buyer)).toMatchObject({ level: 3, limitKrw: null, leftKrw: null });
  });

  test('falls with a lost case, but not for the other party', async () => {
    const [seller, buyer] = [await newMember(), await newMember()];
    await trade(seller, buyer);
    const { tradeId } = await matched(seller, buyer);
    const body = { reason: 'PAYMENT_NOT_RECEIVED', statement: 'Nothing came.' };
    const { caseId } = (
      await server.request('POST', `/trades/${tradeId}/cases`, { token: seller.token, body })
    ).body;
    const { token } = market.admin;
    await server.request('POST', `/cases/${caseId}/take`, { token, body: {} });
    const ruling = { outcome: 'complete', reasons: ['PAYMENT_PROVEN'], statement: 'The bank shows it.' };
    expect(await server.request('POST', `/cases/${caseId}/ruling`, { token, body: ruling })).toMatchObject({
      status: 200,
    });
    expect(await levelOf(seller)).toMatchObject({ level: 1, trades: 2, casesLost: 1 });
    expect(await levelOf(buyer)).toMatchObject({ level: 2, trades: 2, casesLost: 0 });
  });

  test('is visible to the member, admins and the counterpart of a match, and to no one else', async () => {
    const [seller, buyer, other] = [await newMember(), await newMember(), await newMember()];
    await trade(seller, buyer);
    const { tradeId } = await matched(seller, buyer);
    const see = (path: string, { token }: Person) => server.request('GET', path, { token });
    const { body } = await see(`/admin/members/${buyer.memberId}/level`, market.admin);
    expect(body).toMatchObject({ level: 1, trades: 1, openKrw: '140000', payMinutes: 0 });
    expect((await see(`/admin/members/${buyer.memberId}/level`, other)).status).toBe(403);
    expect(await see(`/admin/members/${'f'.repeat(24)}/level`, market.admin)).toMatchObject({
      status: 404,
      body: { code: 'MEMBER_NOT_FOUND' },
    });
    const counterpartFor = async (person: Person) =>
      (await see(`/trades/${tradeId}/payment`, person)).body.counterpart;
    expect(await counterpartFor(seller)).toEqual({
      level: 1,
      trades: 1,
      overdue: 0,
      casesLost: 0,
      payMinutes: 0,
      confirmMinutes: null,
    });
    expect(await counterpartFor(buyer)).toMatchObject({ payMinutes: null, confirmMinutes: 0 });
    expect(await counterpartFor(market.admin)).toBeNull();
    expect((await see(`/trades/${tradeId}/payment`, other)).status).toBe(404);
  });
});

describe('the limit of a level', () => {
  test('refuses an order that exceeds it, with the figures and the next level', async () => {
    const member = await newMember();
    expect((await place(member, '900000')).status).toBe(201);
    expect(await place(member, '100001', 'sell')).toMatchObject({
      status: 409,
      body: {
        code: 'LEVEL_LIMIT',
        details: {
          level: 1,
          openKrw: '900000',
          limitKrw: '1000000',
          leftKrw: '100000',
          trades: 0,
          next: levels[1],
        },
      },
    });
    expect((await place(member, '100000', 'sell')).status).toBe(201);
  });

  test('has room again after an order is cancelled or settled, and a repeated key is decided again after a refusal', async () => {
    const [seller, member] = [await newMember(), await newMember()];
    const { sell, buy } = await matched(seller, member, '1000000');
    const headers = { 'idempotency-key': 'beyond the limit' };
    expect(await place(member, '14000', 'buy', headers)).toMatchObject({ body: { code: 'LEVEL_LIMIT' } });
    await market.complete(sell, buy);
    const [first, again] = [
      await place(member, '14000', 'buy', headers),
      await place(member, '14000', 'buy', headers),
    ];
    expect([first.status, again.body.order._id]).toEqual([201, first.body.order._id]);
    expect((await place(member, '986000')).status).toBe(201);
    expect((await place(member, '1000')).status).toBe(409);
    const path = `/buy/buy-orders/${first.body.order._id}/cancel`;
    await server.request('DELETE', path, { token: member.token, body: {} });
    expect((await place(member, '14000')).status).toBe(201);
  });

  test('is not exceeded by concurrent orders, with and without keys', async () => {
    const member = await newMember();
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        place(
          member,
          '140000',
          index % 2 ? 'sell' : 'buy',
          index % 3 ? { 'idempotency-key': `${index}` } : {},
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7);
    expect(answers.filter(({ body }) => body.code === 'LEVEL_LIMIT')).toHaveLength(25);
    expect(await levelOf(member)).toMatchObject({ openKrw: '980000', leftKrw: '20000' });
  });

  test('is not exceeded while the read models are late', async () => {
    const member = await newMember();
    // Read models as late as possible: they contain nothing to count.
    const blocker = new pg.Client({ ...connectionOf(server.pool), options: '' });
    await blocker.connect();
    await blocker.query('begin; lock table read_orders.orders in exclusive mode');
    try {
      const answers = await Promise.all(Array.from({ length: 12 }, () => place(member, '140000')));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(7);
    } finally {
      await blocker.end();
    }
    expect((await place(member, '140000')).body.code).toBe('LEVEL_LIMIT');
  });

  test('counts no order that was refused for another reason', async () => {
    const member = await newMember();
    const body = figures('900000', '1399');
    for (let time = 0; time < 3; time += 1)
      expect(await server.request('POST', '/buy', { token: member.token, body })).toMatchObject({
        body: { code: 'PRICE_CHANGED' },
      });
    expect((await place(member, '1000000')).status).toBe(201);
  });
});

describe('a dry run of levels', () => {
  const requestDryRun = async (table: object[], more = '', token = market.admin.token) => {
    const query = `levels=${encodeURIComponent(JSON.stringify(table))}&before=2020-01-01T00:00:00Z${more}`;
    return server.request('GET', `/admin/levels/rehearsal?${query}`, { token, language: 'en' });
  };

  test('of the levels in force refuses none of the accepted orders', async () => {
    const { body } = await requestDryRun(levels);
    expect(body.rehearsal.totals).toMatchObject({ refused: 0, refusedKrw: '0' });
    expect(body.rehearsal.totals.orders).toBeGreaterThan(10);
    expect([body.done, body.rehearsal.cut]).toEqual([body.total, false]);
  });

  test('names the orders that stricter levels would have refused, as figures and as a file', async () => {
    const member = await newMember();
    for (const krw of ['200000', '300000']) expect((await place(member, krw)).status).toBe(201);
    const stricter = [{ trades: 0, openKrw: '400000' }];
    const { rehearsal: dryRun } = (await requestDryRun(stricter)).body;
    const own = ({ nickname }: { nickname: string }) => nickname === member.nickname;
    expect(dryRun.refused.filter(own)).toMatchObject([
      { krw: '300000', openKrw: '200000', limitKrw: '400000', level: 1, side: 'buy' },
    ]);
    expect(dryRun.members.find(own)).toMatchObject({ orders: 2, refused: 1, refusedKrw: '300000' });
    const query = new URLSearchParams({
      levels: JSON.stringify(stricter),
      before: '2020-01-01T00:00:00Z',
      after: dryRun.after.asOf,
    });
    const textOf = async (more = '') => {
      const { token } = market.admin;
      const file = await server.request('GET', `/admin/levels/rehearsal.csv?${query}${more}`, { token });
      return new TextDecoder().decode(file.bytes);
    };
    const text = await textOf();
    expect(text).toContain(`${member.nickname},2,500000,1,300000`);
    expect(text).toContain(dryRun.refused.find(own).orderId);
    // The range ends at the named event, so the fingerprint is of that query.
    const [, sha256] = /sha256,([0-9a-f]{64})/.exec(text) ?? [];
    const [entry] = (await market.see('/audit/log?action=levels-rehearsal-exported&limit=1')).items;
    expect(entry).toMatchObject({
      actorId: market.admin.memberId,
      details: { rows: dryRun.totals.refused, sha256 },
    });
    expect(text.split('\r\n')).toEqual(
      expect.arrayContaining([
        'by,key,nickname,orders,krw,refused,refusedKrw',
        'orderId,side,at,memberId,krw,level,limitKrw,openKrw,nickname',
      ]),
    );
    const inKorean = await textOf('&storedLanguage=ko');
    expect(inKorean).toContain('구분,항목,닉네임,접수된 주문,접수 금액 (원),막혔을 주문,막혔을 금액 (원)');
    expect(inKorean).toMatch(new RegExp(`회원별,${member.memberId},${member.nickname},2,500000,1,300000`));
    expect(inKorean).toMatch(/,구매,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,/);
  });

  test('refuses an invalid table by field, an unknown time, and callers who are no admins', async () => {
    const descending = await requestDryRun([
      { trades: 0, openKrw: '5' },
      { trades: 1, openKrw: '4' },
    ]);
    expect([descending.status, descending.body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(JSON.stringify(descending.body.details)).toContain('no lower limit');
    expect((await requestDryRun(levels, '&after=yesterday')).body.code).toBe('REPORT_MOMENT_UNKNOWN');
    expect((await requestDryRun(levels, '', (await newMember()).token)).status).toBe(403);
  });
});

describe('the table of levels in the log', () => {
  const limits = {
    fourEyesKrw: '10000000' as Krw,
    fourEyesPercent: '99999999',
    matchTolerance: '0.005' as Rate,
  };
  const recorded = () => server.eventsOf('levels');

  test('is recorded once at the start, and again when it changes', async () => {
    const [event, ...more] = await recorded();
    expect([event?.type, event?.data, event?.metadata.actorRole, more]).toEqual([
      ...['LevelsSet', { levels: inForce, limits }, 'system', []],
    ]);
    const ledger = { log: server.log, timing: systemTiming };
    const others: Level[] = [{ trades: 0, openKrw: '2000000' as Krw }];
    await Promise.all(Array.from({ length: 4 }, () => recordLevelsOnce(ledger, others, limits)()));
    const record = recordLevelsOnce(ledger, others, limits);
    await record();
    expect((await recorded()).map(({ data }) => data['levels'])).toEqual([inForce, others]);

    const relaxed = { ...limits, fourEyesPercent: '50' };
    await recordLevelsOnce(ledger, others, relaxed)();
    // Two backends do not take turns.
    await record();
    expect((await recorded()).at(-1)?.data).toEqual({ levels: others, limits: relaxed });

    const see = ({ token }: Person) => server.request('GET', '/admin/levels', { token });
    const { items } = (await see(market.admin)).body;
    expect(items).toEqual([
      { from: expect.any(String), levels: others },
      { from: event?.metadata.at, levels: inForce },
    ]);
    expect((await see(await newMember())).status).toBe(403);
  });

  test('is public', async () => {
    expect((await server.request('GET', '/config')).body.levels).toEqual(inForce);
  });
});
