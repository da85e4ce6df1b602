import type { Middleware } from 'koa';
import type { Logger } from 'pino';

/** What the log of requests needs and only the routes know. */
export interface RequestState {
  requestId: string;
  /** Over TLS, as everything is in production. */
  secure: boolean;
  /** The endpoint's path template: a path itself may hold a nickname. */
  route?: string;
  memberId?: string;
  /** The code of the error answered. */
  code?: string;
}

/** One line for each request, without anything personal: no path, no query, no body, no address, no nickname. */
export function logRequests(logger: Logger): Middleware<RequestState> {
  return async (ctx, next) => {
    const startedAt = performance.now();
    await next();
    const { requestId, route, memberId, code } = ctx.state;
    const ms = Math.round(performance.now() - startedAt);
    logger.info({ requestId, method: ctx.method, route, status: ctx.status, ms, memberId, code }, 'request');
  };
}
