import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { openMarket } from '../../trading/orders/market.fixture.ts';

const server = await startTestServer();
const market = await openMarket(server);
for (const price of ['1401', '1402', '1403']) await market.setPrice(price);
afterAll(() => server.close());

const pollOptions = { timeout: 200_000, interval: 50 };
const post = (path: string, body: object = {}) =>
  server.request('POST', path, { token: market.admin.token, body });

/** The process of a replay outlives its result briefly, and occupies its place until it ends. */
const begun = (path: string, body?: object) =>
  vi.waitFor(async () => {
    const answer = await post(path, body);
    expect(answer.status).toBe(201);
    return answer.body;
  }, pollOptions);
const begin = async (readModel: string, more: object = {}): Promise<string> =>
  (await begun('/admin/replays', { readModel, ...more }))._id;

/** Waits for the end of the replay. */
const ended = (id: string) =>
  vi.waitFor(async () => {
    const replay = await market.see(`/admin/replays/${id}`);
    expect(replay.finishedAt, replay.state).not.toBeNull();
    return replay;
  }, pollOptions);

const falsify = () => server.pool.query('update read_prices.prices set price = 9 where revision = 1');
const schemas = async () =>
  (
    await server.pool.query(`select nspname from pg_namespace where nspname like 'read_prices%' order by 1`)
  ).rows.map(({ nspname }) => nspname);

