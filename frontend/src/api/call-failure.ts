import type { ErrorCode } from '@matgyo/contracts/errors/index';

/** Why a call failed: codes of the server, and three that only the client can detect. */
export type FailureCode = ErrorCode | 'NETWORK' | 'TIMEOUT' | 'UNREADABLE';

interface FailedAnswer {
  readonly code: FailureCode;
  /** 0 when no answer came. */
  readonly status: number;
  /** The server's text in the user's language, if it sent one. */
  readonly sentence?: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** A failed call. `failureText` gives its text for the screen. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly answer: FailedAnswer;
  /** Whether the device had no connection then; it may have one again when the failure is shown. */
  readonly wasOffline = !navigator.onLine;

  constructor(answer: FailedAnswer, cause?: unknown) {
    super(`${answer.code} ${answer.status}`, { cause });
    this.answer = answer;
  }

  get code(): FailureCode {
    return this.answer.code;
  }
}

export const isFailure = (error: unknown, ...codes: readonly FailureCode[]): error is CallFailure =>
  error instanceof CallFailure && (codes.length === 0 || codes.includes(error.code));

/** Whether the same call may succeed later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof CallFailure && (error.answer.status === 0 || error.answer.status >= 500);
