import type { PasskeyAssertion, PasskeyRegistration } from '@matgyo/contracts/endpoints/passkeys';
import type { MemberId } from '@matgyo/contracts/ids';

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
