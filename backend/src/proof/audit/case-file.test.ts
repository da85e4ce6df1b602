import { hash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CaseFile } from '@matgyo/contracts/case-file';
import { canonicalJson } from '@matgyo/ledger/proof/canonical-json';
import { checkCaseFile } from '@matgyo/projections/verify/check-case-file';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runVerify } from '../../../../test/run-verify.ts';
import { type Person, startTestServer, type TestServer } from '../../../../test/server.ts';
import { smallJpeg } from '../../../../test/sign-up-form.ts';
import { testAll } from '../../../../test/test-all.ts';
import { type Market, openMarket, succeed } from '../../trading/orders/market.fixture.ts';

let server: TestServer;
let market: Market;
let seller: Person;
let sell: string;
let file: CaseFile;
let raw: string;

beforeAll(async () => {
  server = await startTestServer();
  market = await openMarket(server);
  seller = await server.member({ active: true });
  const buyer = await server.member({ active: true });
  sell = await market.open(seller, 'sell', '1000000');
  const buy = await market.open(buyer, 'buy', '300000');
  const { _id: tradeId } = await market.match(sell, buy);
  for (const [person, content, orderId] of [
    [seller, 'hello', sell],
    [seller, 'is the money there?', tradeId],
    [buyer, 'it is', tradeId],
  ] as const)
    await succeed(server, 'POST', '/chat', {
      token: person.token,
      body: { content, orderId, orderType: 'sell' },
    });
  const receipt = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#8cc' } })
    .png()
    .toBuffer();
  await succeed(server, 'POST', '/chat', {
    token: buyer.token,
    body: {
      content: 'the receipt',
      orderId: tradeId,
      orderType: 'sell',
      image: `data:image/png;base64,${receipt.toString('base64')}`,
    },
  });
  await market.complete(sell, buy);
  await vi.waitFor(
    async () => {
      const last = await server.log.lastEvent();
      const { items, proof } = await market.see(`/orders/${sell}/trail`);
      expect([items.at(-1).type, last?.type]).toEqual(['TradeCompleted', 'TradeCompleted']);
      expect(proof.checkpoint.statement.eventId).toBe(last?.id);
    },
    { timeout: 60_000, interval: 100 },
  );
  file = (await succeed(server, 'GET', `/orders/${sell}/case-file`, { token: market.admin.token }))
    .body as CaseFile;
  raw = JSON.stringify(file);
});
afterAll(() => server.close());

const trusted = () => ({ keyIds: [file.statement.keyId] });

test('contains an order’s events, those of its trades and its chats, and no personal data but nicknames', async () => {
  expect((await checkCaseFile(raw, trusted())).findings).toEqual([]);
  expect(file.streams.map(({ stream, events }) => [stream.split('-')[0], events.length])).toEqual([
    ['order', 4],
    ['trade', 4],
  ]);
  expect(file.chats.map(({ kind, messages }) => [kind, messages.length])).toEqual([
    ['order', 1],
    ['trade', 3],
  ]);
  const receipt = file.chats[1]?.messages.at(-1);
  expect(receipt).toMatchObject({
    content: 'the receipt',
    image: { type: 'image/jpeg', width: 80, height: 40 },
  });
  expect(receipt?.imageSha256).toMatch(/^[0-9a-f]{64}$/);
  expect(file.people.map(({ nickname }) => nickname).sort()).toContain(seller.nickname);
  expect(file.people).toHaveLength(3);
});

test('contains the order’s state after each event, as in the trail', async () => {
  const { items } = await market.see(`/orders/${sell}/trail`);
  // The pages also say which part of it is still completed.
  const settledParts = { completed: expect.any(String), reversed: '0.0000' };
  expect(items).toEqual(
    file.trail.map(({ eventId, ...state }) =>
      expect.objectContaining({ eventId, state: { ...state, ...settledParts } }),
    ),
  );
  const types = new Map(
    file.streams.flatMap(({ events }) => events.map(({ id, type }) => [id, type] as const)),
  );
  expect(file.trail.map(({ eventId, status, settled }) => [types.get(eventId), status, settled])).toEqual([
    ['OrderPlaced', 'Pending Approval', '0.0000'],
    ['OrderApproved', 'On Sale', '0.0000'],
    ['TradeProposed', 'On Sale', '0.0000'],
    ['FillReserved', 'Partially Matched', '0.0000'],
    ['TradeMatched', 'Partially Matched', '0.0000'],
    ['TradeCompleting', 'Partially Matched', '0.0000'],
    ['FillSettled', 'Partially Matched', '214.2857'],
    ['TradeCompleted', 'Partially Matched', '214.2857'],
  ]);
});

