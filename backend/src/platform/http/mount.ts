import { createHash } from 'node:crypto';
import Router, { type RouterMiddleware } from '@koa/router';
import { type Endpoint, isRevalidated } from '@matgyo/contracts/endpoints/endpoint';
import { canonicalJson } from '@matgyo/ledger/proof/canonical-json';
import type { Context } from 'koa';
import { compile, type ZodType } from 'zod';
import { refuseUnlessAllowed } from './access.ts';
import type { Route } from './capability.ts';
import type { Caller, HandlerRequest } from './handler.ts';
import { refuseHarmfulShape } from './input-shape.ts';
import { languageOf } from './language.ts';
import { clientNetwork, surroundingNetwork } from './rate-limits.ts';
import { type CountUpload, type ReadBody, readBody } from './read-body.ts';
import { failure } from './request-failure.ts';
import type { RequestState } from './request-log.ts';
import { etagOf, StaticAnswer } from './static-answer.ts';
import { validated } from './validate.ts';
import { createWorkQueue, createWorkQueues } from './work-queue.ts';

export const apiPrefix = '/api/v1';

/**
 * Returns the caller of a request; undefined for a visitor.
 *
 * @throws RequestFailure INVALID_TOKEN when the token is not valid.
 */
export type Authenticate = (ctx: Context, endpoint: Endpoint) => Promise<Caller | undefined>;

/** What a request goes through before its handler. */
export interface BeforeHandlers {
  readonly authenticate: Authenticate;
  /** Resolves once these read models show what the lists show, or after a moment. */
  readonly waitForLater: (names: Route['reads']) => Promise<unknown>;
  readonly countUpload: CountUpload;
}

type ApiMiddleware = RouterMiddleware<RequestState & { language?: HandlerRequest['language'] }>;

/** So that one member, or one network of visitors, takes a quarter of the database's connections at most. */
const callsOfOne = { concurrentMax: 4, waitingMax: 100 };
/** All visitors together take half of them, so that no member waits for a crowd. */
const readsOfVisitors = { concurrentMax: 8, waitingMax: 400 };
/** Of all addresses: more than wait for a password to be checked, and few enough that a member's read is soon next. */
const writesOfVisitors = { concurrentMax: 256, waitingMax: 0 };

type InTurn = (ctx: Context, endpoint: Endpoint, caller: Caller | undefined, answer: Answer) => Promise<void>;
type Answer = () => Promise<void>;

/** Commands take no turns, because they share connections. */
function createTurns(): InTurn {
  const ofOne = createWorkQueues(callsOfOne);
  const visitorsReads = createWorkQueue(readsOfVisitors);
  const visitorsWrites = createWorkQueue(writesOfVisitors);
  return (ctx, endpoint, caller, answer) => {
    if (isProbe(endpoint) || endpoint.ledger) return answer();
    const isRead = endpoint.method === 'GET';
    if (caller !== undefined) return ofOne(`${isRead ? 'reads' : 'writes'} of ${caller.memberId}`, answer);
    // By address, so that the other people of a carrier's network can sign in.
    if (!isRead) return ofOne(`writes from ${clientNetwork(ctx.ip)}`, () => visitorsWrites(answer));
    return ofOne(surroundingNetwork(ctx.ip), () => visitorsReads(answer));
  };
}

/** A router of all routes; literal segments match before parameters. */
export function mountRoutes(routes: readonly Route[], before: BeforeHandlers): Router {
  const router = new Router({ prefix: apiPrefix });
  const spellings = routes.flatMap((route) =>
    [route.endpoint.path, ...(route.endpoint.aliases ?? [])].map((path) => ({ ...route, path })),
  );
  refuseDuplicates(spellings);
  const inTurn = createTurns();
  for (const { path, ...route } of spellings.sort((a, b) => bySpecificity(a.path, b.path)))
    router.register(path, [route.endpoint.method], serve(route, before, inTurn) as RouterMiddleware);
  return router;
}

/** Handles one request. Checks access before parsing anything. */
function serve(
  { endpoint, handle, reads }: Route,
  { authenticate, waitForLater, countUpload }: BeforeHandlers,
  inTurn: InTurn,
): ApiMiddleware {
  return async (ctx) => {
    ctx.state.route = endpoint.path;
    // Refusals need the language before the caller is known.
    ctx.state.language = languageOf(ctx as Context, [ctx['params'], ctx.query]);
    const identified = async (): Promise<Caller | undefined> => {
      const caller = await authenticate(ctx as Context, endpoint);
      refuseUnlessAllowed(endpoint.access, caller);
      return caller;
    };
    const sender = await identified();
    if (sender !== undefined) ctx.state.memberId = sender.memberId;

    const pathParams: unknown = ctx['params'];
    refuseHarmfulShape(pathParams);
    const query = { ...ctx.query };
    refuseHarmfulShape(query);
    const read = await readBody(ctx as Context, endpoint, countUpload);
    const answered = async (): Promise<void> => {
      // A body may take minutes to arrive, and a read seconds until it is handled: meanwhile the session may have
      // ended, or its roles may have changed.
      const caller = await identified();
      ctx.state.language = languageOf(ctx as Context, [pathParams, read.body, query]);

      const input = {
        // An invalid path parameter names nothing that exists.
        params: validated(endpoint.params, pathParams, 'NOT_FOUND'),
        query: validated(endpoint.query, query),
        body: validated(endpoint.body, read.body),
      };
      const common = { caller, language: ctx.state.language, requestId: ctx.state.requestId };
      const request = { ...requestOf(ctx as Context, endpoint, read), ...common, ...input };
      if (reads.length > 0) await waitForLater(reads);
      const answer = await handle(request as HandlerRequest);
      sendAnswer(ctx as Context, { endpoint, isVisitor: caller === undefined }, answer);
    };
    await inTurn(ctx as Context, endpoint, sender, async () => {
      if (ctx.writable || endpoint.method !== 'GET') return answered();
      // The client has gone while the read waited.
      ctx.status = 499;
    });
  };
}

