import type { ErrorCode } from '@matgyo/contracts/errors/index';

/** Why a call has no answer to show. Codes of the server, and three that only a client can see. */
export type FailureCode = ErrorCode | 'NETWORK' | 'TIMEOUT' | 'UNREADABLE';

interface FailureFacts {
  readonly code: FailureCode;
  /** 0 when no answer came. */
  readonly status: number;
  /** The server's sentence in the reader's language, when it sent one. */
  readonly sentence: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
}

/** A call that failed. What is on screen for it comes from `failureText`. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly facts: FailureFacts;

  constructor(facts: FailureFacts, cause?: unknown) {
    super(`${facts.code} ${facts.status}`, { cause });
    this.facts = facts;
  }

  get code(): FailureCode {
    return this.facts.code;
  }
}

export const isFailure = (error: unknown, ...codes: readonly FailureCode[]): error is CallFailure =>
  error instanceof CallFailure && (codes.length === 0 || codes.includes(error.code));

/** Trying the same call again may work without anybody changing anything. */
export const isPassing = (error: unknown): boolean =>
  error instanceof CallFailure && (error.facts.status === 0 || error.facts.status >= 500);
