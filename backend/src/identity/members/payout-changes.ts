import type { KeyObject } from 'node:crypto';
import type { PayoutOutcome } from '@matgyo/contracts/endpoints/members';
import type { MemberId } from '@matgyo/contracts/ids';
import { sql } from 'kysely';
import { inSnapshot } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { RowCheck } from '../../proof/sealed-rows/row-check.ts';
import { isSamePayout, type Payout, payoutFields, payoutSchema, unreadablePayout } from './payout.ts';
import {
  changesOf,
  type OpenPayout,
  payoutHoldHours,
  payoutsAt,
  staffChanges,
  waitingOf,
} from './payout-change-rows.ts';
import { openText, sealText } from './sealed-text.ts';

/** The payout data before each change, encrypted. The member's row has the new value. */
export type PayoutChanges = ReturnType<typeof createPayoutChanges>;

interface KeptChange {
  readonly memberId: MemberId;
  readonly changedBy: MemberId;
  readonly before: Payout;
  readonly after: Payout;
  /** The data before it was changed by SQL, so nothing is in use until this change is. */
  readonly isUntrusted?: boolean;
}

export function createPayoutChanges(db: Database, rowCheck: RowCheck, key: KeyObject) {
  const seal = (memberId: MemberId, payout: Payout) => sealText(key, memberId, JSON.stringify(payout));
  const open: OpenPayout = (memberId, sealed) => {
    const text = openText(key, memberId, sealed);
    return text === undefined ? null : payoutSchema.parse(JSON.parse(text));
  };
  return {
    /**
     * Records a change, in the transaction that changes the row and under the lock of the member's edits. It replaces
     * pending changes, or withdraws them if it sets the value in use. A first value waits, too: nothing is in use until
     * then. A change that staff make to their own account waits for consent if it keeps a pending value that other
     * staff set. Returns the rows it wrote: its own, if it differs from the value in use, and those of the changes it
     * ended; and the value in use (null: it cannot be decrypted).
     */
    async keep(trx: Database, { memberId, changedBy, before, after, isUntrusted = false }: KeptChange) {
      const waiting = await waitingOf(trx, memberId);
      const [first] = waiting;
      const inUse = first === undefined ? before : open(memberId, first.sealed_before);
      const held = isUntrusted ? unreadablePayout : inUse;
      const isInUse = held !== null && isSamePayout(held, after);
      const endedIds = waiting.map(({ id }) => id);
      if (endedIds.length > 0) await endAll(trx, endedIds, isInUse ? 'rejected' : 'replaced');
      if (isInUse) return { changeId: undefined, endedIds, inUse: held };
      const needsConsent =
        changedBy !== memberId ||
        (waiting.some(({ effective_at }) => effective_at === null) && keepsWaiting(held, before, after));
      const { id: changeId } = await trx
        .insertInto('app.payout_changes')
        .values({
          member_id: memberId,
          changed_by: changedBy,
          sealed_before: held === null && first ? first.sealed_before : seal(memberId, held ?? before),
          effective_at: needsConsent ? null : sql<Date>`now() + make_interval(hours => ${payoutHoldHours})`,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { changeId, endedIds, inUse: held };
    },

    /**
     * Ends a pending change, in a transaction that holds the lock of the member's edits. Returns the value in use until
     * then (null: cannot be decrypted any more), or undefined if the change is not pending.
     */
    async closeChange(
      trx: Database,
      { memberId, changeId }: { readonly memberId: MemberId; readonly changeId: string },
      outcome: Exclude<PayoutOutcome, 'replaced'>,
    ) {
      const waiting = await waitingOf(trx, memberId);
      const [first] = waiting;
      if (first?.id !== changeId) return undefined;
      const endedIds = waiting.map(({ id }) => id);
      await endAll(trx, endedIds, outcome);
      return { endedIds, inUse: open(memberId, first.sealed_before) };
    },

    /** Of these members, at `at` (default: now). */
    at: (memberIds: readonly MemberId[], at?: Date) => payoutsAt(db, open, { memberIds, at }),

    /** The same of one member, for the person who will pay them: compared with what the program wrote. Undefined: erased. */
    toPay: (memberId: MemberId, at?: Date) =>
      inSnapshot(db, async (snapshot) => {
        const payouts = (await payoutsAt(snapshot, open, { memberIds: [memberId], at })).get(memberId);
        if (payouts !== undefined) await rowCheck.member(snapshot, memberId, 'payout');
        return payouts;
      }),

    /** Newest first. */
    of: (memberId: MemberId) => changesOf(db, open, memberId),

    /** Changes by staff that wait for consent, oldest first; or one of them. */
    byStaff: (changeId?: string) => staffChanges(db, open, changeId),
  };
}

const endAll = (trx: Database, ids: readonly string[], outcome: PayoutOutcome) =>
  trx
    .updateTable('app.payout_changes')
    .set({ outcome, settled_at: sql<Date>`clock_timestamp()` })
    .where('id', 'in', ids)
    .execute();

/** Whether a change leaves a value as it waits. */
const keepsWaiting = (inUse: Payout | null, waiting: Payout, after: Payout): boolean =>
  inUse === null ||
  payoutFields.some((field) => after[field] === waiting[field] && after[field] !== inUse[field]);
