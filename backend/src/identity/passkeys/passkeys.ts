import type { PasskeyRegistration } from '@matgyo/contracts/endpoints/passkeys';
import { verifyRegistrationResponse } from '@simplewebauthn/server';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/handler.ts';
import type { RowCheck } from '../../proof/sealed-rows/row-check.ts';
import type { Challenges } from './challenges.ts';
import { challengeIn, createPasskeySigning, handleOf, timeout, userVerification } from './passkey-signing.ts';
import type { Site } from './site.ts';
import { createStoredPasskeys, publicKey, refuseFull, type StoredPasskeys } from './stored-passkeys.ts';

export function createPasskeys(db: Database, rowCheck: RowCheck, challenges: Challenges) {
  const stored = createStoredPasskeys(db);
  return {
    ...stored,
    ...createPasskeyRegistration(stored, challenges),
    ...createPasskeySigning({ db, rowCheck, stored, challenges }),
  };
}

const rpName = 'Matgyo';
/** EdDSA, ES256 and RS256: every authenticator has one of them. */
const supportedAlgorithmIDs = [-8, -7, -257];
/** By the session, because it is the one that was stepped up. */
const toRegister = (sessionId: string): string => `register ${sessionId}`;

const createPasskeyRegistration = (stored: StoredPasskeys, challenges: Challenges) => ({
  async prepare({ memberId, nickname, sessionId }: Caller, { rpId }: Site) {
    const excludeCredentials = await stored.credentialsOf(memberId);
    refuseFull(excludeCredentials);
    const challenge = await challenges.issue(toRegister(sessionId));
    return {
      challenge,
      timeout,
      excludeCredentials,
      attestation: 'none' as const,
      rp: { id: rpId, name: rpName },
      user: { id: handleOf(memberId), name: nickname, displayName: nickname },
      pubKeyCredParams: supportedAlgorithmIDs.map((alg) => ({ alg, type: publicKey })),
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true as const,
        userVerification,
      },
    };
  },

  /** Verifies the browser's response to such options; undefined if it is invalid. Stores nothing. */
  async checkNew({ sessionId }: Caller, { rpId, origins }: Site, response: PasskeyRegistration) {
    const challenge = challengeIn(response);
    if (!(await challenges.use(toRegister(sessionId), challenge))) return undefined;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      supportedAlgorithmIDs,
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: rpId,
    }).catch(() => ({ registrationInfo: undefined }));
    return registrationInfo?.credential;
  },
});
