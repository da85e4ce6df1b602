import { type KeyObject, randomInt } from 'node:crypto';
import type { MemberId } from '@matgyo/contracts/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { keyedHash } from '../sessions/keys.ts';

const codeCount = 10;
/** Omits characters that are easily confused: i, l, o, 0, 1. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const codeLength = 10;

/** The codes for when an app is lost. */
export function createRecoveryCodes(lookupKey: KeyObject) {
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
      const codes = Array.from({ length: codeCount }, newCode);
      await trx
        .insertInto('app.recovery_codes')
        .values(codes.map((code) => ({ member_id: memberId, code_hash: hashed(memberId, code) })))
        .execute();
      return codes.map(inGroups);
    },
  };
}

const newCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');

const inGroups = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;
