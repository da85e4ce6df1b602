import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';

let token: string;

const server = await startTestServer();
({ token } = await server.member({ active: true }));

afterAll(() => server.close());

test('an invalid token is refused even by a call that needs none', async () => {
  const { status, body } = await server.request('GET', '/sell/sell-orders', { token: 'nonsense' });
  expect([status, body.code, body.message]).toEqual([401, 'INVALID_TOKEN', 'Invalid or expired token']);
});

test('before a price is set, placing is refused with its own error', async () => {
  for (const [language, error] of [
    ['en', 'No price has been set yet.'],
    ['ko', '아직 가격이 설정되지 않았어요.'],
  ] as const) {
    const body = { krwAmount: '14000', price: '1400', amount: '10' };
    const { status, body: answer } = await server.request('POST', '/sell', { token, body, language });
    expect([status, answer.code, answer.error]).toEqual([409, 'PRICE_NOT_SET', error]);
  }
  const { body } = await server.request('GET', '/tetherprice/get-tether-price');
  expect(body).toEqual({ data: null, revision: null, setAt: null });
});