// Each replay starts a program, some tests start several, and the machine may be busy.
describe('a replay', () => {
  test('is swapped in when its rows equal the serving ones, and reports progress and who started it', async () => {
    const id = await begin('prices');
    const replay = await ended(id);
    expect(replay).toMatchObject({
      readModel: 'prices',
      kind: 'rebuild',
      state: 'swapped',
      differences: [],
      cause: null,
      startedBy: { nickname: market.admin.nickname },
    });
    expect(replay.progress.events).toBeGreaterThanOrEqual(4);
    expect(replay.progress.total).toBeGreaterThanOrEqual(replay.progress.events);
    expect((await market.see('/admin/replays')).items[0]).toEqual(replay);
    expect((await ended(await begin('prices', { kind: 'compare' }))).state).toBe('equal');
  });

  test("reports rows that differ, and swaps only on an admin's command, which can be rolled back", async () => {
    await falsify();
    const compared = await ended(await begin('prices', { kind: 'compare' }));
    expect(compared).toMatchObject({
      state: 'compared',
      differences: [{ table: 'prices', rows: 1, keys: ['1'] }],
    });

    const outdated = await begin('prices');
    expect((await ended(outdated)).state).toBe('different');
    const first = await ended(await begin('prices', { fresh: true }));
    expect(first).toMatchObject({
      state: 'different',
      differences: [{ table: 'prices', rows: 1, onlyServing: 0, onlyRebuilt: 0, keys: ['1'] }],
    });
    expect((await market.see('/tetherprice/history')).items.at(-2).price).toBe('9');
    expect(await schemas()).toContain('read_prices_next');
    expect((await post(`/admin/replays/${first._id}/discard`)).body.state).toBe('discarded');
    expect(await schemas()).not.toContain('read_prices_next');
    for (const id of [outdated, first._id])
      expect((await post(`/admin/replays/${id}/swap`)).body.code).toBe('REPLAY_NOT_DIFFERENT');

    const second = await ended(await begin('prices'));
    const swap = await begun(`/admin/replays/${second._id}/swap`);
    expect(swap.kind).toBe('swap');
    expect((await ended(swap._id)).state).toBe('swapped');
    const { items } = await market.see(`/audit/log?subject=${swap._id}`);
    expect(items).toMatchObject([
      {
        action: 'replay-swapped',
        actorId: market.admin.memberId,
        details: { readModel: swap.readModel, kind: 'swap' },
      },
    ]);
    const recorded = await market.see(`/audit/log?subject=${first._id}`);
    expect(recorded.items.map(({ action }: { action: string }) => action)).toEqual([
      'replay-discarded',
      'replay-started',
    ]);
    expect((await market.see('/tetherprice/history')).items.at(-2).price).toBe('1401');
    expect((await post(`/admin/replays/${second._id}/swap`)).body.code).toBe('REPLAY_NOT_DIFFERENT');

    const { readModels } = await market.see('/admin/stuck');
    const prices = readModels.find(({ name }: { name: string }) => name === 'prices');
    expect(prices.rollBackTo).toMatchObject({ version: 2 });
    expect((await ended(await begin('prices', { kind: 'roll-back' }))).state).toBe('rolled-back');
    expect((await market.see('/tetherprice/history')).items.at(-2).price).toBe('9');
    expect((await ended(await begin('prices', { kind: 'roll-back' }))).state).toBe('rolled-back');
  });

  test('is the only one of its read model, and ends when cancelled', async () => {
    const id = await begin('trail');
    const second = await post('/admin/replays', { readModel: 'trail' });
    expect([second.status, second.body.code]).toEqual([409, 'REPLAY_UNDER_WAY']);
    const cancelled = await post(`/admin/replays/${id}/cancel`);
    expect([cancelled.status, cancelled.body.state]).toEqual([200, 'cancelling']);
    expect((await ended(id)).state).toBe('cancelled');
    expect((await post(`/admin/replays/${id}/cancel`)).body.code).toBe('REPLAY_NOT_RUNNING');
    const { items } = await market.see(`/audit/log?subject=${id}`);
    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      'replay-cancelled',
      'replay-started',
    ]);
    expect((await ended(await begin('trail'))).state).toBe('swapped');
  });

  test('is one of at most three at once: a fourth is refused with a time to retry', async () => {
    // A rebuild compares its rows with the serving ones, which it cannot read until the lock is released.
    const blocker = await server.pool.connect();
    await blocker.query('begin; lock table read_fees.fees, read_moments.minutes, read_heads.heads');
    const replays: string[] = [];
    for (const readModel of ['fees', 'moments', 'heads']) replays.push(await begin(readModel));
    const fourth = await post('/admin/replays', { readModel: 'notifications' });
    expect([fourth.status, fourth.headers.get('retry-after')]).toEqual([429, '10']);
    await blocker.query('rollback');
    blocker.release();
    for (const id of replays) expect((await ended(id)).state).toBe('swapped');
    expect((await ended(await begin('notifications'))).state).toBe('swapped');
  });

  test('is interrupted when its process died, and another can start', async () => {
    const id = randomUUID();
    await server.pool.query(
      `insert into projections.replays (id, read_model, kind, state) values ($1, 'journal', 'rebuild', 'running')`,
      [id],
    );
    expect(await market.see(`/admin/replays/${id}`)).toMatchObject({ state: 'interrupted', startedBy: null });
    expect((await ended(await begin('journal'))).state).toBe('swapped');
  });

  test('whose rows wait for a decision is discarded, and recorded so, only when no other one is under way', async () => {
    const priceOf = 'select price from read_prices.prices where revision = 1';
    const { price } = (await server.pool.query(priceOf)).rows[0];
    await falsify();
    const { _id } = await ended(await begin('prices'));
    const other = await server.pool.connect();
    await other.query(`select pg_advisory_lock(hashtextextended('rebuild: prices', 0))`);
    const refused = await post(`/admin/replays/${_id}/discard`);
    other.release(true);
    expect([refused.status, refused.body.code]).toEqual([409, 'REPLAY_UNDER_WAY']);
    expect((await market.see(`/audit/log?subject=${_id}`)).items).toMatchObject([
      { action: 'replay-started' },
    ]);
    await vi.waitFor(async () => {
      expect((await post(`/admin/replays/${_id}/discard`)).body.state).toBe('discarded');
    }, pollOptions);
    await server.pool.query('update read_prices.prices set price = $1 where revision = 1', [price]);
  });

  test('needs an existing read model, an existing replay, and a build to roll back to', async () => {
    const code = async (path: string, body: object = {}) => (await post(path, body)).body.code;
    expect(await code('/admin/replays', { readModel: 'nothing' })).toBe('READ_MODEL_NOT_FOUND');
    expect(await code('/admin/replays', { readModel: 'stats', kind: 'roll-back' })).toBe(
      'NOTHING_TO_ROLL_BACK',
    );
    expect(await code(`/admin/replays/${randomUUID()}/cancel`)).toBe('REPLAY_NOT_FOUND');
    expect(await code('/admin/replays/nonsense/discard')).toBe('REPLAY_NOT_FOUND');
  });
});

