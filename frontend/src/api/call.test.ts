import { ownTradePaths } from '@matgyo/contracts/paths/own-trades';
import { expect, it, vi } from 'vitest';
import { call, callForFile } from './call.ts';

it.each([
  [{ from: '', to: '', status: undefined }, ''],
  [{ from: '2026-11-01', to: '', status: 'live' }, '?from=2026-11-01&status=live'],
] as const)('omits empty filters: %o', async (query, text) => {
  const fetched = vi.fn(async () => Response.json({ items: [], nextCursor: null }));
  vi.stubGlobal('fetch', fetched);
  await call(ownTradePaths.tradeHistory, { asVisitor: true, query });
  expect(fetched).toHaveBeenCalledWith(`/api/v1${ownTradePaths.tradeHistory.path}${text}`, expect.anything());
});

/** An answer whose body breaks off with the connection. */
const cut = () =>
  new Response(
    new ReadableStream({
      start(body) {
        body.enqueue(new TextEncoder().encode('{"items":['));
        body.error(new TypeError('network error'));
      },
    }),
  );
const portal = () => new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html' } });

it.each([
  ['a connection that breaks during an answer', cut, 'NETWORK'],
  ['the page of a portal', portal, 'UNREADABLE'],
] as const)('takes %s for no answer', async (_what, answer, code) => {
  vi.stubGlobal('fetch', async () => answer());
  const failed = { code, answer: { status: 0 } };
  await expect(call(ownTradePaths.tradeHistory)).rejects.toMatchObject(failed);
  await expect(callForFile(ownTradePaths.transactionsCsv)).rejects.toMatchObject(failed);
});

it('a file may take as long as an upload, since all of it has to come', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ items: [] }));
  const waits = vi.spyOn(AbortSignal, 'timeout');
  await callForFile(ownTradePaths.transactionsCsv);
  expect(waits).toHaveBeenLastCalledWith(120_000);
  await call(ownTradePaths.tradeHistory);
  expect(waits).toHaveBeenLastCalledWith(20_000);
});
