import { randomBytes } from 'node:crypto';
import type {
  PasskeyAssertion,
  PasskeyRegistration,
  PasskeyView,
} from '@matgyo/contracts/endpoints/passkeys';
import type { MemberId } from '@matgyo/contracts/ids';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { RowCheck } from '../../proof/kept-rows/row-check.ts';
import type { Challenges } from './challenges.ts';
import type { Site } from './site.ts';

const rpName = 'Matgyo';
const timeout = 300_000;
/** EdDSA, ES256 and RS256: every authenticator has one of them. */
const supportedAlgorithmIDs = [-8, -7, -257];
const publicKey = 'public-key' as const;
const userVerification = 'required' as const;
const mostOfMember = 10;

/** What a passkey is used for. A signature for one use is not valid for another. */
export type PasskeyUse = 'sign-in' | { readonly stepUpOf: string };
const purposeOf = (use: PasskeyUse): string => (use === 'sign-in' ? use : `step-up ${use.stepUpOf}`);
const toRegister = (memberId: MemberId): string => `register ${memberId}`;

/**
 * A passkey's answer. `before` and `counter` are its signature counter as stored and as answered; `counter` undefined: the
 * answer is invalid.
 */
interface Checked {
  readonly id: string;
  readonly memberId: MemberId;
  readonly before: string | number;
  readonly counter: number | undefined;
}

export type Passkeys = ReturnType<typeof createPasskeys>;

