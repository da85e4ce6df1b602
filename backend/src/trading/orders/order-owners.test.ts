import type { MemberId } from '@matgyo/contracts/ids';
import type pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { sharedTestServer, type TestServer, testSecret } from '../../../../test/server.ts';
import { createPayoutChanges } from '../../identity/members/payout-changes.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { keysFrom } from '../../platform/keys.ts';
import { rowCheckOf } from '../../proof/sealed-rows/row-check.fixture.ts';
import { createOrderOwners, type OrderOwners } from './order-owners.ts';

let server: TestServer;
let memberId: MemberId;
let reads: number;
let nowMs: number;
let changed: (memberId: MemberId | undefined) => void;
let owners: OrderOwners;

const db = createDatabase((await sharedTestServer()).pool);
const payoutChanges = createPayoutChanges(db, rowCheckOf(testSecret), keysFrom(testSecret).payouts);
const knownForMs = 10_000;
const set = (assignment: string) =>
  server.pool.query(`update app.members set ${assignment} where id = $1`, [memberId]);

beforeEach(async () => {
  server = await sharedTestServer();
  memberId = (await server.member({ active: true })).memberId as MemberId;
  [reads, nowMs] = [0, 0];
  const pool = {
    query: (query: pg.QueryConfig) => {
      reads += 1;
      return server.pool.query(query);
    },
  } as unknown as pg.Pool;
  const sessions = {
    onEnded(listener: typeof changed) {
      changed = listener;
    },
    knownForMs: () => knownForMs,
  };
  owners = createOrderOwners({ pool, payoutChanges }, sessions, () => nowMs);
});

describe('a member who may trade', () => {
  beforeEach(() => owners.get(memberId));

  test('is remembered for a limited time', async () => {
    nowMs = knownForMs - 1;
    expect(await owners.get(memberId)).toMatchObject({ memberId, isVerified: true });
    expect(reads).toBe(1);
    nowMs = knownForMs;
    await owners.get(memberId);
    expect(reads).toBe(2);
    // The clock is set back.
    nowMs = 0;
    await owners.get(memberId);
    expect(reads).toBe(3);
  });

  test.each([
    ['the member', () => changed(memberId)],
    ['any member', () => changed(undefined)],
  ])('is read again after a change of %s', async (_, announce) => {
    await set('phone_verified = false');
    announce();
    expect(await owners.get(memberId)).toMatchObject({ isVerified: false });
  });
});

test.each([
  ['verification', 'phone_verified = false', 'phone_verified = true'],
  ['a wallet', `tether_address = ''`, `tether_address = 'a wallet'`],
])('who lacks %s is read every time', async (_, lacking, having) => {
  await set(lacking);
  await owners.get(memberId);
  await set(having);
  expect(await owners.get(memberId)).toMatchObject({
    isVerified: true,
    tetherAddress: expect.stringMatching(/./),
  });
});

test('a read that fails is not remembered', async () => {
  const { pool } = server;
  let fails = true;
  const failing = {
    query: (query: pg.QueryConfig) => (fails ? Promise.reject(new Error('gone')) : pool.query(query)),
  } as unknown as pg.Pool;
  const sessions = { onEnded: () => undefined, knownForMs: () => knownForMs };
  const owner = createOrderOwners({ pool: failing, payoutChanges }, sessions);
  await expect(owner.get(memberId)).rejects.toThrow('gone');
  fails = false;
  expect(await owner.get(memberId)).toMatchObject({ memberId });
});