test('lists a halted read model with the event it stopped at, until a retry applies it', async () => {
  const names = (await market.see('/admin/stuck')).readModels.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['accounts', 'orders', 'fees', 'journal']));
  expect((await post('/admin/read-models/stats/retry')).body.code).toBe('READ_MODEL_NOT_HALTED');
  expect((await post('/admin/read-models/nothing/retry')).body.code).toBe('READ_MODEL_NOT_FOUND');

  // The constraint makes any update of a day fail.
  await server.pool.query('alter table read_stats.days add constraint full_day check (false) not valid');
  await server.member();
  const statsNow = async () =>
    (await market.see('/admin/stuck')).readModels.find(({ name }: { name: string }) => name === 'stats');
  const halted = await vi.waitFor(async () => {
    const state = await statsNow();
    expect(state.halted).not.toBeNull();
    return state;
  }, pollOptions);
  expect(halted.halted).toMatchObject({
    reason: 'SQLSTATE_23514',
    event: { type: 'MemberRegistered', stream: expect.stringMatching(/^member-/) },
  });

  await server.pool.query('alter table read_stats.days drop constraint full_day');
  const build = async () => (await server.pool.query('select build from read_stats.checkpoint')).rows[0];
  const before = await build();
  await server.pool.query('alter function app.append_audit rename to no_append_audit');
  expect((await post('/admin/read-models/stats/retry')).status).toBe(500);
  await server.pool.query('alter function app.no_append_audit rename to append_audit');
  expect(await build()).toEqual(before);
  expect((await post('/admin/read-models/stats/retry')).status).toBe(200);
  const { items } = await market.see('/audit/log?action=read-model-retried');
  expect(items).toMatchObject([{ actorId: market.admin.memberId, subjectId: 'stats' }]);
  await vi.waitFor(async () => expect((await statsNow()).halted).toBeNull(), pollOptions);
  const { log, trades } = await market.see('/admin/stuck');
  expect(trades).toEqual([]);
  expect(log.events).toBeGreaterThan(5);
});

test('a stuck match is listed with its sell order; one that the read models do not know, without', async () => {
  const seller = await server.member({ active: true });
  const buyer = await server.member({ active: true });
  await market.setPrice('1400');
  const sell = await market.open(seller, 'sell', '140000');
  const { _id } = await market.match(sell, await market.open(buyer, 'buy', '140000'));
  const unknown = 'f'.repeat(24);
  const noteStuck = (id: string, secondsAgo: number) =>
    server.pool.query(
      `insert into process.trades_in_progress
       values ($1, 'completing', now() - $2 * interval '1 second', now() + interval '1 minute', 3, null)
       on conflict do nothing`,
      [id, secondsAgo],
    );
  const listed = async () => {
    // Again, because the manager removes the match when it reads that it is at rest.
    await noteStuck(_id, 120);
    await noteStuck(unknown, 90);
    return (await market.see('/admin/stuck')).trades;
  };
  await expect.poll(listed).toMatchObject([
    { tradeId: _id, sellOrder: { _id: sell, orderCode: `Sell100-${sell.slice(16)}` } },
    { tradeId: unknown, sellOrder: null },
  ]);
  await server.pool.query('delete from process.trades_in_progress');
});
