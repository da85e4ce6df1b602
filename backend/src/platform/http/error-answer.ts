import { errorTextOf, type Language } from '@matgyo/contracts/errors/index';
import type { ErrorBody } from '@matgyo/contracts/schemas/error-body';
import { LedgerRefusal } from '@matgyo/ledger/refusal';
import { adviceOn } from '@matgyo/projections/program-fault';
import pg from 'pg';
import { failure, RequestFailure } from './request-failure.ts';
import { isUnavailable } from './unavailable.ts';

const defaultRetryAfterSeconds = 2;

/** Translates any error into a documented one: an unexpected one into INTERNAL, whose reply says nothing about it. */
export function asFailure(error: unknown): RequestFailure {
  if (error instanceof RequestFailure) return error;
  if (error instanceof LedgerRefusal) return failure(error.code, { ...error.details });
  if (isUnavailable(error)) return failure('UNAVAILABLE', undefined, { cause: error });
  return failure('INTERNAL', undefined, { cause: error });
}

/** That of TOO_MANY_REQUESTS states a wait of more than a minute. */
export function textOf({ code, retryAfterSeconds = 0 }: RequestFailure, language: Language): string {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  if (code !== 'TOO_MANY_REQUESTS' || minutes < 2) return errorTextOf(code)[language];
  const [count, unit] = minutes < 60 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour'];
  const wait = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return language === 'ko'
    ? `요청이 너무 많아요. ${wait} 후에 다시 시도해 주세요.`
    : `Too many requests. Please try again in ${wait}.`;
}

export function errorAnswer(refusal: RequestFailure, language: Language, requestId: string) {
  const { code, details } = refusal;
  const { status } = errorTextOf(code);
  const retryable = status === 503 || status === 429;
  const retryAfter = refusal.retryAfterSeconds ?? (retryable ? defaultRetryAfterSeconds : undefined);
  return {
    status,
    headers: retryAfter === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) },
    body: {
      error: textOf(refusal, language),
      message: textOf(refusal, 'en'),
      code,
      requestId,
      ...(details && { details }),
    } satisfies ErrorBody,
  };
}

/**
 * An error as it is written to the program's log. PostgreSQL's messages quote values, which may be personal data. So of
 * such an error only codes and names are logged, with what an operator can do about it.
 */
export function loggable(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { thrown: typeof error };
  const where = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12);
  if (error instanceof pg.DatabaseError) {
    const { code, schema, table, column, constraint, routine } = error;
    return {
      name: 'DatabaseError',
      code,
      advice: adviceOn(error),
      schema,
      table,
      column,
      constraint,
      routine,
      where,
    };
  }
  const cause = error.cause === undefined ? undefined : loggable(error.cause);
  return { name: error.name, message: error.message.slice(0, 500), where, cause };
}
