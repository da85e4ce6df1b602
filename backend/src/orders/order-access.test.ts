import { auditEndpoints } from '@matgyo/contracts/endpoints/audit';
import type { Access, Endpoint } from '@matgyo/contracts/endpoints/endpoint';
import {
  buyOrderEndpoints,
  combinedOrderEndpoints,
  sellOrderEndpoints,
} from '@matgyo/contracts/endpoints/orders';
import { priceEndpoints } from '@matgyo/contracts/endpoints/price';
import { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import { statsEndpoints } from '@matgyo/contracts/endpoints/stats';
import { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';

let server: TestServer;
const tokens: Record<string, string | undefined> = { visitor: undefined };

beforeAll(async () => {
  server = await startTestServer();
  tokens['admin'] = (await server.admin()).token;
  tokens['manager'] = (await server.member({ active: true, manager: true })).token;
  tokens['member'] = (await server.member({ active: true })).token;
  tokens['inactive member'] = (await server.member()).token;
});

afterAll(() => server.close());

const endpoints: readonly Endpoint[] = [
  sellOrderEndpoints,
  buyOrderEndpoints,
  combinedOrderEndpoints,
  tradeEndpoints,
  priceEndpoints,
  statsEndpoints,
  reportEndpoints,
  auditEndpoints,
].flatMap((group) => Object.values<Endpoint>(group));

const everybody = ['visitor', 'inactive member', 'member', 'manager', 'admin'];
const allowed: Readonly<Record<Access, readonly string[]>> = {
  anyone: everybody,
  'signed-in': everybody.slice(1),
  staff: everybody.slice(3),
  admin: everybody.slice(4),
};

test.each(endpoints.map((endpoint) => ({ ...endpoint, endpoint })))(
  '$method $path is for: $access',
  async ({ endpoint }) => {
    const path = endpoint.path.replace(':id', 'f'.repeat(24)).replace(':language', 'en');
    for (const role of everybody) {
      const token = tokens[role];
      const { status, body } = await server.request(endpoint.method, path, {
        ...(token !== undefined && { token }),
        ...(endpoint.method !== 'GET' && { body: {} }),
      });
      if (!allowed[endpoint.access].includes(role)) {
        const expected = role === 'visitor' ? [401, 'INVALID_TOKEN'] : [403, 'FORBIDDEN'];
        expect([role, status, body.code]).toEqual([role, ...expected]);
        continue;
      }
      // Let in, it fails only for what it was not given. Deliberately nothing to act on: the body is empty, the id nobody's.
      expect([role, status < 500]).toEqual([role, true]);
      // A form is checked before who may trade, so an inactive member is told about the form here.
      expect([role, status]).not.toEqual([role, expect.toBeOneOf([401, 403])]);
    }
  },
);

test('a token that does not hold is refused even where none is needed', async () => {
  const { status, body } = await server.request('GET', '/sell/sell-orders', { token: 'nonsense' });
  expect([status, body.code, body.message]).toEqual([401, 'INVALID_TOKEN', 'Invalid or expired token']);
});

test('before a price has been set nobody can place, and is told so', async () => {
  for (const [language, error] of [
    ['en', 'No price has been set yet.'],
    ['ko', '아직 시세가 정해지지 않았어요.'],
  ] as const) {
    const token = tokens['member'] ?? '';
    const body = { krwAmount: '14000', price: '1400', amount: '10' };
    const { status, body: answer } = await server.request('POST', '/sell', { token, body, language });
    expect([status, answer.code, answer.error]).toEqual([409, 'PRICE_NOT_SET', error]);
  }
  const { body } = await server.request('GET', '/tetherprice/get-tether-price');
  expect(body).toEqual({ data: null, revision: null, setAt: null });
});
