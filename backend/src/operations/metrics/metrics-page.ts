import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { Registry } from 'prom-client';
import { failure } from '../../platform/http/request-failure.ts';

/**
 * Serves `GET /metrics` in Prometheus' text format: with a token to whoever shows it, else to this machine only
 * (docs/decisions/http.md).
 */
export function metricsPage(registry: Registry, token: string | undefined): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== '/metrics' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    ctx.state['route'] = '/metrics';
    refuseStrangers(ctx, token);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = await registry.metrics();
    ctx.set('Content-Type', registry.contentType);
  };
}

function refuseStrangers(ctx: Context, token: string | undefined): void {
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
 * By the connection itself, since headers can be invented. A proxy beside this process connects from loopback for
 * the whole world, so what came through one does not count, whatever TRUST_PROXY says.
 */
const isFromThisMachine = (ctx: Context): boolean =>
  loopback.test(ctx.req.socket.remoteAddress ?? '') && signsOfAProxy.every((name) => ctx.get(name) === '');
