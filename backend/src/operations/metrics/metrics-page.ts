import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { Registry } from 'prom-client';
import { failure } from '../../platform/http/request-failure.ts';

/**
 * Serves `GET /metrics` in Prometheus' text format: to requests with the configured token, or without a token to this
 * machine only (docs/decisions/http.md).
 */
export function metricsPage(registry: Registry, token: string | undefined): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== '/metrics' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    ctx.state['route'] = '/metrics';
    refuseUnauthorized(ctx, token);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = await registry.metrics();
    ctx.set('Content-Type', registry.contentType);
  };
}

function refuseUnauthorized(ctx: Context, token: string | undefined): void {
  if (token === undefined) {
    if (!isFromThisMachine(ctx)) throw failure('FORBIDDEN');
    return;
  }
  const [, shown = ''] = /^Bearer +(\S.*)$/i.exec(ctx.get('authorization').trim()) ?? [];
  if (timingSafeEqual(digest(shown), digest(token))) return;
  ctx.set('WWW-Authenticate', 'Bearer');
  throw failure('INVALID_TOKEN');
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const loopback = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const signsOfAProxy = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Decided by the connection's address, since headers can be forged. A proxy on this machine connects from loopback on
 * behalf of anyone, so requests with proxy headers do not count, whatever TRUST_PROXY says.
 */
const isFromThisMachine = (ctx: Context): boolean =>
  loopback.test(ctx.req.socket.remoteAddress ?? '') && signsOfAProxy.every((name) => ctx.get(name) === '');
