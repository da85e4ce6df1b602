import { z } from 'zod';
import { secondFactorPaths } from '../paths/second-factor.ts';
import { endpoint, messageResponse, storedLanguage } from './endpoint.ts';
import { timestamp } from './order-views.ts';

/** Six digits of the authenticator app, or one of the recovery codes. */
export const secondFactorCode = z
  .string('SECOND_FACTOR_WRONG')
  .trim()
  .min(6, 'SECOND_FACTOR_WRONG')
  .max(20, 'SECOND_FACTOR_WRONG');

export const secondFactorEndpoints = {
  secondFactor: endpoint(secondFactorPaths.secondFactor, {
    summary: 'Whether the caller also signs in with an authenticator app.',
    response: z.object({
      on: z.boolean(),
      /** The member's roles require it. */
      required: z.boolean(),
      /** The member's roles require a stronger password. */
      passwordWeak: z.boolean(),
      since: timestamp.nullable(),
      recoveryCodesLeft: z.int().min(0),
    }),
  }),
  prepareSecondFactor: endpoint(secondFactorPaths.prepareSecondFactor, {
    summary:
      'A secret for an authenticator app, as text and as `otpauth` address. Has no effect until it is confirmed; every call creates another one. Requires the password since signing in.',
    response: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['STEP_UP_REQUIRED', 'SECOND_FACTOR_ON'],
  }),
  confirmSecondFactor: endpoint(secondFactorPaths.confirmSecondFactor, {
    summary:
      'Activates it with one of its codes, and ends the caller’s other sessions. Returns ten recovery codes, once only, and a token with the caller’s roles for this session.',
    body: z.object({ code: secondFactorCode, storedLanguage }),
    response: z.object({ recoveryCodes: z.array(z.string()), token: z.string() }),
    errors: ['SECOND_FACTOR_WRONG'],
  }),
  renewRecoveryCodes: endpoint(secondFactorPaths.renewRecoveryCodes, {
    summary:
      'Ten new recovery codes, returned once only, in place of the earlier ones, which are void from then on. Requires a code, and ends the caller’s other sessions.',
    body: z.object({ code: secondFactorCode, storedLanguage }),
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['SECOND_FACTOR_WRONG', 'SECOND_FACTOR_OFF'],
  }),
  removeSecondFactor: endpoint(secondFactorPaths.removeSecondFactor, {
    summary:
      'Removes the second factor. Ends the caller’s other sessions. Requires the password or a code since signing in. Returns a token with the caller’s roles for this session.',
    response: messageResponse.extend({ token: z.string() }),
    errors: ['STEP_UP_REQUIRED', 'SECOND_FACTOR_OFF'],
  }),
} as const;