export function createPasskeys(db: Database, rowCheck: RowCheck, challenges: Challenges) {
  const ofMember = (memberId: MemberId, trx = db) =>
    trx.selectFrom('app.passkeys').where('member_id', '=', memberId).orderBy('created_at').orderBy('id');

  async function credentialsOf(memberId: MemberId) {
    const rows = await ofMember(memberId).select('credential_id').execute();
    return rows.map(({ credential_id }) => ({ id: credential_id, type: publicKey }));
  }

  /** False if it was changed since it was read. @throws RequestFailure RECORD_MISMATCH */
  async function isAsStored(read: { id: string; member_id: MemberId; public_key: string }): Promise<boolean> {
    const stored = await rowCheck.row(db, 'app.passkeys', read.id);
    return stored.member_id === read.member_id && stored.public_key === read.public_key;
  }

  return {
    async list(memberId: MemberId): Promise<PasskeyView[]> {
      const rows = await ofMember(memberId).select(['id', 'name', 'created_at', 'last_used_at']).execute();
      return rows.map(viewOf);
    },

    async has(memberId: MemberId): Promise<boolean> {
      return (await ofMember(memberId).select('id').limit(1).executeTakeFirst()) !== undefined;
    },

    /** @throws RequestFailure PASSKEYS_FULL */
    async prepare(member: { readonly id: MemberId; readonly nickname: string }, { rpId }: Site) {
      const excludeCredentials = await credentialsOf(member.id);
      if (excludeCredentials.length >= mostOfMember) throw failure('PASSKEYS_FULL');
      const challenge = await challenges.issue(toRegister(member.id));
      return {
        ...{ challenge, timeout, excludeCredentials, attestation: 'none' as const },
        rp: { id: rpId, name: rpName },
        user: { id: handleOf(member.id), name: member.nickname, displayName: member.nickname },
        pubKeyCredParams: supportedAlgorithmIDs.map((alg) => ({ alg, type: publicKey })),
        authenticatorSelection: {
          residentKey: 'required' as const,
          requireResidentKey: true as const,
          userVerification,
        },
      };
    },

    /** Verifies the browser's response to such options; undefined if it is invalid. Stores nothing. */
    async checkNew(memberId: MemberId, { rpId, origins }: Site, response: PasskeyRegistration) {
      const challenge = challengeIn(response);
      if (!(await challenges.use(toRegister(memberId), challenge))) return undefined;
      const { registrationInfo } = await verifyRegistrationResponse({
        ...{ response: { ...response, clientExtensionResults: {} }, supportedAlgorithmIDs },
        ...{ expectedChallenge: challenge, expectedOrigin: [...origins], expectedRPID: rpId },
      }).catch(() => ({ registrationInfo: undefined }));
      return registrationInfo?.credential;
    },

    /**
     * One at a time per member: the transaction has locked their sessions (`lockOwnSession`).
     *
     * @throws RequestFailure PASSKEYS_FULL; PASSKEY_REFUSED for one that is registered already
     */
    async add(
      trx: Database,
      { memberId, name }: { readonly memberId: MemberId; readonly name: string },
      made: { readonly id: string; readonly publicKey: Uint8Array; readonly counter: number },
    ): Promise<PasskeyView> {
      if ((await ofMember(memberId, trx).select('id').execute()).length >= mostOfMember)
        throw failure('PASSKEYS_FULL');
      const row = await trx
        .insertInto('app.passkeys')
        .values({
          ...{ id: randomBytes(16).toString('hex'), member_id: memberId, name },
          ...{ credential_id: made.id, counter: made.counter, last_used_at: null },
          public_key: Buffer.from(made.publicKey).toString('base64url'),
        })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .returning(['id', 'name', 'created_at', 'last_used_at'])
        .executeTakeFirst();
      if (row === undefined) throw failure('PASSKEY_REFUSED');
      return viewOf(row);
    },

    /** Options for signing with a passkey of `owner`; without an owner, with any that the browser has for this site. */
    async request(use: PasskeyUse, { rpId }: Site, owner?: MemberId) {
      const challenge = await challenges.issue(purposeOf(use));
      const allowCredentials = owner && (await credentialsOf(owner));
      return { challenge, timeout, rpId, userVerification, ...(allowCredentials && { allowCredentials }) };
    },

    /**
     * Consumes the challenge. Undefined if the passkey is not registered, or there is no challenge for this use. A valid answer counts
     * only for the member and the key that the program stored: the row may have been changed by SQL.
     *
     * @throws RequestFailure RECORD_MISMATCH
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
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const { userHandle, ...signed } = response.response;
      const isOwners = userHandle === undefined || userHandle === handleOf(row.member_id);
      const key = new Uint8Array(Buffer.from(row.public_key, 'base64url'));
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { ...response, response: signed, clientExtensionResults: {} },
        ...{ expectedChallenge: challenge, expectedOrigin: [...origins], expectedRPID: rpId },
        credential: { id: response.id, publicKey: key, counter: Number(row.counter) },
      }).catch(() => ({ verified: false, authenticationInfo: undefined }));
      const isValid = verified && isOwners && (await isAsStored(row));
      return {
        ...{ id: row.id, memberId: row.member_id, before: row.counter },
        counter: isValid ? authenticationInfo?.newCounter : undefined,
      };
    },

    /** Records the use of a verified passkey. False if it was removed or used in the meantime. */
    async note(trx: Database, { id, before, counter }: Checked): Promise<boolean> {
      if (counter === undefined) return false;
      const noted = await trx
        .updateTable('app.passkeys')
        .set({ counter, last_used_at: sql<Date>`now()` })
        .where('id', '=', id)
        .where('counter', '=', before)
        .returning('id')
        .executeTakeFirst();
      return noted !== undefined;
    },

    /** Returns whether this member has that passkey. */
    async rename(
      trx: Database,
      memberId: MemberId,
      { id, name }: { readonly id: string; readonly name: string },
    ) {
      const renamed = await trx
        .updateTable('app.passkeys')
        .set({ name })
        .where('id', '=', id)
        .where('member_id', '=', memberId)
        .returning('id')
        .executeTakeFirst();
      return renamed !== undefined;
    },

    /** Removes one passkey of a member, or all. Returns the ids of the removed ones. */
    async remove(trx: Database, memberId: MemberId, id?: string): Promise<readonly string[]> {
      let removed = trx.deleteFrom('app.passkeys').where('member_id', '=', memberId).returning('id');
      if (id !== undefined) removed = removed.where('id', '=', id);
      return (await removed.execute()).map((row) => row.id);
    },
  };
}

/** SQL: whether the member in the column `memberId` has a passkey. */
export const hasPasskey = (memberId: string) =>
  sql<SqlBool>`exists (select from app.passkeys passkey where passkey.member_id = ${sql.ref(memberId)})`;

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

const viewOf = ({ id, name, created_at, last_used_at }: Listed): PasskeyView => ({
  ...{ _id: id, name, createdAt: created_at.toISOString() },
  lastUsedAt: last_used_at?.toISOString() ?? null,
});

/** The user handle: authenticators store it with a passkey and return it. */
const handleOf = (memberId: MemberId): string => Buffer.from(memberId).toString('base64url');

/** Untrusted until the signature is verified; used only to find the issued challenge. */
function challengeIn({ response }: PasskeyAssertion | PasskeyRegistration): string {
  try {
    return String(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()).challenge);
  } catch {
    return '';
  }
}
