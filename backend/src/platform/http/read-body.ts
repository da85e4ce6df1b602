import { MIMEType } from 'node:util';
import type { Endpoint, Upload } from '@matgyo/contracts/endpoints/endpoint';
import type { Context } from 'koa';
import koaBody, { HttpMethodEnum, type KoaBodyMiddlewareOptions } from 'koa-body';
import type { UploadedFile } from './handler.ts';
import { hasTooManyValues, refuseHarmfulShape } from './input-shape.ts';
import { readWithMinSpeed } from './min-speed.ts';
import { clientNetwork, surroundingNetwork } from './rate-limits.ts';
import { failure } from './request-failure.ts';
import type { RequestState } from './request-log.ts';
import { createWorkQueue, createWorkQueues, type WorkQueue } from './work-queue.ts';

/** Limit of a JSON body. Fits all forms and leaves room to refuse deep nesting with its own error. */
const jsonLimitBytes = 256 * 1024;
/** A visitor's limit, twice the longest form: any client may send many at once. */
const visitorsJsonLimitBytes = 8 * 1024;
/** A JSON body fits into a few packets, so it must arrive fast. */
const jsonMinSpeed = { bytesPerSecond: 16_000, graceSeconds: 5 };
/** What a form adds to its file: boundaries, part headers, other fields. */
const formFieldsBytes = 64 * 1024;
const fieldsMax = 50;
/** Headers of one part. Parsing 5 MB of them takes up to 2.5 s, while nothing else is served. */
const partHeadersBytesMax = 8 * 1024;

export interface ReadBody {
  readonly body: unknown;
  readonly file: UploadedFile | undefined;
}

/** Counts an upload that visitors may make, before its body is read: one that is slow or aborted counts, too. */
export type CountUpload = (ip: string) => Promise<unknown>;

const nothing: ReadBody = { body: {}, file: undefined };

/**
 * The request's body: JSON, or a form with one file for upload endpoints; `{}` without a body. Too large a body is
 * refused by its declared length, or as soon as it exceeds the limit.
 */
export async function readBody(
  ctx: Context,
  endpoint: Endpoint,
  countUpload: CountUpload,
): Promise<ReadBody> {
  if (endpoint.method === 'GET' || !hasBody(ctx)) return nothing;
  // No client compresses requests, and a small compressed body may be huge here.
  if (!/^(?:identity)?$/i.test(ctx.get('content-encoding'))) throw failure('UNSUPPORTED_MEDIA_TYPE');
  if (ctx.is('application/json') !== false) return readJson(ctx, endpoint);
  if (endpoint.upload !== undefined && ctx.is('multipart/form-data') !== false)
    return readForm(ctx, endpoint, { ...endpoint.upload, count: countUpload });
  throw failure('UNSUPPORTED_MEDIA_TYPE');
}

const declaredLength = (ctx: Context): number => Number(ctx.get('content-length') || Number.NaN);
const hasBody = (ctx: Context): boolean => ctx.get('transfer-encoding') !== '' || declaredLength(ctx) > 0;

async function readJson(ctx: Context, endpoint: Endpoint): Promise<ReadBody> {
  const isVisitor = (ctx.state as RequestState).memberId === undefined;
  const bytesMax = isVisitor ? visitorsJsonLimitBytes : (endpoint.jsonBytesMax ?? jsonLimitBytes);
  const read = () =>
    parse(ctx, endpoint, { text: true, textTypes: ['application/json'], textLimit: bytesMax });
  // Bodies as large as uploads share their queue.
  await (mayExceedJsonLimit(ctx, bytesMax)
    ? inUploadQueue(ctx, read)
    : readWithMinSpeed(ctx, read, () => jsonMinSpeed));
  const body = parsedJson(String(ctx.request.body ?? ''));
  refuseHarmfulShape(body);
  return { body, file: undefined };
}

function parsedJson(text: string): unknown {
  if (text.trim() === '') return {};
  if (hasTooManyValues(text)) throw failure('BAD_REQUEST', { fields: { '': 'too many values' } });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(cause);
  }
}

/** A body without a declared length may have any. */
const mayExceedJsonLimit = (ctx: Context, bytesMax: number): boolean =>
  bytesMax > jsonLimitBytes && !(declaredLength(ctx) <= jsonLimitBytes);

/**
 * Reads a form whole and then parses it by the web's own parser: koa-body's ends the process at a transfer encoding
 * that it does not know, and limits neither headers nor what follows the form.
 */
