import { z } from 'zod';
import { deviceBrowsers, deviceSystems } from '../devices.ts';
import { sessionPaths } from '../paths/sessions.ts';
import { endpoint, messageResponse, storedLanguage } from './endpoint.ts';
import { currentPasswordField } from './member-fields.ts';
import { memberView } from './members.ts';
import { accountNickname } from './one-time-codes.ts';
import { timestamp } from './order-views.ts';
import { passkeyAssertion, passkeyRequest } from './passkeys.ts';
import { secondFactorCode } from './second-factor.ts';

const credentials = z.object({
  nickname: accountNickname,
  password: z.string('CREDENTIALS_WRONG').min(1, 'CREDENTIALS_WRONG').max(200),
  storedLanguage,
});

const signedIn = z.object({
  message: z.string(),
  token: z.string(),
  user: memberView,
  /** Staff who have to register a passkey or an authenticator app first: until then the session has no roles. */
  secondFactorMissing: z.boolean(),
  /** Staff whose password is too weak for their role: the same. */
  passwordWeak: z.boolean(),
});
const signInErrors = [
  'NICKNAME_REQUIRED',
  'CREDENTIALS_WRONG',
  'USER_NOT_VERIFIED',
  'SECOND_FACTOR_REQUIRED',
  'PASSKEY_REQUIRED',
  'CHALLENGE_REQUIRED',
  'RECORD_MISMATCH',
] as const;

const ticketAndCode = z.object({
  ticket: z.string('SIGN_IN_EXPIRED').min(1, 'SIGN_IN_EXPIRED').max(100, 'SIGN_IN_EXPIRED'),
  code: secondFactorCode,
  storedLanguage,
});
const codeErrors = ['SIGN_IN_EXPIRED', 'SECOND_FACTOR_WRONG', 'RECORD_MISMATCH'] as const;

const isOne = (shown: { password?: unknown; code?: unknown; passkey?: unknown }): boolean =>
  [shown.password, shown.code, shown.passkey].filter((way) => way !== undefined).length === 1;

/** A session of the caller, in the list of devices. */
const deviceView = z.object({
  _id: z.string(),
  /** The session of this call. */
  current: z.boolean(),
  signedInAt: timestamp,
  /** To the minute for staff, to ten for others. */
  lastSeenAt: timestamp,
  browser: z.enum(deviceBrowsers),
  system: z.enum(deviceSystems),
  /** Whether it gets notifications also while no page is open. */
  push: z.boolean(),
});
export type DeviceView = z.output<typeof deviceView>;

export const sessionEndpoints = {
  signIn: endpoint(sessionPaths.signIn, {
    summary:
      'Signs in with nickname and password. The token is valid for 12 hours unless the session ends sooner.',
    body: credentials,
    response: signedIn,
    errors: signInErrors,
  }),
  signInWithCookie: endpoint(sessionPaths.signInWithCookie, {
    summary:
      'Signs in and also sets the token as a cookie, which is accepted for GET calls and signing out only. Pages of other hosts are refused.',
    body: credentials,
    response: signedIn,
    errors: ['FORBIDDEN', ...signInErrors],
  }),
  signInWithCode: endpoint(sessionPaths.signInWithCode, {
    summary:
      'The second step after sign-in was refused with `SECOND_FACTOR_REQUIRED`: its `ticket`, and a code of the authenticator app or a recovery code. The ticket is valid for five minutes, five attempts and one session.',
    body: ticketAndCode,
    response: signedIn,
    errors: codeErrors,
  }),
  signInWithCodeAndCookie: endpoint(sessionPaths.signInWithCodeAndCookie, {
    summary: 'The same, and also sets the token as a cookie.',
    body: ticketAndCode,
    response: signedIn,
    errors: ['FORBIDDEN', ...codeErrors],
  }),
  passkeyOptions: endpoint(sessionPaths.passkeyOptions, {
    summary:
      'Options for the browser to sign in with one of its passkeys; good for five minutes and one try.',
    response: passkeyRequest,
  }),
  signInWithPasskey: endpoint(sessionPaths.signInWithPasskey, {
    summary: 'Signs in with a passkey: neither nickname nor password nor a code is requested.',
    body: z.object({ passkey: passkeyAssertion, storedLanguage }),
    response: signedIn,
    errors: ['PASSKEY_REFUSED', 'PASSKEY_UNREGISTERED', 'USER_NOT_VERIFIED', 'RECORD_MISMATCH'],
  }),
  stepUp: endpoint(sessionPaths.stepUp, {
    summary:
      'Authenticates again with the password, with a code, or with a passkey (options from `/user/step-up/passkey`), for calls that are refused with `STEP_UP_REQUIRED`. Valid for five minutes in this session.',
    body: z
      .object({
        password: currentPasswordField.optional(),
        code: secondFactorCode.optional(),
        passkey: passkeyAssertion.optional(),
        storedLanguage,
      })
      .refine(isOne, 'CURRENT_PASSWORD_WRONG'),
    response: messageResponse,
    errors: [
      'CURRENT_PASSWORD_WRONG',
      'SECOND_FACTOR_WRONG',
      'PASSKEY_REFUSED',
      'PASSKEY_UNREGISTERED',
      'RECORD_MISMATCH',
    ],
  }),
  stepUpPasskeyOptions: endpoint(sessionPaths.stepUpPasskeyOptions, {
    summary: 'Options for the browser to use one of the caller’s passkeys for a step-up.',
    response: passkeyRequest,
  }),
  signOut: endpoint(sessionPaths.signOut, {
    summary: 'Ends the session: its token is refused from then on.',
    response: messageResponse,
  }),
  devices: endpoint(sessionPaths.devices, {
    summary: 'The caller’s sessions: this one first, then the most recently used.',
    response: z.object({ items: z.array(deviceView) }),
  }),
  endDevice: endpoint(sessionPaths.endDevice, {
    summary: 'Ends one of the caller’s sessions; its browser is no longer notified either.',
    params: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/, 'SESSION_NOT_FOUND') }),
    response: messageResponse,
    errors: ['SESSION_NOT_FOUND'],
  }),
  endOtherDevices: endpoint(sessionPaths.endOtherDevices, {
    summary: 'Ends every session of the caller but this one.',
    response: messageResponse.extend({ ended: z.int().min(0) }),
  }),
} as const;
