import { isSignedBy } from '@matgyo/ledger/proof/checkpoint';
import { bucketOf, rootFrom } from '@matgyo/ledger/proof/merkle-tree';
import { afterAll, expect, test, vi } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { openMarket, succeed } from '../../trading/orders/market.fixture.ts';

const server = await startTestServer();
const market = await openMarket(server);
const seller = await server.member({ active: true });
const buyer = await server.member({ active: true });
const sell = await market.open(seller, 'sell', '1000000');
const trade = await market.match(sell, await market.open(buyer, 'buy', '300000'));
const tradeId = trade._id;
const trail = () => market.see(`/orders/${sell}/trail`);
// No more events are written, so the checkpoint over the end of the log stays the newest.
await vi.waitFor(
  async () => {
    const last = await server.log.lastEvent();
    const { items, proof } = await trail();
    expect([items.at(-1).type, last?.type]).toEqual(['TradeMatched', 'TradeMatched']);
    expect(proof.checkpoint.statement.eventId).toBe(last?.id);
  },
  { timeout: 60_000, interval: 100 },
);
afterAll(() => server.close());

test('includes the covering checkpoint and the inclusion proof of each stream in a trail', async () => {
  const { verified, finding, proof, items } = await trail();
  expect([verified, finding]).toEqual([true, null]);
  expect(await isSignedBy(proof.checkpoint, proof.key)).toBe(true);
  expect(proof.heads.map(({ stream }: { stream: string }) => stream)).toEqual([
    `order-${sell}`,
    `trade-${tradeId}`,
  ]);
  for (const head of proof.heads) {
    expect(rootFrom(head, head.path)).toBe(proof.checkpoint.statement.root);
    const last = items.findLast(({ stream }: { stream: string }) => stream === head.stream);
    expect([last.revision, last.hash]).toEqual([head.revision, head.hash]);
    expect(bucketOf(head.stream)).toBeLessThan(65_536);
  }
});

test('signs nothing new while the log is unchanged', async () => {
  const sequence = async () => (await trail()).proof.checkpoint.statement.sequence;
  const before = await sequence();
  expect(await sequence()).toBe(before);
});

test('shows an owner whether the trail verifies, without proofs that name other people’s streams', async () => {
  const { body } = await succeed(server, 'GET', `/orders/${sell}/trail`, { token: seller.token });
  expect([body.verified, body.finding, body.proof]).toEqual([true, null, null]);
});

test('names what was changed, rewritten or cut in the database, with the contradicting checkpoint', async () => {
  const stream = `order-${sell}`;
  const client = await server.pool.connect();
  const expectWhileChanged = async (statement: string, expected: object) => {
    const { rows } = await client.query(
      'select * from event_log.events where stream = $1 order by revision',
      [stream],
    );
    await client.query(statement, [stream]);
    const { verified, finding } = await trail();
    expect({ verified, ...finding }).toMatchObject({ verified: false, stream, ...expected });
    await client.query('delete from event_log.events where stream = $1', [stream]);
    for (const row of rows)
      await client.query(
        'insert into event_log.events select * from json_populate_record(null::event_log.events, $1)',
        [JSON.stringify(row)],
      );
  };
  try {
    await expectWhileChanged(
      `update event_log.events set data = replace(data::text, '1000000', '1000001')::json where stream = $1 and revision = 0`,
      { what: 'changed', revision: 0, checkpoint: null },
    );
    await expectWhileChanged(
      'update event_log.events set hash = prev_hash where stream = $1 and revision = 2',
      { what: 'rewritten', revision: 2, checkpoint: expect.any(Number) },
    );
    await expectWhileChanged('delete from event_log.events where stream = $1 and revision = 2', {
      what: 'cut',
      revision: 2,
      checkpoint: expect.any(Number),
    });
  } finally {
    client.release();
  }
});

test('is answered after an upgrade, while the read model still has the columns of version 1', async () => {
  await server.pool.query('alter table read_trail.entries drop column released');
  const { items } = await trail();
  expect(items.map(({ released }: { released: unknown }) => released)).toEqual(items.map(() => null));
});
