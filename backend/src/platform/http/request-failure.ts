import type { ErrorCode } from '@matgyo/contracts/errors/index';

export interface FailureOptions {
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/**
 * An error that is a documented reply. `contracts/src/errors` has the HTTP status and the texts of each code. `details`
 * are sent to the client.
 */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, details?: Readonly<Record<string, unknown>>, options: FailureOptions = {}) {
    super(code, { cause: options.cause });
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Handlers refuse a request with `throw failure('NICKNAME_TAKEN')`. Never put personal data into `details`. */
export const failure = (
  code: ErrorCode,
  details?: Readonly<Record<string, unknown>>,
  options?: FailureOptions,
): RequestFailure => new RequestFailure(code, details, options);
