import { healthEndpoints } from '@matgyo/contracts/endpoints/health';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { healthRoutes } from './routes.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('is not ready when the log does not answer for 3 s, long before its calls end', async () => {
  const routes = healthRoutes({
    lookAtReadModels: () => new Promise(() => {}),
    checkpoints: { refusal: () => null },
    stopping: new AbortController().signal,
  });
  const ready = routes.find(({ endpoint }) => endpoint === healthEndpoints.ready);
  let outcome: unknown;
  ready?.handle({} as HandlerRequest).catch((error) => {
    outcome = error;
  });
  await vi.advanceTimersByTimeAsync(2_900);
  expect(outcome).toBeUndefined();
  await vi.advanceTimersByTimeAsync(200);
  expect(outcome).toMatchObject({ code: 'UNAVAILABLE' });
});
