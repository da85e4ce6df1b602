import type { Context, Middleware } from 'koa';
import serve from 'koa-static';

/** Paths that do not belong to the web client. */
const otherPaths = /^\/(?:api|socket\.io|metrics)(?:\/|$)/;
/** Vite puts a hash of the content into these names. */
const immutable = /\/assets\/[^/]+$/;
const oneYearSeconds = 31_536_000;

/**
 * Serves the built web client: its files, precompressed where available, and its page for all other paths, which the
 * client routes. Assets are cached for ever; the page is revalidated, so a new build is used at once.
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
    if (!reads || otherPaths.test(ctx.path)) return next();
    // A cache that others share would otherwise give the compressed file also to clients that cannot read it.
    ctx.vary('Accept-Encoding');
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

/** A path of the client's router, not a missing file. */
const isPage = (ctx: Context): boolean =>
  !/\.[a-z0-9]+$/i.test(ctx.path) && ctx.accepts('html', 'json') === 'html';
