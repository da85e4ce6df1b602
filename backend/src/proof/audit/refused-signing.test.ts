import type { CaseFile } from '@matgyo/contracts/case-file';
import { checkCaseFile } from '@matgyo/projections/verify/check-case-file';
import { afterAll, expect, test, vi } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { openMarket, succeed } from '../../trading/orders/market.fixture.ts';

const server = await startTestServer();
const market = await openMarket(server);
const sell = await market.open(await server.member({ active: true }), 'sell', '1000000');
await vi.waitFor(async () => {
  const { proof } = await market.see(`/orders/${sell}/trail`);
  expect(proof.checkpoint.statement.eventId).toBe((await server.log.lastEvent())?.id);
}, 60_000);
afterAll(() => server.close());

const token = () => ({ token: market.admin.token });
const refusedIn = async () => ({
  ready: (await succeed(server, 'GET', '/health/ready', {})).body.signing.refused,
  stuck: (await succeed(server, 'GET', '/admin/stuck', token())).body.signing.refused,
});

test('reports refused signing in readiness, metrics, the page of delays and the case file', async () => {
  expect(await refusedIn()).toEqual({ ready: null, stuck: null });
  await server.pool.query(`update read_heads.heads set hash = repeat('0', 64) where stream = $1`, [
    `order-${sell}`,
  ]);
  const { body } = await succeed(server, 'GET', `/orders/${sell}/case-file`, token());
  const { refused } = (body as CaseFile).proofs;
  expect(refused).toEqual({
    since: expect.any(String),
    why: 'heads-changed',
    checkpoint: null,
    subject: `order-${sell}`,
  });
  const { findings } = await checkCaseFile(JSON.stringify(body), { keyIds: [body.statement.keyId] });
  expect(findings.map(({ check, what }) => `${check}: ${what}`)).toEqual([
    `proofs: the signer vouches for nothing since ${refused?.since}: heads-changed`,
    'proofs: there is not one proof for each stream',
    `proofs: there is no proof of order-${sell}`,
  ]);
  expect(await refusedIn()).toEqual({ ready: refused, stuck: refused });
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toMatch(/checkpoint_signing_refused_since_seconds\{why="heads-changed"\} 1\d{9}/);
});
