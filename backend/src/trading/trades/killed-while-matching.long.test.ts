import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ApiAnswer } from '../../../../test/api-call.ts';
import {
  joinServer,
  processAdmin,
  type ServerProcess,
  signInTo,
  startServerProcess,
} from '../../server-process.fixture.ts';
import { approvalPath, figures, pair } from '../orders/market.fixture.ts';

/** Each sell order is matched with each buy order: many matches on few orders, so that they conflict. */
const sells = 12;
const buys = 12;
const matchedUsdt = 5;
const acknowledgedBeforeKill = 8;

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'killed-'));
  server = await startServerProcess(dataDir);
});

afterAll(async () => {
  await server?.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
});

async function done(answer: Promise<ApiAnswer>): Promise<ApiAnswer['body']> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`answered ${status} ${JSON.stringify(body)}`);
  return body;
}

async function openOrders(
  side: 'sell' | 'buy',
  count: number,
  member: string,
  admin: string,
): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const placed = await done(
      server.request('POST', `/${side}`, { token: member, body: figures('140000', '1400') }),
    );
    await done(server.request('POST', approvalPath(side, placed.order._id), { token: admin, body: {} }));
    ids.push(placed.order._id);
  }
  return ids;
}

interface Attempt {
  readonly key: string;
  readonly body: object;
  answer?: ApiAnswer;
}

const matchWith = (token: string, { key, body }: Attempt) =>
  server.request('POST', '/sell/admin/match-orders', { token, body, headers: { 'idempotency-key': key } });

test('after kill -9 during matching every acknowledged match is stored, and every trade ends', async () => {
  const admin = await signInTo(server, processAdmin.nickname, processAdmin.password);
  await done(
    server.request('POST', '/tetherprice/update-tether-price', { token: admin, body: { tetherPrice: 1400 } }),
  );
  const seller = await joinServer(server, dataDir, '01033330001');
  const buyer = await joinServer(server, dataDir, '01033330002');
  const sellIds = await openOrders('sell', sells, seller, admin);
  const buyIds = await openOrders('buy', buys, buyer, admin);
  const attempts: Attempt[] = sellIds.flatMap((sell) =>
    buyIds.map((buy) => ({
      key: `match ${sell} ${buy}`,
      body: pair(sell, buy, { amount: String(matchedUsdt) }),
    })),
  );

  let acknowledged = 0;
  const killed = new Promise<void>((resolve) => {
    for (const attempt of attempts)
      void matchWith(admin, attempt).then(
        (answer) => {
          attempt.answer = answer;
          acknowledged += answer.status === 201 ? 1 : 0;
          if (acknowledged === acknowledgedBeforeKill) resolve();
        },
        () => undefined,
      );
  });
  await killed;
  expect(await server.end('SIGKILL')).toBe('SIGKILL');
  const answered = attempts.filter(({ answer }) => answer?.status === 201);
  const unanswered = attempts.filter(({ answer }) => answer === undefined);
  expect(unanswered.length).toBeGreaterThan(0);

  server = await startServerProcess(dataDir);
  for (const { answer } of answered) {
    const trade = await done(server.request('GET', `/trades/${answer?.body.trade._id}`, { token: admin }));
    expect(trade).toMatchObject({ status: 'matched', amount: `${matchedUsdt}.0000` });
  }

  // Half of the unanswered calls are repeated; the process manager finishes the others.
  const again = unanswered.filter((_, index) => index % 2 === 0);
  for (const attempt of again) {
    const answer = await matchWith(admin, attempt);
    expect([attempt.key, answer.status]).toEqual([attempt.key, 201]);
  }
  const records = await vi.waitFor(
    async () => {
      const { sell, buy } = await done(
        server.request('GET', '/sell/allmatched-orders?limit=100', { token: admin }),
      );
      const trades = [...sell, ...buy].flatMap(({ details }) => details.progressRecords);
      for (const trade of trades) expect(trade.status).toBe('matched');
      const { body } = await server.request('GET', '/admin/stuck', { token: admin });
      expect(body.trades).toEqual([]);
      return { sell, buy };
    },
    { timeout: 60_000, interval: 200 },
  );

  // Both sides have the same trades once, and no order sold more than it had.
  const tradesOf = (side: { details: { progressRecords: { tradeId: string }[] } }[]) =>
    side.flatMap(({ details }) => details.progressRecords.map(({ tradeId }) => tradeId)).sort();
  expect(tradesOf(records.sell)).toEqual(tradesOf(records.buy));
  expect(new Set(tradesOf(records.sell)).size).toBe(tradesOf(records.sell).length);
  expect(tradesOf(records.sell).length).toBeGreaterThanOrEqual(answered.length + again.length);
  for (const side of ['sell', 'buy'] as const) {
    const list = await done(
      server.request('GET', `/${side}/admin/all/inProgress-orders?limit=100`, { token: admin }),
    );
    for (const order of list.items) {
      const record = records[side].find(({ _id }: { _id: string }) => _id === order._id);
      expect(order.reserved).toBe(`${record.details.progressRecords.length * matchedUsdt}.0000`);
    }
  }
  for (const id of [...sellIds, ...buyIds]) {
    const trail = await done(server.request('GET', `/orders/${id}/trail?limit=100`, { token: admin }));
    expect(trail.verified).toBe(true);
  }
});
