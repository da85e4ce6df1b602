import type { CaseFile } from '@matgyo/contracts/case-file';
import { firstCovers } from '@matgyo/ledger/proof/case-file';
import { checkCaseFile } from '@matgyo/projections/verify/check-case-file';
import { afterAll, expect, test, vi } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { openMarket, succeed } from '../../trading/orders/market.fixture.ts';

const server = await startTestServer();
const market = await openMarket(server);
afterAll(() => server.close());

test('shows for each event the first checkpoint that covered it', async () => {
  const { token } = market.admin;
  const order = await market.open(await server.member({ active: true }), 'sell', '140000');
  const checkpointNow = () =>
    vi.waitFor(
      async () => {
        const { statement } = (await market.see(`/orders/${order}/trail`)).proof.checkpoint;
        expect(statement.eventId).toBe((await server.log.lastEvent())?.id);
        return statement as CaseFile['proofs']['checkpoint']['statement'];
      },
      { timeout: 60_000, interval: 100 },
    );
  const opened = await checkpointNow();
  const counter = await market.open(await server.member({ active: true }), 'buy', '140000');
  await market.match(order, counter);
  const matched = await checkpointNow();
  await market.complete(order, counter);
  await checkpointNow();
  const whole = (await succeed(server, 'GET', `/orders/${order}/case-file`, { token })).body as CaseFile;
  expect((await checkCaseFile(JSON.stringify(whole), { keyIds: [whole.statement.keyId] })).findings).toEqual(
    [],
  );
  const covers = firstCovers(whole);
  const last = whole.proofs.checkpoint.statement.sequence;
  const shown = whole.streams.flatMap(({ events }) =>
    events.map(({ id, type }) => [type, covers.get(id)?.sequence]),
  );
  expect(shown).toEqual([
    ['OrderPlaced', opened.sequence],
    ['OrderApproved', opened.sequence],
    ['FillReserved', matched.sequence],
    ['FillSettled', last],
    ['OrderCompleted', last],
    ['TradeProposed', matched.sequence],
    ['TradeMatched', matched.sequence],
    ['TradeCompleting', last],
    ['TradeCompleted', last],
  ]);
  const sequences = ({ proofs }: CaseFile) =>
    (proofs.earlier ?? []).map(({ checkpoint }) => checkpoint.statement.sequence);
  expect(sequences(whole)).toEqual([opened.sequence, matched.sequence]);
  // As the owner of the database can.
  const owner = await server.pool.connect();
  const assign = (keyId: string) =>
    owner.query(
      `update app.signed_checkpoints set statement = jsonb_set(statement::jsonb, '{keyId}', to_jsonb($1::text))::text
       where sequence = $2`,
      [keyId, opened.sequence],
    );
  try {
    await owner.query('set session_replication_role = replica');
    const forged = 'f'.repeat(32);
    await owner.query(
      'insert into app.checkpoint_keys (key_id, public_key) select $1, public_key from app.checkpoint_keys',
      [forged],
    );
    await assign(forged);
    const { body } = await succeed(server, 'GET', `/orders/${order}/case-file`, { token });
    expect(sequences(body)).toEqual([matched.sequence]);
    const published = (await succeed(server, 'GET', '/audit/public-keys', {})).body;
    expect(published.items.map(({ keyId }: { keyId: string }) => keyId)).toEqual([opened.keyId]);
    await assign(opened.keyId);
    await owner.query('delete from app.checkpoint_keys where key_id = $1', [forged]);
  } finally {
    owner.release(true);
  }
});
