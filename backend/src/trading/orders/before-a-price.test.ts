import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';

const server = await startTestServer();
const { token } = await server.member({ active: true });
afterAll(() => server.close());

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
