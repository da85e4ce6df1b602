import { randomUUID } from 'node:crypto';
import type { Language } from '@matgyo/contracts/errors/index';
import Koa, { type Context, type Middleware } from 'koa';
import helmet from 'koa-helmet';
import type { Logger } from 'pino';
import type { Route } from './capability.ts';
import { asFailure, errorAnswer, loggable } from './error-answer.ts';
import { acceptedLanguage } from './language.ts';
import { type BeforeHandlers, mountRoutes } from './mount.ts';
import { failure } from './request-failure.ts';
import { logRequests, type RequestState } from './request-log.ts';
import { limitUnreadAnswers } from './unread-answers.ts';

export interface HttpApplicationOptions extends BeforeHandlers {
  readonly routes: readonly Route[];
  readonly logger: Logger;
  /** Trusted proxies, each of which adds an address to X-Forwarded-For. */
  readonly trustProxy: number;
  /** Whether clients use TLS (to the proxy). */
  readonly production: boolean;
  /** Observes every request, refused ones included; see `watchRequests`. */
  readonly watch?: Middleware<RequestState>;
  /** Pages besides the endpoints: documentation, metrics. */
  readonly pages?: readonly Middleware[];
  /** Serves all paths outside the API; see `serveWebClient`. */
  readonly webClient: Middleware | undefined;
}

/** The Koa application. Every response has a request id and security headers; all errors have one shape. */
export function createHttpApplication(options: HttpApplicationOptions): Koa {
  const { routes, logger, trustProxy, production, watch, pages = [], webClient } = options;
  const app = new Koa({ proxy: trustProxy > 0, maxIpsCount: trustProxy });
  // Koa's own handler only gets connections that broke during the response.
  app.on('error', (error: unknown) => logger.debug({ error: loggable(error) }, 'connection'));
  const router = mountRoutes(routes, options);
  app.use(limitUnreadAnswers());
  app.use(closeUnreadBodies);
  if (watch !== undefined) app.use(watch as Middleware);
  app.use(identifyRequest(production));
  app.use(logRequests(logger) as Middleware);
  app.use(securityHeaders());
  app.use(answerErrors(logger));
  app.use(async (ctx: Context, next) => {
    if (isHarmfulPath(ctx) || hasTooManyParameters(ctx.querystring)) throw failure('BAD_REQUEST');
    await next();
    if (ctx.status === 404 && ctx.body == null) throw failure('NOT_FOUND');
  });
  app.use(router.routes() as Middleware);
  app.use(
    router.allowedMethods({
      throw: true,
      methodNotAllowed: () => failure('METHOD_NOT_ALLOWED'),
      notImplemented: () => failure('METHOD_NOT_ALLOWED'),
    }) as Middleware,
  );
  for (const page of pages) app.use(page);
  if (webClient !== undefined) app.use(webClient);
  return app;
}

const identifyRequest =
  (production: boolean): Middleware<RequestState> =>
  async (ctx, next) => {
    ctx.state.requestId = randomUUID();
    ctx.state.secure = production || ctx.secure;
    ctx.set('X-Request-Id', ctx.state.requestId);
    await next();
  };

function answerErrors(logger: Logger): Middleware<RequestState & { language?: Language }> {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const refusal = asFailure(error);
      const { requestId } = ctx.state;
      if (refusal.code === 'INTERNAL') logger.error({ requestId, error: loggable(error) }, 'unexpected');
      if (refusal.code === 'UNAVAILABLE') logger.warn({ requestId, error: loggable(error) }, 'unavailable');
      ctx.state.code = refusal.code;
      const { status, headers, body } = errorAnswer(
        refusal,
        ctx.state.language ?? acceptedLanguage(ctx as unknown as Context),
        requestId,
      );
      ctx.set(headers);
      ctx.set('Cache-Control', 'no-store');
      ctx.status = status;
      ctx.type = 'application/json';
      ctx.body = JSON.stringify(body);
    }
  };
}

/**
 * Whether a path leaves its folder, names another host, contains a NUL character or cannot be read or decoded. Rejected
 * here for all static files.
 */
function isHarmfulPath(ctx: Context): boolean {
  let decoded: string;
  try {
    decoded = decodeURIComponent(ctx.path);
  } catch {
    return true;
  }
  return decoded.includes('\u0000') || /^\/[\\/]/.test(decoded) || decoded.split(/[\\/]/).includes('..');
}

/** More than any call has. Koa parses a query in the square of their number. */
const parametersMax = 100;
const hasTooManyParameters = (query: string): boolean => query.split('&').length > parametersMax;

const self = ["'self'"];
const none = ["'none'"];

/** Headers of every response. The policy is as strict as the web client allows. */
const securityHeaders = () =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: none,
        scriptSrc: self,
        styleSrc: self,
        fontSrc: self,
        connectSrc: self,
        manifestSrc: self,
        workerSrc: self,
        formAction: self,
        imgSrc: ["'self'", 'data:', 'blob:'],
        baseUri: none,
        frameAncestors: none,
        objectSrc: none,
      },
    },
  });

/** Time to send what is left of a body after the reply: its sender reads the reply only then. */
const restMs = 5_000;

/**
 * Bodies that were refused before they had arrived completely: reads and discards the rest for a moment, then closes
 * the connection. Without the moment many clients would report a broken connection instead of the refusal.
 */
const closeUnreadBodies: Middleware = async ({ req }, next) => {
  await next();
  if (req.complete) return;
  const close = setTimeout(() => req.destroy(), restMs);
  req.once('close', () => clearTimeout(close));
  req.resume();
};