test('is exported by admins only, and each export is recorded', async () => {
  const { rows } = await server.pool.query(
    `select actor_id, subject_id from app.audit_log where action = 'case-file-exported' order by sequence`,
  );
  expect(rows).toEqual([{ actor_id: market.admin.memberId, subject_id: sell }]);
  expect((await server.request('GET', `/orders/${sell}/case-file`, { token: seller.token })).status).toBe(
    403,
  );
  const missing = await server.request('GET', `/orders/${'f'.repeat(24)}/case-file`, {
    token: market.admin.token,
  });
  expect(missing).toMatchObject({ status: 404, body: { code: 'ORDER_NOT_FOUND' } });
  const counted = `select points from app.rate_limits where key like 'personal-exports:%'`;
  expect((await server.pool.query(counted)).rows).toEqual([{ points: 1 }]);
});

/** Every text or number of the file, by its path. */
function* leaves(
  value: unknown,
  at: readonly (string | number)[] = [],
): Generator<readonly (string | number)[]> {
  if (typeof value === 'string' || typeof value === 'number') yield at;
  else if (value !== null && typeof value === 'object')
    for (const [key, inner] of Object.entries(value))
      yield* leaves(inner, [...at, Array.isArray(value) ? Number(key) : key]);
}

/** The file with the last character at this path replaced. */
function flipped(at: readonly (string | number)[]): string {
  const copy = structuredClone(file) as unknown as Record<string | number, unknown>;
  const parent = at.slice(0, -1).reduce((inner, key) => inner[key] as Record<string | number, unknown>, copy);
  const key = at.at(-1) ?? '';
  const value = parent[key];
  parent[key] =
    typeof value === 'number'
      ? value + 1
      : `${String(value).slice(0, -1)}${String(value).endsWith('1') ? '2' : '1'}`;
  return JSON.stringify(copy);
}

test('detects a byte flipped anywhere, and names its section', async () => {
  const missed: string[] = [];
  let places = 0;
  for (const at of leaves(file)) {
    places += 1;
    // All are in TEST_ALL.
    if (!testAll && places % 4 !== 0) continue;
    const section = at[0] === 'statement' || at[0] === 'signature' ? 'signature' : at[0];
    const { findings } = await checkCaseFile(flipped(at), trusted());
    if (!findings.some(({ check }) => check === section)) missed.push(at.join('.'));
  }
  expect(missed).toEqual([]);
  expect(places).toBeGreaterThan(200);
});

test('detects an omitted event, stream, message or section', async () => {
  const without = async (change: (copy: CaseFile) => void) => {
    const copy = structuredClone(file);
    change(copy);
    return (await checkCaseFile(JSON.stringify(copy), trusted())).findings.map(({ check }) => check);
  };
  expect(await without((copy) => copy.streams[0]?.events.pop())).toEqual(['streams', 'proofs', 'trail']);
  expect(await without((copy) => copy.streams.pop())).toEqual([
    'streams',
    'streams',
    'proofs',
    'proofs',
    'trail',
  ]);
  expect(await without((copy) => copy.trail.pop())).toEqual(['trail', 'trail']);
  expect(await without((copy) => copy.chats[1]?.messages.pop())).toEqual(['chats', 'chats']);
  expect(await without((copy) => Reflect.deleteProperty(copy, 'people'))).toContain('people');
});

