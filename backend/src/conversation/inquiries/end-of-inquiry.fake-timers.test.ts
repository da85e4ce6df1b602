import { expect, test, vi } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';

test('dates the end of an inquiry by the clock that dated it', async () => {
  const server = await startTestServer();
  const [author, { token }] = [await server.member(), await server.admin()];
  const body = { title: 'Sell Inquiry', description: 'When is it approved?' };
  const sent = await server.request('POST', '/inquiry', { token: author.token, body });
  const id = sent.body.inquiry._id;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
  try {
    expect((await server.request('PATCH', `/inquiry/${id}/close`, { token, body: {} })).status).toBe(200);
    const { rows } = await server.pool.query(
      'select closed_at between created_at and clock_timestamp() as is_now from app.inquiries where id = $1',
      [id],
    );
    expect(rows).toEqual([{ is_now: true }]);
  } finally {
    vi.useRealTimers();
    await server.close();
  }
});
