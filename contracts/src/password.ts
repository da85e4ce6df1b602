import type { ErrorCode } from './errors/index.ts';

/* The rule of a new password (specification, section 5). No schemas, so that the browser can load it without zod. */

export const passwordLengthMin = 5;
export const passwordLengthMax = 200;
/** One letter and one digit; symbols are allowed. */
export const passwordPattern = /^(?=.*\p{L})(?=.*\p{N})/u;

/** What is wrong with a new password that is not too long. */
export function passwordFault(password: string): ErrorCode | undefined {
  if (password.length < passwordLengthMin) return 'PASSWORD_TOO_SHORT';
  return passwordPattern.test(password) ? undefined : 'PASSWORD_INVALID';
}
