import { createHash } from 'node:crypto';
import { type Endpoint, isRevalidated } from '@matgyo/contracts/endpoints/endpoint';
import type { Context } from 'koa';
import type { ZodType } from 'zod';

/** A response that does not match its endpoint's schema. A bug, so the caller gets a 500. */
class ResponseSchemaMismatch extends Error {
  override readonly name = 'ResponseSchemaMismatch';
}

/**
 * Sends a handler's result in the endpoint's response schema, which drops undeclared fields. Responses that may be
 * revalidated have an ETag and are answered with 304 if unchanged; all others are stored nowhere.
 */
export function sendAnswer(ctx: Context, endpoint: Endpoint, answer: unknown): void {
  const body = inShapeOf(endpoint.response, answer, endpoint.path);
  ctx.status = endpoint.success ?? 200;
  if (!ctx.response.get('Cache-Control'))
    ctx.set('Cache-Control', isRevalidated(endpoint) ? 'private, no-cache' : 'no-store');
  if (endpoint.success === 204) return;
  const media = endpoint.produces ?? 'application/json';
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
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  ctx.set('ETag', etag);
  // `ctx.fresh` ignores If-None-Match of a fetch(), which also sends `no-cache`.
  const known = ctx.get('If-None-Match').split(',');
  if (!known.some((tag) => tag.trim().replace(/^W\//, '') === etag)) return;
  ctx.status = 304;
  ctx.body = null;
}

function inShapeOf(schema: ZodType, answer: unknown, path: string): unknown {
  const result = schema.safeParse(answer, { reportInput: false });
  if (result.success) return result.data;
  const wrong = result.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.')} (${issue.code})`);
  throw new ResponseSchemaMismatch(`the response of ${path} does not match its schema: ${wrong.join(', ')}`);
}
