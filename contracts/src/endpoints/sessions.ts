import { z } from 'zod';
import { deviceBrowsers, deviceSystems } from '../devices.ts';
import { sessionPaths } from '../paths/sessions.ts';
import { endpoint, messageResponse, storedLanguage } from './endpoint.ts';
import { currentPasswordField } from './member-fields.ts';
import { memberView } from './members.ts';
import { moment } from './order-views.ts';

const credentials = z.object({
  nickname: z.string('NICKNAME_REQUIRED').trim().min(1, 'NICKNAME_REQUIRED').max(100),
  password: z.string('CREDENTIALS_WRONG').min(1, 'CREDENTIALS_WRONG').max(200),
  storedLanguage,
});

const signedIn = z.object({ message: z.string(), token: z.string(), user: memberView });
const signInErrors = ['NICKNAME_REQUIRED', 'CREDENTIALS_WRONG', 'USER_NOT_VERIFIED'] as const;

/** One's own session, as the list of devices shows it. */
const deviceView = z.object({
  _id: z.string(),
  /** The session of this very call. */
  current: z.boolean(),
  signedInAt: moment,
  /** To the minute for staff, to ten for others. */
  lastSeenAt: moment,
  browser: z.enum(deviceBrowsers),
  system: z.enum(deviceSystems),
  /** Notified while no page is open. */
  push: z.boolean(),
});
export type DeviceView = z.output<typeof deviceView>;

export const sessionEndpoints = {
  signIn: endpoint(sessionPaths.signIn, {
    summary:
      'Signs in with nickname and password. The token holds for 12 hours unless the session ends sooner.',
    body: credentials,
    response: signedIn,
    errors: signInErrors,
  }),
  signInWithCookie: endpoint(sessionPaths.signInWithCookie, {
    summary:
      'The same, and sets the token as a cookie too, which serves GET calls and signing out only. Pages of other hosts are refused.',
    body: credentials,
    response: signedIn,
    errors: ['FORBIDDEN', ...signInErrors],
  }),
  stepUp: endpoint(sessionPaths.stepUp, {
    summary:
      'Shows once more who has the session, for what is refused with `STEP_UP_REQUIRED` otherwise. Holds for five minutes in this session.',
    body: z.object({ password: currentPasswordField, storedLanguage }),
    response: messageResponse,
    errors: ['CURRENT_PASSWORD_WRONG'],
  }),
  signOut: endpoint(sessionPaths.signOut, {
    summary: 'Ends the session: its token is refused from then on.',
    response: messageResponse,
  }),
  devices: endpoint(sessionPaths.devices, {
    summary: 'Where the caller is signed in: this session first, then the one used last.',
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
