import { z } from 'zod';
import { secondFactorPaths } from '../paths/second-factor.ts';
import { endpoint, messageResponse, storedLanguage } from './endpoint.ts';
import { moment } from './order-views.ts';

/** Six digits of the authenticator app, or one of the recovery codes. */
export const secondFactorCode = z
  .string('SECOND_FACTOR_WRONG')
  .trim()
  .min(6, 'SECOND_FACTOR_WRONG')
  .max(20, 'SECOND_FACTOR_WRONG');

export const secondFactorEndpoints = {
  secondFactor: endpoint(secondFactorPaths.secondFactor, {
    summary: 'Whether the caller signs in with an authenticator app as well.',
    response: z.object({
      on: z.boolean(),
      /** Their roles are in force with it only. */
      required: z.boolean(),
      /** Their roles are in force with another password only. */
      passwordWeak: z.boolean(),
      since: moment.nullable(),
      recoveryCodesLeft: z.int().min(0),
    }),
  }),
  prepareSecondFactor: endpoint(secondFactorPaths.prepareSecondFactor, {
    summary:
      'A secret for an authenticator app, as text and as `otpauth` address. Counts for nothing until it is confirmed; asked for again it is another one. Asks for the password since signing in.',
    response: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['STEP_UP_REQUIRED', 'SECOND_FACTOR_ON'],
  }),
  confirmSecondFactor: endpoint(secondFactorPaths.confirmSecondFactor, {
    summary:
      'Takes it into use with a code of it, and ends one’s other sessions. Answers ten recovery codes, this once, and a token with one’s roles for this session.',
    body: z.object({ code: secondFactorCode, storedLanguage }),
    response: z.object({ recoveryCodes: z.array(z.string()), token: z.string() }),
    errors: ['SECOND_FACTOR_WRONG'],
  }),
  removeSecondFactor: endpoint(secondFactorPaths.removeSecondFactor, {
    summary:
      'From now on the password is enough. Ends one’s other sessions. Asks for the password or a code since signing in.',
    response: messageResponse,
    errors: ['STEP_UP_REQUIRED', 'SECOND_FACTOR_OFF'],
  }),
} as const;
