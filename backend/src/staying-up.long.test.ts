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
const clients = testAll ? 8 : 2;
const pauseMs = 100;
/** Pause between two orders of a client: the test is about outages, not speed. */
const restMs = testAll ? 0 : 25;
/** A requirement, measured where nothing else runs: a database is used again within this time after its return. */
const recoveryMs = testAll ? 5_000 : 60_000;

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

/** A cluster with one address, although the folder of its socket changes at each start. */
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

/** A command, a new one at each call. */
const setPrice = async (server: ServerProcess): Promise<number> =>
  (
    await server.request('POST', '/tetherprice/update-tether-price', {
      token: admin,
      body: { tetherPrice: '1400' },
    })
  ).status;

/** Without keep-alive: reusing a connection that a stopping server has just closed would not be the server's fault. */
const place = (server: ServerProcess, key: string): Promise<ApiAnswer> =>
  server.request('POST', '/sell', {
    token: member,
    body: figures('14000', '1400'),
    headers: { 'idempotency-key': key, connection: 'close' },
  });

interface Load {
  /** Acknowledged order IDs by key. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** Counts of all other responses and of connection errors. */
  readonly others: ReadonlyMap<string, number>;
  end(): Promise<void>;
}

/** A load balancer: polls the readiness of every server and picks a ready one. */
function startBalancer(signal: AbortSignal) {
  let readyServers: readonly ServerProcess[] = [];
  const isReady = (server: ServerProcess): Promise<boolean> =>
    server.request('GET', '/health/ready', { headers: { connection: 'close' } }).then(
      ({ status }) => status === 200,
      () => false,
    );
  const polling = (async () => {
    while (!signal.aborted) {
      const requested = [...servers];
      const answers = await Promise.all(requested.map(isReady));
      readyServers = requested.filter((_, index) => answers[index]);
      await wait(pauseMs);
    }
  })();
  const pick = (attempt: number): ServerProcess => {
    const among = readyServers.length > 0 ? readyServers : servers;
    return among[attempt % among.length] as ServerProcess;
  };
  return { pick, polling };
}

/** Places orders, repeating each until it is acknowledged, at the next server if one does not accept it. */
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
  const placing = Array.from({ length: clients }, async (_, placer) => {
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
      await Promise.all([...placing, balancer.polling]);
    },
  };
}

interface Outcome {
  readonly id?: string;
  readonly other: string;
}

const unavailable = '503 UNAVAILABLE retry-after';

function outcomeOf({ status, headers, body }: ApiAnswer): Outcome {
  if (status === 201) return { id: body.order._id, other: '' };
  const retry = headers.has('retry-after') ? ' retry-after' : '';
  return { other: `${status} ${body?.code}${retry}` };
}

const causeOf = (error: Error & { cause?: { code?: string } }): Outcome => ({
  other: error.cause?.code ?? error.message,
});

const untilAcknowledged = (load: Load, more: number): Promise<void> => {
  const wanted = load.acknowledged.size + more;
  return vi.waitFor(
    () => expect(load.acknowledged.size, JSON.stringify([...load.others])).toBeGreaterThanOrEqual(wanted),
    { timeout: 60_000, interval: 50 },
  );
};

async function storedOrders(): Promise<readonly string[]> {
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

/** Every acknowledged order is stored, none twice: abandoned keys may have placed one each. */
async function expectAllStored(loads: readonly Load[]): Promise<void> {
  const stored = await storedOrders();
  const acknowledged = loads.flatMap((load) => [...load.acknowledged.values()]);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  expect(acknowledged.filter((id) => !stored.includes(id))).toEqual([]);
  expect(stored.length - acknowledged.length).toBeLessThanOrEqual(clients * loads.length);
}

const loads: Load[] = [];

describe('with two servers on one database under load', () => {
  test.each(outageSeconds)(
    'during an outage of the database of %i seconds calls get 503 with Retry-After, and it is used again as soon as it is back',
    async (seconds) => {
      const load = startLoad();
      loads.push(load);
      await untilAcknowledged(load, 40);
      await database.stop();
      await wait(seconds * 1_000);
      // Those of the load may all be waiting since the moment of the stop.
      for (const server of servers)
        expect(outcomeOf(await place(server, randomUUID()))).toEqual({ other: unavailable });
      await database.start();
      for (const server of servers)
        await vi.waitFor(async () => expect(await setPrice(server)).toBe(200), { timeout: recoveryMs });
      await untilAcknowledged(load, 40);
      await load.end();
      // A key whose outcome is unknown to its server is locked until its lease ends.
      const expected = [unavailable, '409 IN_PROGRESS retry-after'];
      expect([...load.others.keys()].filter((other) => !expected.includes(other))).toEqual([]);
      expect(servers.map(({ child }) => child.exitCode)).toEqual([null, null]);
      await expectAllStored(loads);
    },
  );

  test.runIf(testAll)(
    'no call is refused or cut while servers behind a balancer are restarted one after the other',
    async () => {
      const load = startLoad();
      loads.push(load);
      for (const index of servers.keys()) {
        await untilAcknowledged(load, 40);
        expect(await (servers[index] as ServerProcess).end('SIGTERM')).toBe(0);
        servers[index] = await startServerProcess(folder, environment());
      }
      await untilAcknowledged(load, 40);
      await load.end();
      expect([...load.others]).toEqual([]);
      await expectAllStored(loads);
    },
  );
});
