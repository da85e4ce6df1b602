import type { ErrorCode } from '@matgyo/contracts/errors/index';

export interface FailureOptions {
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A refusal on purpose. Its status and sentences are the catalogue's; `details` help a client to go on. */
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

/** The one way for a handler to refuse: `throw failure('NICKNAME_TAKEN')`. Never put personal data into `details`. */
export const failure = (
  code: ErrorCode,
  details?: Readonly<Record<string, unknown>>,
  options?: FailureOptions,
): RequestFailure => new RequestFailure(code, details, options);
