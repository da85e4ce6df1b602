import type { Middleware } from 'koa';
import { Gauge, Histogram, type Registry } from 'prom-client';
import type { RequestState } from '../../platform/http/request-log.ts';
import { secondsBuckets } from './measure.ts';

/**
 * Counts and times every request by its route's template, never by its path: a path may hold a nickname, and random
 * paths would create unbounded series. Unknown routes are 'none'.
 */
export function watchRequests(registry: Registry): Middleware<RequestState> {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from a request’s headers to its answer, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsBuckets,
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests being answered',
    registers: [registry],
  });
  return async (ctx, next) => {
    const stop = duration.startTimer();
    inFlight.inc();
    try {
      await next();
    } finally {
      inFlight.dec();
      stop({ method: ctx.method, route: ctx.state.route ?? 'none', status: ctx.status });
    }
  };
}
