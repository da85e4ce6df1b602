import { z } from 'zod';
import { passkeyPaths } from '../paths/passkeys.ts';
import { plainName } from '../unseen-characters.ts';
import { endpoint, messageResponse, storedLanguage } from './endpoint.ts';
import { timestamp } from './order-views.ts';

/** Bytes as WebAuthn's JSON writes them. */
const bytes = (longest: number) =>
  z
    .string('PASSKEY_REFUSED')
    .regex(/^[\w-]+$/, 'PASSKEY_REFUSED')
    .max(longest, 'PASSKEY_REFUSED');
/** At most 1,023 bytes. */
const credentialId = bytes(1_364);
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key', 'PASSKEY_REFUSED'),
};

/** WebAuthn's `AuthenticationResponseJSON`. */
export const passkeyAssertion = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: bytes(2_000),
        authenticatorData: bytes(2_000),
        signature: bytes(2_000),
        userHandle: bytes(100).optional(),
      },
      'PASSKEY_REFUSED',
    ),
  },
  'PASSKEY_REFUSED',
);
export type PasskeyAssertion = z.output<typeof passkeyAssertion>;

/** WebAuthn's `RegistrationResponseJSON`. */
const passkeyRegistration = z.object(
  {
    ...credential,
    response: z.object({ clientDataJSON: bytes(2_000), attestationObject: bytes(20_000) }, 'PASSKEY_REFUSED'),
  },
  'PASSKEY_REFUSED',
);
export type PasskeyRegistration = z.output<typeof passkeyRegistration>;

const descriptor = z.object({ id: z.string(), type: z.literal('public-key') });
const common = { challenge: z.string(), timeout: z.number() };

/** WebAuthn's `PublicKeyCredentialRequestOptionsJSON`. */
export const passkeyRequest = z.object({
  ...common,
  rpId: z.string(),
  allowCredentials: z.array(descriptor).optional(),
  userVerification: z.literal('required'),
});

/** WebAuthn's `PublicKeyCredentialCreationOptionsJSON`. */
const passkeyCreation = z.object({
  ...common,
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

const name = z
  .string('PASSKEY_NAME_REQUIRED')
  .overwrite(plainName)
  .trim()
  .min(1, 'PASSKEY_NAME_REQUIRED')
  .max(60);

const passkeyView = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
});
export type PasskeyView = z.output<typeof passkeyView>;

const params = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/, 'PASSKEY_NOT_FOUND') });

export const passkeyEndpoints = {
  passkeys: endpoint(passkeyPaths.passkeys, {
    summary: 'The caller’s passkeys, the oldest first.',
    response: z.object({ items: z.array(passkeyView) }),
  }),
  preparePasskey: endpoint(passkeyPaths.preparePasskey, {
    summary:
      'Options for the browser to make a passkey; good for five minutes and one passkey. Asks for a proof since signing in.',
    response: passkeyCreation,
    errors: ['STEP_UP_REQUIRED', 'PASSKEYS_FULL'],
  }),
  addPasskey: endpoint(passkeyPaths.addPasskey, {
    summary:
      'Adds the passkey that the browser made, and ends one’s other sessions. Answers a token with one’s roles for this session.',
    body: z.object({ name, credential: passkeyRegistration, storedLanguage }),
    response: z.object({ passkey: passkeyView, token: z.string() }),
    success: 201,
    errors: ['PASSKEY_NAME_REQUIRED', 'PASSKEY_REFUSED', 'PASSKEYS_FULL'],
  }),
  renamePasskey: endpoint(passkeyPaths.renamePasskey, {
    summary: 'Gives a passkey another name.',
    params,
    body: z.object({ name, storedLanguage }),
    response: messageResponse,
    errors: ['PASSKEY_NAME_REQUIRED', 'PASSKEY_NOT_FOUND'],
  }),
  removePasskey: endpoint(passkeyPaths.removePasskey, {
    summary:
      'It can no longer be used to sign in. Ends one’s other sessions. Asks for a proof since signing in. Answers a token with one’s roles for this session.',
    params,
    response: messageResponse.extend({ token: z.string() }),
    errors: ['STEP_UP_REQUIRED', 'PASSKEY_NOT_FOUND'],
  }),
} as const;
