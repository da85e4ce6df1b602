import type { MemberId } from '@matgyo/contracts/ids';
import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../platform/database/tables.ts';
import { openText, sealText } from './sealed-text.ts';

/** How long a new bank account or wallet waits: time for the member, who is notified at once, to stop it. */
const payoutHoldHours = 24;
const mostShown = 20;

const payoutSchema = z.object({
  bankName: z.string(),
  bankAccount: z.string(),
  tetherAddress: z.string(),
});
/** Where a member takes won and USDT. */
export type Payout = z.output<typeof payoutSchema>;

export interface PayoutChange {
  readonly changedAt: Date;
  readonly effectiveAt: Date;
  /** Null: the account is gone. */
  readonly changedBy: string | null;
  /** Null: sealed with a key that this installation no longer has. */
  readonly before: Payout | null;
}

/** What payout data was before each change of it, sealed. The row of the member has what it becomes. */
export interface PayoutChanges {
  /** In the transaction that changes the row: there is never one without the other. Answers the change's id. */
  keep(
    trx: Database,
    change: { readonly memberId: MemberId; readonly changedBy: MemberId; readonly before: Payout },
  ): Promise<string>;
  /** What was in use at a moment although the row has been changed, and until when; undefined: what the row has. */
  heldAt(memberId: MemberId, at: Date): Promise<PayoutChange | undefined>;
  /** Newest first. */
  of(memberId: MemberId): Promise<readonly PayoutChange[]>;
}

export function createPayoutChanges(db: Database, key: Uint8Array): PayoutChanges {
  const changes = (memberId: MemberId) =>
    db
      .selectFrom('app.payout_changes as change')
      .leftJoin('app.members as by', 'by.id', 'change.changed_by')
      .select(['change.changed_at', 'change.effective_at', 'change.sealed_before', 'by.nickname'])
      .where('change.member_id', '=', memberId);
  type Row = Awaited<ReturnType<ReturnType<typeof changes>['execute']>>[number];
  const asChange = (memberId: MemberId, row: Row): PayoutChange => ({
    changedAt: row.changed_at,
    effectiveAt: row.effective_at,
    changedBy: row.nickname,
    before: opened(openText(key, memberId, row.sealed_before)),
  });
  return {
    async keep(trx, { memberId, changedBy, before }) {
      const { id } = await trx
        .insertInto('app.payout_changes')
        .values({
          member_id: memberId,
          changed_by: changedBy,
          sealed_before: sealText(key, memberId, JSON.stringify(before)),
          effective_at: sql<Date>`now() + make_interval(hours => ${payoutHoldHours})`,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    async heldAt(memberId, at) {
      // Of several that were not in use yet, the first has what was.
      const row = await changes(memberId)
        .where(sql<SqlBool>`change.effective_at > ${at}`)
        .orderBy('change.id')
        .limit(1)
        .executeTakeFirst();
      return row && asChange(memberId, row);
    },

    async of(memberId) {
      const rows = await changes(memberId).orderBy('change.id', 'desc').limit(mostShown).execute();
      return rows.map((row) => asChange(memberId, row));
    },
  };
}

const opened = (text: string | undefined): Payout | null =>
  text === undefined ? null : payoutSchema.parse(JSON.parse(text));
