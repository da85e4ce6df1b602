import { createHash } from 'node:crypto';
import type { Endpoint } from '@matgyo/contracts/endpoints/endpoint';
import type { Context } from 'koa';
import type { ZodType } from 'zod';
import { isPersonal } from './personal-answers.ts';

/** A handler answered something its endpoint does not promise. A bug of ours: the caller sees a 500. */
class UnpromisedAnswer extends Error {
  override readonly name = 'UnpromisedAnswer';
}

/**
 * Sends what a handler gave back, in the endpoint's response schema: a field that the schema does not name never
 * leaves the house. JSON replies to GET without personal data have an ETag; a client that has the same bytes gets 304.
 */
export function sendAnswer(ctx: Context, endpoint: Endpoint, answer: unknown): void {
  const promised = inShapeOf(endpoint.response, answer, endpoint.path);
  ctx.status = endpoint.success ?? 200;
  if (!ctx.response.get('Cache-Control'))
    ctx.set('Cache-Control', mayBeKept(endpoint) ? 'private, no-cache' : 'no-store');
  if (endpoint.success === 204) return;
  const media = endpoint.produces ?? 'application/json';
  if (media !== 'application/json') {
    ctx.body = promised;
    ctx.type = media;
    return;
  }
  const text = JSON.stringify(promised);
  ctx.body = text;
  ctx.type = 'application/json';
  if (endpoint.method === 'GET' && ctx.response.get('Cache-Control') !== 'no-store') revalidate(ctx, text);
}

const mayBeKept = (endpoint: Endpoint): boolean => endpoint.method === 'GET' && !isPersonal(endpoint);

function revalidate(ctx: Context, text: string): void {
  ctx.vary('Authorization');
  ctx.vary('Accept-Language');
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  ctx.set('ETag', etag);
  // Not by `ctx.fresh`: a fetch() that names what it has also says `no-cache`, which would never be fresh.
  const had = ctx.get('If-None-Match').split(',');
  if (!had.some((tag) => tag.trim().replace(/^W\//, '') === etag)) return;
  ctx.status = 304;
  ctx.body = null;
}

function inShapeOf(schema: ZodType, answer: unknown, path: string): unknown {
  const result = schema.safeParse(answer, { reportInput: false });
  if (result.success) return result.data;
  const wrong = result.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.')} (${issue.code})`);
  throw new UnpromisedAnswer(`the answer of ${path} is not what it promises: ${wrong.join(', ')}`);
}