test('detects a state that does not follow from the events, even in a signed file', async () => {
  const untrue = async (change: (trail: CaseFile['trail']) => void) => {
    const copy = structuredClone(file);
    change(copy.trail);
    copy.statement.sections.trail = hash('sha256', canonicalJson(copy.trail));
    const { findings } = await checkCaseFile(JSON.stringify(copy), trusted());
    return findings.filter(({ check }) => check === 'trail');
  };
  const settled = file.trail.find(({ settled }) => settled !== '0.0000');
  expect(await untrue((trail) => Object.assign(trail.at(-1) ?? {}, { settled: '214.2858' }))).toEqual([
    { check: 'trail', what: `after event ${file.trail.at(-1)?.eventId} the order was not as it says` },
  ]);
  expect(await untrue((trail) => trail.reverse())).toMatchObject([
    { what: expect.stringContaining('does not follow') },
  ]);
  expect(
    await untrue((trail) => trail.splice(5, 0, ...(settled === undefined ? [] : [settled]))),
  ).toHaveLength(1);
  expect(await untrue((trail) => trail.pop())).toEqual([
    { check: 'trail', what: '1 events are missing in it' },
  ]);
});

test('takes the trades of an order from its own events, so that a read model without them hides nothing', async () => {
  const { pool } = server;
  await pool.query('create table entries_kept as select * from read_trail.entries where order_id = $1', [
    sell,
  ]);
  await pool.query('delete from read_trail.entries where order_id = $1', [sell]);
  try {
    const { body } = await succeed(server, 'GET', `/orders/${sell}/case-file`, { token: market.admin.token });
    expect(body.streams).toEqual(file.streams);
  } finally {
    await pool.query('insert into read_trail.entries select * from entries_kept');
  }
});

test('contains the statements of a dispute', async () => {
  const buyer = await server.member({ active: true });
  const order = await market.open(seller, 'sell', '140000');
  const counter = await market.open(buyer, 'buy', '140000');
  const { _id: tradeId } = await market.match(order, counter);
  const { token } = market.admin;
  const post = (path: string, call: object) => succeed(server, 'POST', path, { token, ...call });
  const fields = { reason: 'TETHER_NOT_RECEIVED', statement: 'I paid an hour ago' };
  const form = { fields, file: { field: 'image', bytes: smallJpeg() } };
  const { caseId } = (await post(`/trades/${tradeId}/cases`, { token: buyer.token, form })).body;
  await post(`/cases/${caseId}/take`, { body: {} });
  const ruling = { outcome: 'cancel', reasons: ['PAYMENT_NOT_PROVEN'], statement: 'No won came' };
  await post(`/cases/${caseId}/ruling`, { body: ruling });
  const exported = () =>
    vi.waitFor(
      async () => {
        const answer = await server.request('GET', `/orders/${order}/case-file`, { token });
        expect(answer.body.streams?.[1]?.events.at(-1).type).toBe('TradeCancelled');
        return answer.body as CaseFile;
      },
      { timeout: 60_000, interval: 100 },
    );
  const whole = await exported();
  expect((await checkCaseFile(JSON.stringify(whole), trusted())).findings).toEqual([]);
  expect(whole.statements?.map(({ text: words }) => words)).toEqual(['I paid an hour ago', 'No won came']);
  const [firstStatement] = whole.statements ?? [];
  // The program erases none.
  await server.pool.query('update app.case_statements set content = null where hash = $1', [
    firstStatement?.hash,
  ]);
  const without = await exported();
  expect(without.statements?.[0]).toMatchObject({ text: null, hash: firstStatement?.hash });
  expect((await checkCaseFile(JSON.stringify(without), trusted())).findings).toEqual([
    {
      check: 'statements',
      what: `the text of statement ${firstStatement?.hash} was removed`,
      subject: firstStatement?.hash,
    },
  ]);
});

test('does not name a member whose row was changed by SQL', async () => {
  const { token } = market.admin;
  const rename = 'update app.members set nickname = $2, nickname_key = lower($2) where id = $1';
  await server.pool.query(rename, [seller.memberId, 'renamed']);
  const changed = (await succeed(server, 'GET', `/orders/${sell}/case-file`, { token })).body as CaseFile;
  await server.pool.query(rename, [seller.memberId, seller.nickname]);
  expect(changed.people).toEqual(file.people.filter(({ memberId }) => memberId !== seller.memberId));
  const { people } = (await succeed(server, 'GET', `/orders/${sell}/case-file`, { token })).body as CaseFile;
  expect(people).toEqual(file.people);
});

