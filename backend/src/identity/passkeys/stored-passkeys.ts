import { randomBytes } from 'node:crypto';
import type { PasskeyView } from '@matgyo/contracts/endpoints/passkeys';
import type { MemberId } from '@matgyo/contracts/ids';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Database, Tables } from '../../platform/database/tables.ts';
import { failure } from '../../platform/http/request-failure.ts';

export const publicKey = 'public-key' as const;
const ofMemberMax = 10;

/**
 * A passkey's answer. `before` and `counter` are its signature counter as stored and as answered; `counter` undefined:
 * the answer is invalid.
 */
export interface Checked {
  readonly id: string;
  readonly memberId: MemberId;
  readonly before: string | number;
  readonly counter: number | undefined;
}

export type StoredPasskeys = ReturnType<typeof createStoredPasskeys>;

export function createStoredPasskeys(db: Database) {
  const ofMember = (memberId: MemberId, trx = db) =>
    trx.selectFrom('app.passkeys').where('member_id', '=', memberId).orderBy('created_at').orderBy('id');

  return {
    async list(memberId: MemberId): Promise<PasskeyView[]> {
      const rows = await ofMember(memberId).select(listed).execute();
      return rows.map(viewOf);
    },

    async has(memberId: MemberId): Promise<boolean> {
      return (await ofMember(memberId).select('id').limit(1).executeTakeFirst()) !== undefined;
    },

    /** The ids by which authenticators know them. */
    async credentialsOf(memberId: MemberId) {
      const rows = await ofMember(memberId).select('credential_id').execute();
      return rows.map(({ credential_id }) => ({ id: credential_id, type: publicKey }));
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
      refuseFull(await ofMember(memberId, trx).select('id').execute());
      const row = await trx
        .insertInto('app.passkeys')
        .values({
          id: randomBytes(16).toString('hex'),
          member_id: memberId,
          name,
          credential_id: made.id,
          counter: made.counter,
          public_key: Buffer.from(made.publicKey).toString('base64url'),
        })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .returning(listed)
        .executeTakeFirstOrThrow(() => failure('PASSKEY_REFUSED'));
      return viewOf(row);
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

    /** `same`: it has that name already, and nothing was written. */
    async rename(
      trx: Database,
      memberId: MemberId,
      { id, name }: { readonly id: string; readonly name: string },
    ): Promise<'renamed' | 'same' | 'none'> {
      const row = await ofMember(memberId, trx).select('name').where('id', '=', id).executeTakeFirst();
      if (row === undefined) return 'none';
      if (row.name === name) return 'same';
      await trx.updateTable('app.passkeys').set({ name }).where('id', '=', id).execute();
      return 'renamed';
    },

    /** Removes one passkey of a member, or all. Returns the ids of the removed ones. */
    async remove(trx: Database, memberId: MemberId, id?: string): Promise<readonly string[]> {
      let removed = trx.deleteFrom('app.passkeys').where('member_id', '=', memberId).returning('id');
      if (id !== undefined) removed = removed.where('id', '=', id);
      return (await removed.execute()).map((row) => row.id);
    },
  };
}

export function refuseFull(passkeys: readonly unknown[]): void {
  if (passkeys.length >= ofMemberMax) throw failure('PASSKEYS_FULL');
}

/** SQL: whether the member in the column `memberId` has a passkey. */
export const hasPasskey = (memberId: string) =>
  sql<SqlBool>`exists (select from app.passkeys passkey where passkey.member_id = ${sql.ref(memberId)})`;

const listed = ['id', 'name', 'created_at', 'last_used_at'] as const;
type Listed = Pick<Selectable<Tables['app.passkeys']>, (typeof listed)[number]>;

const viewOf = ({ id, name, created_at, last_used_at }: Listed): PasskeyView => ({
  _id: id,
  name,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
});
