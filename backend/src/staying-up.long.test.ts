import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@matgyo/event-store/embedded-postgres/index';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ApiAnswer } from '../../test/api-call.ts';
import { testAll } from '../../test/test-all.ts';
import {
  joinServer,
  processAdmin,
  type ServerProcess,
  signInTo,
  startServerProcess,
} from './server-process.fixture.ts';
import { figures } from './trading/orders/market.fixture.ts';

const outageSeconds = testAll ? [10, 60] : [3];
const placers = testAll ? 8 : 2;
const pauseMs = 100;
/** Between two orders of a placer: what is tested is an outage, not speed. */
const restMs = testAll ? 0 : 25;
/** Of the product: a database that is back is used again within this time. */
const recoveryMs = 5_000;

let folder: string;
let database: { start(): Promise<void>; stop(): Promise<void>; readonly url: string };
const servers: ServerProcess[] = [];
let admin: string;
let member: string;

const environment = () => ({
  DATABASE_URL: database.url,
  PROJECTIONS: 'inside',
  TOKEN_SECRET: '8f0c2f64b7d1e93a5c06e4d8b21f7a93',
  DRAIN_SECONDS: '4',
});

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'staying-up-'));
  database = databaseIn(folder);
  await database.start();
  for (let index = 0; index < 2; index += 1) servers.push(await startServerProcess(folder, environment()));
  const [first] = servers as [ServerProcess];
  admin = await signInTo(first, processAdmin.nickname, processAdmin.password);
  expect(await setPrice(first)).toBe(200);
  member = await joinServer(first, folder, '01055550001');
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGTERM')));
  await database?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A cluster under one address for both of its lives: its socket's folder is another one after each start. */
function databaseIn(parent: string) {
  const address = path.join(parent, 'socket');
  let running: EmbeddedPostgres | undefined;
  return {
    url: `postgresql://matgyo@localhost/matgyo?host=${address}`,
    async start() {
      running = await startEmbeddedPostgres({ dataDir: path.join(parent, 'postgres') });
      await rm(address, { force: true });
      await symlink(running.connection.host, address);
    },
    async stop() {
      await running?.stop();
      running = undefined;
    },
  };
}

/** Something that is written, by a call of its own each time. */
const setPrice = async (server: ServerProcess): Promise<number> =>
  (
    await server.request('POST', '/tetherprice/update-tether-price', {
      token: admin,
      body: { tetherPrice: '1400' },
    })
  ).status;

/** Without keeping connections: one that a stopping server has just closed would be no fault of it. */
const place = (server: ServerProcess, key: string): Promise<ApiAnswer> =>
  server.request('POST', '/sell', {
    token: member,
    body: figures('14000', '1400'),
    headers: { 'idempotency-key': key, connection: 'close' },
  });

interface Load {
  /** Order id by key, as it was acknowledged. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** How often each other answer came, and every connection that was cut. */
  readonly others: ReadonlyMap<string, number>;
  end(): Promise<void>;
}

/** As a balancer does: asks every server again and again whether it wants calls, and names one that does. */
function startBalancer(signal: AbortSignal) {
  let wanting: readonly ServerProcess[] = [];
  const wants = (server: ServerProcess): Promise<boolean> =>
    server.request('GET', '/health/ready', { headers: { connection: 'close' } }).then(
      ({ status }) => status === 200,
      () => false,
    );
  const asking = (async () => {
    while (!signal.aborted) {
      const requested = [...servers];
      const answers = await Promise.all(requested.map(wants));
      wanting = requested.filter((_, index) => answers[index]);
      await wait(pauseMs);
    }
  })();
  const pick = (attempt: number): ServerProcess => {
    const among = wanting.length > 0 ? wanting : servers;
    return among[attempt % among.length] as ServerProcess;
  };
  return { pick, asking };
}

