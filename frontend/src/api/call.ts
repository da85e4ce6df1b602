import type { CallPath } from '@matgyo/contracts/paths/call-path';
import type { z } from 'zod';
import { currentLanguage } from '../i18n/index.ts';
import { compareClocks } from '../session/server-clock.ts';
import { currentSession, endSession } from '../session/session.ts';
import { type ProofWay, requestProof } from '../session/step-up.ts';
import { isUserActive } from '../session/user-activity.ts';
import type { Demanded } from './answer-demand.ts';
import { CallFailure, type FailureCode } from './call-failure.ts';
import { takeEarlyAnswer } from './early-answers.ts';

const base = '/api/v1';

/** A call that has not answered by then is treated as lost. */
const answerWithinMs = 20_000;
/** A photo or a file over a slow connection takes longer than a normal call. */
export const uploadWithinMs = 120_000;

export interface CallOptions<Params = unknown, Query = unknown, Body = unknown> {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Sent as multipart instead of `body`. */
  readonly form?: FormData;
  readonly signal?: AbortSignal;
  /** The same command sent again with this key is executed once. */
  readonly idempotencyKey?: string;
  /** The order revision that the user saw. */
  readonly ifMatch?: number;
  /** A solved challenge. */
  readonly solved?: string;
  /** Of one command: the call as the only admin has confirmed it, which its repeats send again. */
  readonly confirmed?: { call?: CallOptions };
  /** Sends no token, even when signed in: some lists return the member's own data otherwise. */
  readonly asVisitor?: boolean;
  /** Keeps or sends the cookie of a verified phone, with which a sign-up may go on from another network. */
  readonly cookies?: true;
  /** Uses the token of the member who has just signed out. */
  readonly token?: string;
}

export type OptionsOf<R extends Route> = CallOptions<ParamsOf<R>, QueryOf<R>, BodyOf<R>>;

/** Calls the server. Throws `CallFailure`, except when `signal` was aborted: then the browser's AbortError. */
export async function call<R extends Route>(route: R, options: OptionsOf<R> = {}): Promise<AnswerOf<R>> {
  const token = options.asVisitor ? undefined : (options.token ?? currentSession()?.token);
  const response = await sendProven(route, options, token);
  const body = await readJson(response);
  if (response.ok) return body as AnswerOf<R>;
  throw refusalOf(response.status, body, token, response.headers.get('retry-after'));
}

/** Downloads a file, which a plain link could not because of the token. Throws as `call` does. */
export async function callForFile<R extends Route>(
  route: R,
  options: OptionsOf<R> = {},
): Promise<{ readonly blob: Blob; readonly name: string | undefined }> {
  const token = currentSession()?.token;
  const response = await sendProven(route, options, token, '*/*');
  if (!response.ok)
    throw refusalOf(response.status, await readJson(response), token, response.headers.get('retry-after'));
  // The page of a portal instead of the file.
  if (response.headers.get('content-type')?.startsWith('text/html')) throw noAnswer('UNREADABLE');
  const [, name] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  try {
    return { blob: await response.blob(), name };
  } catch (cause) {
    throw noAnswer('NETWORK', cause);
  }
}

interface Demand {
  readonly code?: unknown;
  readonly details?: Demanded & { readonly ways?: readonly ProofWay[] };
}

/**
 * A call that needs a step-up, a solved challenge or the only admin's confirmation is sent again after it, so that the
 * user can continue.
 */
async function sendProven(...[route, options, token, accept]: Parameters<typeof send>): Promise<Response> {
  const { confirmed } = options;
  const response = await send(route, confirmed?.call ?? options, token, accept);
  if (![401, 409, 429].includes(response.status)) return response;
  const { code, details } = ((await readJson(response.clone())) ?? {}) as Demand;
  // What was proven may have to be confirmed, too.
  if (code === 'STEP_UP_REQUIRED' && (await requestProof(details?.ways ?? ['password'])))
    return sendProven(route, options, token, accept);
  if (code === 'CHALLENGE_REQUIRED' || code === 'CONFIRM_ALONE') {
    const { answered } = await import('./answer-demand.ts');
    const again = await answered(options, details ?? {});
    if (again === undefined) return response;
    if (code === 'CONFIRM_ALONE' && confirmed !== undefined) confirmed.call = again;
    return send(route, again, token, accept);
  }
  return response;
}