async function readForm(
  ctx: Context,
  endpoint: Endpoint,
  { field, bytesMax, count }: Upload & { readonly count: CountUpload },
): Promise<ReadBody> {
  const textLimit = bytesMax + formFieldsBytes;
  if (declaredLength(ctx) > textLimit) throw tooLarge(endpoint);
  if (endpoint.access === 'anyone') await count(ctx.ip);
  const textTypes = ['multipart/form-data'];
  // `binary`: each byte is a character.
  await inUploadQueue(ctx, () =>
    parse(ctx, endpoint, { text: true, textTypes, textLimit, encoding: 'binary' }),
  );
  const text = String(ctx.request.body ?? '');
  ctx.request.body = {};
  const boundary = boundaryOf(ctx.get('content-type'));
  if (hasTooManyHeaders(text, boundary)) throw tooLarge(endpoint);
  const entries = [...(await formOf(Buffer.from(text, 'binary'), boundary))];
  const files = entries.filter(([name, value]) => name === field && typeof value !== 'string');
  const tooMany = entries.length - files.length > fieldsMax || files.length > 1;
  if (tooMany || fieldsLength(entries) > formFieldsBytes) throw tooLarge(endpoint);
  if (entries.some(([name]) => name === '__proto__'))
    throw failure('BAD_REQUEST', { fields: { '': 'a key that is not allowed' } });
  const body = Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'));
  refuseHarmfulShape(body);
  const [[, file] = []] = files;
  const bytes = file instanceof File ? Buffer.from(await file.arrayBuffer()) : Buffer.alloc(0);
  if (bytes.length > bytesMax) throw tooLarge(endpoint);
  // An empty file field is treated as no file.
  return { body, file: bytes.length === 0 ? undefined : { bytes } };
}

/** Names of fields and files, and the fields' texts. */
const fieldsLength = (entries: readonly (readonly [string, string | File])[]): number =>
  entries.reduce(
    (sum, [name, value]) => sum + name.length + (typeof value === 'string' ? value.length : 0),
    0,
  );

/** By RFC 2046: the parser must read the same boundary as what checks the form before it. */
const boundaryPattern = /^[\w'()+,./:=? -]{1,70}$/;

function boundaryOf(type: string): string {
  try {
    const boundary = new MIMEType(type).params.get('boundary') ?? '';
    if (boundaryPattern.test(boundary)) return boundary;
  } catch (cause) {
    throw unreadable(cause);
  }
  throw unreadable();
}

/** Whether a form has more parts than any of ours, or a part whose headers are too long or do not end. */
function hasTooManyHeaders(form: string, boundary: string): boolean {
  const start = `--${boundary}\r\n`;
  let parts = 0;
  for (let at = form.indexOf(start); at >= 0; at = form.indexOf(start, at + start.length)) {
    parts += 1;
    const head = form.slice(at + start.length - 2, at + start.length + partHeadersBytesMax);
    if (parts > fieldsMax + 1 || !head.includes('\r\n\r\n')) return true;
  }
  return false;
}

async function formOf(bytes: Buffer<ArrayBuffer>, boundary: string): Promise<FormData> {
  const type = `multipart/form-data; boundary="${boundary}"`;
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch (cause) {
    throw unreadable(cause);
  }
}

const unreadable = (cause?: unknown) => failure('BAD_REQUEST', { fields: { '': 'not readable' } }, { cause });
const tooLarge = (endpoint: Endpoint) => failure(endpoint.tooLarge ?? 'TOO_LARGE');

async function parse(ctx: Context, endpoint: Endpoint, options: Partial<KoaBodyMiddlewareOptions>) {
  const parsedMethods = [
    HttpMethodEnum.POST,
    HttpMethodEnum.PUT,
    HttpMethodEnum.PATCH,
    HttpMethodEnum.DELETE,
  ];
  // The body of a client that disconnected in the queue never ends.
  if (ctx.req.destroyed) throw unreadable();
  const closed = { json: false, text: false, urlencoded: false, multipart: false };
  const middleware = koaBody({ ...closed, parsedMethods, ...options });
  try {
    await middleware(ctx as Parameters<typeof middleware>[0], async () => undefined);
  } catch (cause) {
    throw (cause as { status?: unknown }).status === 413 ? tooLarge(endpoint) : unreadable(cause);
  }
}

/**
 * Uploads are held in memory, so only a few are read at a time. Visitors and members have separate queues, and no
 * address or member may use more than a quarter of either, no surrounding network more than half
 * (docs/decisions/limits.md).
 */
const queues = { visitors: createQueue(), signedIn: createQueue() };

function createQueue() {
  const overall = createWorkQueue({ concurrentMax: 8, waitingMax: 64 });
  const ofSurroundingNetwork = createWorkQueues({ concurrentMax: 4, waitingMax: 32 });
  const ofOne = createWorkQueues({ concurrentMax: 2, waitingMax: 16 });
  return (key: string, surrounding: string, read: Parameters<WorkQueue>[0]): Promise<unknown> =>
    ofOne(key, () => ofSurroundingNetwork(surrounding, () => overall(read)));
}

/** Minimum speed once reading has begun, a fifth of 5 MB per minute. */
const minSpeed = { bytesPerSecond: 16_000, graceSeconds: 3 };
/** Half a megabit a second, which a slow phone reaches. */
const minSpeedWhenOthersWait = { bytesPerSecond: 64_000, graceSeconds: 10 };

/** Reads a possibly large body when it is its turn. */
async function inUploadQueue(ctx: Context, read: () => Promise<unknown>): Promise<void> {
  const { memberId } = ctx.state as RequestState;
  const readWhen: Parameters<WorkQueue>[0] = (othersWait) =>
    readWithMinSpeed(ctx, read, () => (othersWait() ? minSpeedWhenOthersWait : minSpeed));
  await (memberId === undefined
    ? queues.visitors(clientNetwork(ctx.ip), surroundingNetwork(ctx.ip), readWhen)
    : queues.signedIn(memberId, memberId, readWhen));
}