test('states that the image of a message is missing, or is another one', async () => {
  const { token } = market.admin;
  const room = file.chats[1]?.roomId;
  const { rows } = await server.pool.query('select id from app.images where room_id = $1', [room]);
  const image = path.join(server.dataDir, 'images', rows[0].id.slice(0, 2), `${rows[0].id}.jpg`);
  const bytes = await readFile(image);
  const findings = async () => {
    const { body } = await succeed(server, 'GET', `/orders/${sell}/case-file`, { token });
    return (await checkCaseFile(JSON.stringify(body), trusted())).findings.map(({ what }) => what);
  };
  const missing = [`the image of message 3 of room ${room} is missing or another one`];
  await writeFile(image, smallJpeg());
  expect(await findings()).toEqual(missing);
  await rm(image);
  expect(await findings()).toEqual(missing);
  await writeFile(image, bytes);
  expect(await findings()).toEqual([]);
  await server.pool.query('update app.images set bytes = 1, width = 1, height = 1 where room_id = $1', [
    room,
  ]);
  const { body } = await succeed(server, 'GET', `/orders/${sell}/case-file`, { token });
  expect(body.chats).toEqual(file.chats);
});

test('does not verify with an untrusted key', async () => {
  expect((await checkCaseFile(raw, { keyIds: ['0'.repeat(32)] })).findings).toEqual([
    { check: 'signature', what: `the key ${file.statement.keyId} is not trusted` },
  ]);
  // The key is published for comparison.
  return server
    .request('GET', '/audit/public-keys')
    .then(({ body }) => expect(body.items).toMatchObject([{ ...file.proofs.key, current: true }]));
});

test('reports that signing is refused, because the checkpoint file contradicts the database', async () => {
  const checkpointCopy = path.join(server.dataDir, 'checkpoints.jsonl');
  const before = await readFile(checkpointCopy, 'utf8');
  const last = before.trimEnd().split('\n').at(-1) ?? '';
  await writeFile(checkpointCopy, `${before}${last.replace(/"sequence":\d+/, '"sequence":999')}\n`);
  try {
    const { body } = await succeed(server, 'GET', `/orders/${sell}/case-file`, { token: market.admin.token });
    expect(body.proofs).toMatchObject({ heads: [], refused: { why: 'witness-disagrees' } });
  } finally {
    await writeFile(checkpointCopy, before);
  }
  const { body } = await succeed(server, 'GET', `/orders/${sell}/case-file`, { token: market.admin.token });
  expect(body.proofs.refused).toBeUndefined();
});

test('npm run verify -- --case-file verifies the file without server and database', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'case-'));
  const run = async (content: string, ...more: string[]) => {
    const name = path.join(folder, 'case.json');
    await writeFile(name, content);
    return runVerify({ DATA_DIR: folder }, '--case-file', name, ...more);
  };
  try {
    const good = await run(raw);
    expect(good.output.match(/^ok /gm)).toHaveLength(8);
    expect(good.output).toContain(`SHA-256 of the file: ${hash('sha256', raw)}`);
    expect(good.output).toContain('8 events in 2 streams, 4 messages in 2 rooms');
    expect(good.output).toContain('?      whose key that is');
    // Anyone could make a file with a key of its own.
    expect(good.code).toBe(3);
    expect((await run(raw, '--key', file.statement.keyId)).code).toBe(0);
    expect((await run(raw, '--key', '0'.repeat(32))).code).toBe(1);
    const bad = await run(flipped(['chats', 0, 'messages', 0, 'content']), '--key', file.statement.keyId);
    expect(bad.output).toContain('WRONG  the chats, by the hash chains of their rooms');
    expect(bad.output.match(/^ok /gm)).toHaveLength(7);
    expect(bad.code).toBe(1);
  } finally {
    await rm(folder, { recursive: true });
  }
});
