import type { Context, Middleware } from 'koa';
import serve from 'koa-static';

/** Paths that are never the web client's. */
const notTheClients = /^\/(?:api|socket\.io|metrics)(?:\/|$)/;
/** Vite writes a hash of the content into these names. */
const immutable = /\/assets\/[^/]+$/;
const oneYearSeconds = 31_536_000;

/**
 * Serves the built web client from `folder`: its files, compressed when there is a compressed sibling, and its
 * page for every other address, because the client routes by itself. Assets may be kept for ever; the page is
 * asked for again each time, so that a new build is seen at once.
 */
export function serveWebClient(folder: string): Middleware {
  const files = serve(folder, {
    brotli: true,
    gzip: true,
    index: false,
    setHeaders: (response, file) => {
      const keep = immutable.test(file.replaceAll('\\', '/'));
      response.setHeader('Cache-Control', keep ? `public, max-age=${oneYearSeconds}, immutable` : 'no-cache');
    },
  }) as unknown as (ctx: Context, next: () => Promise<unknown>) => Promise<unknown>;
  return async (ctx, next) => {
    const reads = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (!reads || notTheClients.test(ctx.path)) return next();
    await files(ctx, async () => {
      if (!isPage(ctx)) return next();
      const { path } = ctx;
      ctx.path = '/index.html';
      await files(ctx, next);
      ctx.path = path;
    });
    if (ctx.status === 200 && ctx.fresh) ctx.status = 304;
  };
}

/** An address of the client's own, not a file that is missing. */
const isPage = (ctx: Context): boolean =>
  !/\.[a-z0-9]+$/i.test(ctx.path) && ctx.accepts('html', 'json') === 'html';