/** Places orders, each until it is acknowledged, going to the next server whenever one does not take it. */
function startLoad(): Load {
  const acknowledged = new Map<string, string>();
  const others = new Map<string, number>();
  const ending = new AbortController();
  const balancer = startBalancer(ending.signal);
  const placeOne = async (placer: number): Promise<void> => {
    const key = randomUUID();
    for (let attempt = placer; !acknowledged.has(key) && !ending.signal.aborted; attempt += 1) {
      const outcome = await place(balancer.pick(attempt), key).then(outcomeOf, causeOf);
      if (outcome.id !== undefined) acknowledged.set(key, outcome.id);
      else {
        others.set(outcome.other, (others.get(outcome.other) ?? 0) + 1);
        await wait(pauseMs);
      }
    }
  };
  const placing = Array.from({ length: placers }, async (_, placer) => {
    while (!ending.signal.aborted) {
      await placeOne(placer);
      await wait(restMs);
    }
  });
  return {
    acknowledged,
    others,
    async end() {
      ending.abort();
      await Promise.all([...placing, balancer.asking]);
    },
  };
}

interface Outcome {
  readonly id?: string;
  readonly other: string;
}

function outcomeOf({ status, headers, body }: ApiAnswer): Outcome {
  if (status === 201) return { id: body.order._id, other: '' };
  const retry = headers.has('retry-after') ? ' retry-after' : '';
  return { other: `${status} ${body?.code}${retry}` };
}

const causeOf = (error: Error & { cause?: { code?: string } }): Outcome => ({
  other: error.cause?.code ?? error.message,
});

const enough = (load: Load, more: number): Promise<void> => {
  const wanted = load.acknowledged.size + more;
  return vi.waitFor(
    () => expect(load.acknowledged.size, JSON.stringify([...load.others])).toBeGreaterThanOrEqual(wanted),
    {
      timeout: 30_000,
      interval: 50,
    },
  );
};

async function ordersThere(): Promise<readonly string[]> {
  const [server] = servers as [ServerProcess];
  const ids: string[] = [];
  let cursor: string | null = '';
  for (let page = 0; cursor !== null && page < 1_000; page += 1) {
    const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await server.request('GET', `/sell/admin/all/pending-orders?limit=100${after}`, {
      token: admin,
    });
    expect(status).toBe(200);
    ids.push(...body.items.map(({ _id }: { _id: string }) => _id));
    cursor = body.nextCursor;
  }
  return ids;
}

/** Everything acknowledged is there, and nothing twice: keys that were given up may have placed one each. */
async function expectAllThere(loads: readonly Load[]): Promise<void> {
  const there = await ordersThere();
  const acknowledged = loads.flatMap((load) => [...load.acknowledged.values()]);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  expect(acknowledged.filter((id) => !there.includes(id))).toEqual([]);
  expect(there.length - acknowledged.length).toBeLessThanOrEqual(placers * loads.length);
}

const loads: Load[] = [];

describe('with two servers on one database under load', () => {
  test.each(outageSeconds)(
    'a database away for %i seconds is answered with 503 and a time to come back, and used again as soon as it is there',
    async (seconds) => {
      const load = startLoad();
      loads.push(load);
      await enough(load, 40);
      await database.stop();
      await wait(seconds * 1_000);
      await database.start();
      for (const server of servers)
        await vi.waitFor(async () => expect(await setPrice(server)).toBe(200), { timeout: recoveryMs });
      await enough(load, 40);
      await load.end();
      expect(load.others.get('503 UNAVAILABLE retry-after')).toBeGreaterThan(0);
      // A key whose server could not say how its call ended is held until its lease runs out.
      const expected = ['503 UNAVAILABLE retry-after', '409 IN_PROGRESS retry-after'];
      expect([...load.others.keys()].filter((other) => !expected.includes(other))).toEqual([]);
      expect(servers.map(({ child }) => child.exitCode)).toEqual([null, null]);
      await expectAllThere(loads);
    },
    180_000,
  );

  test.runIf(testAll)(
    'servers are restarted one after the other behind a balancer, and no call is refused or cut',
    async () => {
      const load = startLoad();
      loads.push(load);
      for (const index of servers.keys()) {
        await enough(load, 40);
        expect(await (servers[index] as ServerProcess).end('SIGTERM')).toBe(0);
        servers[index] = await startServerProcess(folder, environment());
      }
      await enough(load, 40);
      await load.end();
      expect([...load.others]).toEqual([]);
      await expectAllThere(loads);
    },
    120_000,
  );
});