/** Of the program's health: a crowd of visitors must not make a balancer take the program out. */
const isProbe = ({ path }: Endpoint): boolean => path.startsWith('/health/');

/** Without getters: each would be a new object shape, which keeps the request in memory until a full collection. */
function requestOf(ctx: Context, endpoint: Endpoint, read: ReadBody) {
  return {
    ip: ctx.ip,
    secure: (ctx.state as RequestState).secure,
    method: endpoint.method,
    // The reply's language does not make it another request.
    path: filledIn(endpoint.path.replace('/:language', ''), ctx['params'] as Record<string, string>),
    file: read.file,
    header: (name: string): string | undefined => ctx.get(name) || undefined,
    idempotencyKey: endpoint.ledger === true ? idempotencyKeyOf(ctx) : undefined,
    bodyHash: (): string => hashOf(read),
    reply: { header: (name: string, value: string): void => ctx.set(name, value) },
  };
}

const keyPattern = /^[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?$/;

function idempotencyKeyOf(ctx: Context): string | undefined {
  const key = ctx.get('idempotency-key').trim();
  if (key === '') return undefined;
  if (!keyPattern.test(key))
    throw failure('BAD_REQUEST', { fields: { 'Idempotency-Key': 'up to 200 printable ASCII characters' } });
  return key;
}

/** Serialized and parsed again, because a parsed body may hold Infinity (1e400), which JSON cannot. */
function hashOf({ body, file }: ReadBody): string {
  const hash = createHash('sha256').update(canonicalJson(JSON.parse(JSON.stringify(body))));
  if (file !== undefined) hash.update(file.bytes);
  return hash.digest('hex');
}

const filledIn = (template: string, params: Readonly<Record<string, string>>): string =>
  template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

const segmentsOf = (path: string): readonly string[] =>
  path.split('/').map((part) => part.replace(/^:.*/, ':'));

function bySpecificity(a: string, b: string): number {
  const [left, right] = [segmentsOf(a), segmentsOf(b)];
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    if (left[index] === right[index]) continue;
    if (left[index] === ':') return 1;
    if (right[index] === ':') return -1;
  }
  return 0;
}

function refuseDuplicates(spellings: readonly { path: string; endpoint: Endpoint }[]): void {
  const seen = new Set<string>();
  for (const { path, endpoint } of spellings) {
    const name = `${endpoint.method} ${segmentsOf(path).join('/')}`;
    if (seen.has(name)) throw new Error(`two endpoints have the path ${name}`);
    seen.add(name);
  }
}

/** A response that does not match its endpoint's schema. A bug, so the caller gets a 500. */
class ResponseSchemaMismatch extends Error {
  override readonly name = 'ResponseSchemaMismatch';
}

/**
 * Sends a handler's result in the endpoint's response schema, which drops undeclared fields. Responses that may be
 * revalidated have an ETag and are answered with 304 if unchanged; all others are stored nowhere.
 */
function sendAnswer(
  ctx: Context,
  { endpoint, isVisitor }: { readonly endpoint: Endpoint; readonly isVisitor: boolean },
  answer: unknown,
): void {
  const media = endpoint.produces ?? 'application/json';
  if (answer instanceof StaticAnswer) {
    answer.send(ctx, media);
    return;
  }
  const body = inShapeOf(endpoint.response, answer, endpoint.path);
  ctx.status = endpoint.success ?? 200;
  if (!ctx.response.get('Cache-Control'))
    ctx.set('Cache-Control', isRevalidated(endpoint, isVisitor) ? 'private, no-cache' : 'no-store');
  if (endpoint.success === 204) return;
  if (media !== 'application/json') {
    ctx.body = body;
    ctx.type = media;
    return;
  }
  const text = JSON.stringify(body);
  ctx.body = text;
  ctx.type = 'application/json';
  if (endpoint.method === 'GET' && ctx.response.get('Cache-Control') !== 'no-store') revalidate(ctx, text);
}

function revalidate(ctx: Context, text: string): void {
  ctx.vary('Authorization');
  ctx.vary('Accept-Language');
  const etag = etagOf(text);
  ctx.set('ETag', etag);
  // `ctx.fresh` ignores If-None-Match of a fetch(), which also sends `no-cache`.
  const tags = ctx.get('If-None-Match').split(',');
  if (!tags.some((tag) => tag.trim().replace(/^W\//, '') === etag)) return;
  ctx.status = 304;
  ctx.body = null;
}

const compiledSchemas = new WeakMap<ZodType, ZodType>();

/** Compiled to code, which halves the time for a long list. At the first use, because compiling takes a millisecond. */
function compiled(schema: ZodType): ZodType {
  const compiled = compiledSchemas.get(schema) ?? compile(schema);
  compiledSchemas.set(schema, compiled);
  return compiled;
}

function inShapeOf(schema: ZodType, answer: unknown, path: string): unknown {
  const result = compiled(schema).safeParse(answer, { reportInput: false });
  if (result.success) return result.data;
  const wrong = result.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.')} (${issue.code})`);
  throw new ResponseSchemaMismatch(`the response of ${path} does not match its schema: ${wrong.join(', ')}`);
}
