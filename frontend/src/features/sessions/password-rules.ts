import type { ErrorCode } from '@matgyo/contracts/errors/index';

/**
 * The rule of a new password as the contracts have it, which `password-rules.test.ts` holds it to: importing it from
 * there would bring their schemas along.
 */
export function passwordFault(password: string): ErrorCode | undefined {
  if (password.length < 5) return 'PASSWORD_TOO_SHORT';
  return /^(?=.*\p{L})(?=.*\p{N})/u.test(password) ? undefined : 'PASSWORD_INVALID';
}

export const passwordLengthMax = 200;
