import { ownTradePaths } from '@matgyo/contracts/paths/own-trades';
import { expect, it, vi } from 'vitest';
import { call } from './call.ts';

it.each([
  [{ from: '', to: '', status: undefined }, ''],
  [{ from: '2026-11-01', to: '', status: 'live' }, '?from=2026-11-01&status=live'],
] as const)('omits empty filters: %o', async (query, text) => {
  const fetched = vi.fn(async () => Response.json({ items: [], nextCursor: null }));
  vi.stubGlobal('fetch', fetched);
  await call(ownTradePaths.tradeHistory, { asVisitor: true, query });
  expect(fetched).toHaveBeenCalledWith(`/api/v1${ownTradePaths.tradeHistory.path}${text}`, expect.anything());
});
