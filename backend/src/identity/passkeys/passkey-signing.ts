import type { PasskeyAssertion, PasskeyRegistration } from '@matgyo/contracts/endpoints/passkeys';
import type { MemberId } from '@matgyo/contracts/ids';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { failure } from '../../platform/http/request-failure.ts';
import type { Shared } from '../../shared.ts';
import type { Challenges } from './challenges.ts';
import type { Site } from './site.ts';
import type { Checked, StoredPasskeys } from './stored-passkeys.ts';

export const timeout = 300_000;
export const userVerification = 'required' as const;

/** The user handle: authenticators store it with a passkey and return it. */
export const handleOf = (memberId: MemberId): string => Buffer.from(memberId).toString('base64url');

/** Untrusted until the signature is verified; used only to find the issued challenge. */
export function challengeIn({ response }: PasskeyAssertion | PasskeyRegistration): string {
  try {
    return String(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()).challenge);
  } catch {
    return '';
  }
}

/** What a passkey is used for. A signature for one use is not valid for another. */
export type PasskeyUse = 'sign-in' | { readonly stepUpOf: string };
const purposeOf = (use: PasskeyUse): string => (use === 'sign-in' ? use : `step-up ${use.stepUpOf}`);

interface Needs extends Pick<Shared, 'db' | 'rowCheck'> {
  readonly stored: StoredPasskeys;
  readonly challenges: Challenges;
}

/** How a passkey shows who a member is. */
export function createPasskeySigning({ db, rowCheck, stored, challenges }: Needs) {
  /** False if it was changed since it was read. @throws RequestFailure RECORD_MISMATCH */
  async function isAsStored(read: { id: string; member_id: MemberId; public_key: string }): Promise<boolean> {
    const stored = await rowCheck.row(db, 'app.passkeys', read.id);
    return stored.member_id === read.member_id && stored.public_key === read.public_key;
  }

  return {
    /** Options for signing with a passkey of `owner`; without an owner, with any that the browser has for this site. */
    async request(use: PasskeyUse, { rpId }: Site, owner?: MemberId) {
      const challenge = await challenges.issue(purposeOf(use));
      const allowCredentials = owner && (await stored.credentialsOf(owner));
      return { challenge, timeout, rpId, userVerification, ...(allowCredentials && { allowCredentials }) };
    },

    /**
     * Consumes the challenge. Undefined if there is none for this use. A valid answer counts only for the member and
     * the key that the program stored: the row may have been changed by SQL.
     */
    async check(
      use: PasskeyUse,
      { rpId, origins }: Site,
      response: PasskeyAssertion,
    ): Promise<Checked | undefined> {
      const challenge = challengeIn(response);
      if (!(await challenges.use(purposeOf(use), challenge))) return undefined;
      const row = await db
        .selectFrom('app.passkeys')
        .select(['id', 'member_id', 'public_key', 'counter'])
        .where('credential_id', '=', response.id)
        .executeTakeFirstOrThrow(() => failure('PASSKEY_UNREGISTERED'));
      const { userHandle, ...signed } = response.response;
      const isOwners = userHandle === undefined || userHandle === handleOf(row.member_id);
      const key = new Uint8Array(Buffer.from(row.public_key, 'base64url'));
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { ...response, response: signed, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: [...origins],
        expectedRPID: rpId,
        credential: { id: response.id, publicKey: key, counter: Number(row.counter) },
      }).catch(() => ({ verified: false, authenticationInfo: undefined }));
      const isValid = verified && isOwners && (await isAsStored(row));
      return {
        id: row.id,
        memberId: row.member_id,
        before: row.counter,
        counter: isValid ? authenticationInfo?.newCounter : undefined,
      };
    },
  };
}
