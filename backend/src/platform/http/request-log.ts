import type { Middleware } from 'koa';
import type { Logger } from 'pino';

export interface RequestState {
  requestId: string;
  /** Whether the client uses TLS; always in production. */
  secure: boolean;
  /** The endpoint's path template: a path itself may hold a nickname. */
  route?: string;
  memberId?: string;
  /** The response's error code. */
  code?: string;
}

/** One line per request without personal data: no path, query, body, address or nickname. */
export function logRequests(logger: Logger): Middleware<RequestState> {
  return async (ctx, next) => {
    const startedAt = performance.now();
    await next();
    const { requestId, route, memberId, code } = ctx.state;
    const ms = Math.round(performance.now() - startedAt);
    logger.info({ requestId, method: ctx.method, route, status: ctx.status, ms, memberId, code }, 'request');
  };
}