async function send(
  route: CallPath,
  options: CallOptions,
  token: string | undefined,
  accept = 'application/json',
): Promise<Response> {
  const headers: Record<string, string> = { accept, 'accept-language': currentLanguage() };
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  if (!isUserActive()) headers['x-unattended'] = '1';
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
  if (options.solved !== undefined) headers['challenge-solution'] = options.solved;
  if (options.ifMatch !== undefined) headers['if-match'] = `"${options.ifMatch}"`;
  const isLarge = options.form !== undefined || accept !== 'application/json';
  const deadline = AbortSignal.timeout(isLarge ? uploadWithinMs : answerWithinMs);
  const signal = options.signal === undefined ? deadline : AbortSignal.any([options.signal, deadline]);
  const init: RequestInit = {
    method: route.method,
    headers,
    signal,
    // The token says who asks; the cookie of /user/loginos is for other clients.
    credentials: options.cookies === true ? 'same-origin' : 'omit',
  };
  if (options.form !== undefined) init.body = options.form;
  else if (options.body !== undefined) init.body = JSON.stringify(options.body);
  try {
    const url = `${base}${pathOf(route.path, options.params)}${queryText(options.query)}`;
    const early = route.method === 'GET' ? await takeEarlyAnswer(url, headers, signal) : undefined;
    const response = early ?? (await fetch(url, init));
    compareClocks(response);
    return response;
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw noAnswer(deadline.aborted ? 'TIMEOUT' : 'NETWORK', cause);
  }
}

function pathOf(pattern: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>;
  return pattern.replace(/:(\w+)/g, (_match, name: string) => {
    const value = values[name];
    if (typeof value !== 'string' || value === '') throw new Error(`${pattern} needs ${name}`);
    return encodeURIComponent(value);
  });
}

function queryText(query: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>))
    if (value != null && value !== '') search.set(name, String(value));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  try {
    return await response.json();
  } catch (cause) {
    if (response.status >= 500) throw noAnswer('UNAVAILABLE', cause);
    // A proxy's page or a truncated response; otherwise the connection broke.
    throw noAnswer(cause instanceof SyntaxError ? 'UNREADABLE' : 'NETWORK', cause);
  }
}

/** No answer to a call, or none that can be read. */
export const noAnswer = (code: FailureCode, cause?: unknown): CallFailure =>
  new CallFailure({ code, status: 0, details: {} }, cause);

/** The refusal of a call; ends the session if that is why. */
export function refusalOf(
  status: number,
  body: unknown,
  token: string | undefined,
  retryAfterHeader: string | null,
): CallFailure {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const text = (name: string) => (typeof fields[name] === 'string' ? (fields[name] as string) : undefined);
  const code = (text('code') ?? 'INTERNAL') as FailureCode;
  // Only the session of this call: the user may have signed in again in the meantime.
  const end = code === 'SESSION_IDLE' ? 'idle' : code === 'INVALID_TOKEN' ? 'refused' : undefined;
  if (end !== undefined && token !== undefined && currentSession()?.token === token) endSession(end);
  const retryAfter = Number(retryAfterHeader);
  return new CallFailure({
    code,
    status,
    sentence: text('error') ?? text('message'),
    details: (fields['details'] ?? {}) as Record<string, unknown>,
    requestId: text('requestId'),
    retryAfterSeconds: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined,
  });
}

export function newUuid(): string {
  // crypto.randomUUID is missing on plain http in a local network; random values are not.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

type ValueOf<T> = T[keyof T];

/** The endpoints this client calls. Types only: the schemas would load zod on every page. */
type AnyEndpoint =
  | ValueOf<typeof import('@matgyo/contracts/endpoints/approvals').approvalEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/audit').auditEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/orders').buyOrderEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/cases').caseEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/chat').chatEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/orders').combinedOrderEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/config').configEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/staff').staffEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/images').imageEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/inquiries').inquiryEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/levels').levelEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/members').memberEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/notifications').notificationEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/one-time-codes').oneTimeCodeEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/operations').operationEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/own-account').ownAccountEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/own-trades').ownTradeEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/passkeys').passkeyEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/passwords').passwordEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/price').priceEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/reports').reportEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/reversals').reversalEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/orders').sellOrderEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/second-factor').secondFactorEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/sessions').sessionEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/stats').statsEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/trades').tradeEndpoints>;

type PlaceOf<At extends CallPath> = `${At['method']} ${At['path']}`;
/** What may be left out may also be given as one of these, which are not sent. */
type Omissible<T, Nothing> = {
  [K in keyof T]: object extends Pick<T, K> ? T[K] | Nothing : T[K];
};

/** Parameters and answers of each call, computed once: through a type parameter, the compiler takes minutes. */
type Calls = {
  readonly [E in AnyEndpoint as PlaceOf<E>]: {
    readonly params: z.input<E['params']>;
    readonly query: Omissible<z.input<E['query']>, '' | null | undefined>;
    readonly body: Omissible<z.input<E['body']>, undefined>;
    readonly answer: z.output<E['response']>;
  };
};

/** A method and path of `contracts/src/paths` with an endpoint above. */
export type Route = CallPath & {
  readonly [K in 'method' | 'path']: AnyEndpoint[K];
};

/** Not `Calls[PlaceOf<R> & keyof Calls]`: for an open `R` the compiler would combine every method with every path. */
type CallOf<R extends Route> = PlaceOf<R> extends infer P extends keyof Calls ? Calls[P] : never;

export type ParamsOf<R extends Route> = CallOf<R>['params'];
export type QueryOf<R extends Route> = CallOf<R>['query'];
export type BodyOf<R extends Route> = CallOf<R>['body'];
export type AnswerOf<R extends Route> = CallOf<R>['answer'];
