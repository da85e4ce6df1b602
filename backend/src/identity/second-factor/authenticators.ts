import { type KeyObject, randomInt } from 'node:crypto';
import type { MemberId } from '@matgyo/contracts/ids';
import { type SqlBool, sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Database } from '../../platform/database/tables.ts';
import { type Keys, keyedHash } from '../../platform/keys.ts';
import type { RowCheck } from '../../proof/sealed-rows/row-check.ts';
import { openText, sealText } from '../members/sealed-text.ts';

/** The defaults of RFC 6238: SHA-1, six digits, 30 seconds. One step early or late tolerates a wrong clock. */
const appCodes = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const stepsOff = 1;
const issuer = 'Matgyo';

interface ShownCode {
  readonly memberId: MemberId;
  readonly code: string;
  /** Whether the secret is in use already. */
  readonly confirmed: boolean;
}

/** Accepts a code only if its time step is newer than the last accepted one; of two concurrent uses one succeeds. */
async function takeStep(trx: Database, key: KeyObject, { memberId, code, confirmed }: ShownCode) {
  const row = await trx
    .selectFrom('app.authenticators')
    .select('sealed_secret')
    .where('member_id', '=', memberId)
    .where('confirmed_at', confirmed ? 'is not' : 'is', null)
    .executeTakeFirst();
  if (row === undefined) return false;
  const secret = openText(key, memberId, row.sealed_secret);
  if (secret === undefined) return false;
  const step = stepOf(secret, code);
  if (step === undefined) return false;
  const taken = await trx
    .updateTable('app.authenticators')
    .set({ last_step: step })
    .where('member_id', '=', memberId)
    // The code is of this secret: another one may have been prepared meanwhile.
    .where('sealed_secret', '=', row.sealed_secret)
    .where('last_step', '<', step)
    .returning('member_id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Members' authenticator apps, and the recovery codes for when an app is lost. */
export function createAuthenticators(
  db: Database,
  rowCheck: RowCheck,
  keys: Pick<Keys, 'secondFactor' | 'lookup'>,
) {
  const recoveryCodes = createRecoveryCodes(keys.lookup);
  return {
    /** Undefined if none is in use. */
    async stateOf(memberId: MemberId) {
      const row = await db
        .selectFrom('app.authenticators')
        .select([
          'confirmed_at',
          sql<number>`(select count(*)::int from app.recovery_codes codes
            where codes.member_id = authenticators.member_id and used_at is null)`.as('left'),
        ])
        .where('member_id', '=', memberId)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst();
      return row?.confirmed_at ? { confirmedAt: row.confirmed_at, recoveryCodesLeft: row.left } : undefined;
    },

    /** A new secret, in use once it is confirmed; undefined if one is in use already. */
    async prepare({ id, nickname }: { readonly id: MemberId; readonly nickname: string }) {
      const secret = new Secret({ size: 20 });
      const sealed = { sealed_secret: sealText(keys.secondFactor, id, secret.base32), last_step: 0 };
      const row = await db
        .insertInto('app.authenticators')
        .values({ member_id: id, ...sealed })
        .onConflict((conflict) =>
          conflict
            .column('member_id')
            .doUpdateSet(sealed)
            .where('app.authenticators.confirmed_at', 'is', null),
        )
        .returning('member_id')
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const uri = new TOTP({ ...appCodes, issuer, label: nickname, secret }).toString();
      return { secret: secret.base32, uri };
    },

    /** Confirms the prepared secret with a code. Returns the recovery codes, which are shown only this once. */
    async confirm(trx: Database, memberId: MemberId, code: string) {
      if (!(await takeStep(trx, keys.secondFactor, { memberId, code, confirmed: false }))) return undefined;
      await trx
        .updateTable('app.authenticators')
        .set({ confirmed_at: sql<Date>`now()` })
        .where('member_id', '=', memberId)
        .execute();
      return recoveryCodes.replace(trx, memberId);
    },

    /** New recovery codes in place of those before. */
    renewRecoveryCodes: recoveryCodes.replace,

    /**
     * Consumes a code. Undefined if it is wrong or was used before. A secret counts only where the program left it: an
     * earlier one of the member may have been put back by SQL. @throws RequestFailure RECORD_MISMATCH
     */
    async redeem(trx: Database, memberId: MemberId, code: string) {
      if (/^\d{6}$/.test(code)) {
        if (!(await takeStep(trx, keys.secondFactor, { memberId, code, confirmed: true }))) return undefined;
        await rowCheck.row(trx, 'app.authenticators', memberId);
        return 'app';
      }
      return (await recoveryCodes.take(trx, memberId, code)) ? 'recovery-code' : undefined;
    },

    /** Returns whether one was in use. */
    async remove(trx: Database, memberId: MemberId): Promise<boolean> {
      const removed = await trx
        .deleteFrom('app.authenticators')
        .where('member_id', '=', memberId)
        .where('confirmed_at', 'is not', null)
        .returning('member_id')
        .executeTakeFirst();
      return removed !== undefined;
    },
  };
}

/** SQL: whether the member in the column `memberId` has an app in use. */
export const hasAuthenticator = (memberId: string) =>
  sql<SqlBool>`exists (select from app.authenticators factor
    where factor.member_id = ${sql.ref(memberId)} and factor.confirmed_at is not null)`;

function stepOf(secret: string, token: string): number | undefined {
  const timestamp = Date.now();
  const found = TOTP.validate({
    ...appCodes,
    token,
    timestamp,
    window: stepsOff,
    secret: Secret.fromBase32(secret),
  });
  return found === null ? undefined : Math.floor(timestamp / 1000 / appCodes.period) + found;
}

const recoveryCodeCount = 10;
/** Omits characters that are easily confused: i, l, o, 0, 1. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const recoveryCodeLength = 10;

/** The codes for when an app is lost. */
function createRecoveryCodes(lookupKey: KeyObject) {
  const hashed = (memberId: MemberId, code: string): string =>
    keyedHash(lookupKey, 'recovery-code', memberId, code);
  return {
    /** Returns whether it was one of them, in any spelling, and not used before. */
    async take(trx: Database, memberId: MemberId, code: string): Promise<boolean> {
      const taken = await trx
        .updateTable('app.recovery_codes')
        .set({ used_at: sql<Date>`now()` })
        .where('member_id', '=', memberId)
        .where('code_hash', '=', hashed(memberId, code.toLowerCase().replace(/[\s-]/g, '')))
        .where('used_at', 'is', null)
        .returning('member_id')
        .executeTakeFirst();
      return taken !== undefined;
    },

    /** Makes new ones in place of those before. They are shown only this once. */
    async replace(trx: Database, memberId: MemberId): Promise<string[]> {
      await trx.deleteFrom('app.recovery_codes').where('member_id', '=', memberId).execute();
      const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
      await trx
        .insertInto('app.recovery_codes')
        .values(codes.map((code) => ({ member_id: memberId, code_hash: hashed(memberId, code) })))
        .execute();
      return codes.map(inGroups);
    },
  };
}

const newRecoveryCode = (): string =>
  Array.from({ length: recoveryCodeLength }, () => alphabet[randomInt(alphabet.length)]).join('');

const inGroups = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;
