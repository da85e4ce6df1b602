import type { Endpoint } from '@matgyo/contracts/endpoints/endpoint';
import { type ErrorCode, errorCodes, errorTextOf } from '@matgyo/contracts/errors/index';
import { refTo } from './json-schema.ts';

/** All errors of an endpoint: its own and those of its kind. */
export function errorsOf(endpoint: Endpoint): readonly ErrorCode[] {
  const { access, method, path, ledger, errors } = endpoint;
  const common: readonly (readonly [boolean, readonly ErrorCode[]])[] = [
    [true, ['BAD_REQUEST', 'INVALID_TOKEN']],
    [access !== 'anyone', ['SESSION_IDLE']],
    [access === 'admin' || access === 'staff', ['FORBIDDEN', 'RECORD_MISMATCH']],
    [path.includes(':'), ['NOT_FOUND']],
    [method !== 'GET', ['UPLOAD_TOO_SLOW', 'TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']],
    [ledger === true, ['IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED']],
    [true, ['TOO_MANY_REQUESTS', 'INTERNAL', 'UNAVAILABLE']],
  ];
  const general = common.flatMap(([applies, codes]) => (applies ? codes : []));
  return [...new Set([...errors, ...general])];
}

export function errorResponses(endpoint: Endpoint): Readonly<Record<string, unknown>> {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => errorTextOf(code).status);
  const statuses = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    statuses.map(([status, codes]) => [
      String(status),
      codes.length === 1 ? refTo('responses', codes[0] as ErrorCode) : errorResponse(codes),
    ]),
  );
}

/** Responses for errors that are the only one of their status somewhere, by code. */
export const componentResponses = (): Readonly<Record<string, unknown>> =>
  Object.fromEntries(errorCodes.map((code) => [code, errorResponse([code])]));

/** Example of each error in Korean; `message` is always in English. */
export const componentExamples = (): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    errorCodes.map((code) => {
      const { en, ko } = errorTextOf(code);
      const requestId = '0b6f2a3c-5d1e-4c7f-9a8b-2f4e6d8c0a1b';
      return [code, { summary: en, value: { error: ko, message: en, code, requestId } }];
    }),
  );

function errorResponse(codes: readonly ErrorCode[]) {
  const retry = codes.some((code) => [429, 503].includes(errorTextOf(code).status));
  return {
    description: codes.map(sentencesOf).join('\n'),
    headers: {
      'X-Request-Id': refTo('headers', 'X-Request-Id'),
      ...(retry && { 'Retry-After': refTo('headers', 'Retry-After') }),
    },
    content: {
      'application/json': {
        schema: { allOf: [refTo('schemas', 'Error'), { properties: { code: { enum: codes } } }] },
        examples: Object.fromEntries(codes.map((code) => [code, refTo('examples', code)])),
      },
    },
  };
}

function sentencesOf(code: ErrorCode): string {
  const { en, ko } = errorTextOf(code);
  return `- \`${code}\` — ${ko} / ${en.trim()}`;
}
