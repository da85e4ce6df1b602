import type { PayoutOutcome } from '@matgyo/contracts/endpoints/members';
import type { MemberId } from '@matgyo/contracts/ids';
import { payoutMakersSql } from '@matgyo/projections/verify/check-payout-rows';
import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { inSnapshot } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { RowCheck } from '../../proof/sealed-rows/row-check.ts';
import { openText, sealText } from './sealed-text.ts';

/** The shortest time until a new bank account or wallet takes effect, so that the member, who is notified at once, can reject it. */
const payoutHoldHours = 24;
const shownMax = 20;
/** Changes waiting for consent that are listed at once; later ones follow when these are decided. */
const waitingMax = 100;

const payoutSchema = z.object({
  bankName: z.string(),
  bankAccount: z.string(),
  tetherAddress: z.string(),
});
/** A member's bank account and wallet. */
export type Payout = z.output<typeof payoutSchema>;

/** Stands in for an earlier value that cannot be decrypted any more. */
export const unreadablePayout: Payout = { bankName: '', bankAccount: '', tetherAddress: '' };

export const payoutOf = (row: {
  readonly bank_name: string;
  readonly bank_account: string;
  readonly tether_address: string;
}): Payout => ({
  bankName: row.bank_name,
  bankAccount: row.bank_account,
  tetherAddress: row.tether_address,
});

export interface PayoutChange {
  readonly id: string;
  readonly changedAt: Date;
  /** When it takes effect; null: only with consent. */
  readonly effectiveAt: Date | null;
  /** Null: the account is gone. */
  readonly changedBy: string | null;
  /** The value in use when it was made. Null: encrypted with a key that this installation no longer has. */
  readonly before: Payout | null;
  /** How it ended; null: by time, or not yet. */
  readonly outcome: PayoutOutcome | null;
  readonly settledAt: Date | null;
}

/**
 * A member's payout data at one time, read in one statement: the row has a pending change's values, so that a change
 * decided between two reads would show what was never in use.
 */
export interface PayoutsAt {
  readonly accountHolder: string;
  /** Null: encrypted with a key that this installation no longer has. */
  readonly inUse: Payout | null;
  /** The change pending then. */
  readonly next: { readonly id: string; readonly effectiveAt: Date | null; readonly payout: Payout } | null;
}

/** A change by staff that is waiting for consent. */
export interface StaffChange {
  readonly id: string;
  readonly memberId: MemberId;
  readonly nickname: string;
  readonly changedBy: MemberId;
  /** Who made it or one that it replaced, values of which it may keep. */
  readonly makers: readonly MemberId[];
  /** Null: the account is gone. */
  readonly changedByNickname: string | null;
  readonly changedAt: Date;
  readonly approvableFrom: Date;
  readonly isHeld: boolean;
  /** The value in use. Null: cannot be decrypted any more. */
  readonly before: Payout | null;
  readonly after: Payout;
}

/** Rows that a change wrote: its own, if it differs from the value in use, and those of the changes it ended. */
export interface StoredPayout {
  readonly changeId: string | undefined;
  readonly endedIds: readonly string[];
}

/** The payout data before each change, encrypted. The member's row has the new value. */
export interface PayoutChanges {
  /**
   * Records a change, in the transaction that changes the row and under the lock of the member's edits. It replaces pending
   * changes, or withdraws them if it sets the value in use. A first value waits, too: nothing is in use until then. A change
   * that staff make to their own account waits for consent if it keeps a pending value that other staff set. `isUntrusted`: the data
   * before it was changed by SQL, so nothing is in use until this change is.
   */
  keep(
    trx: Database,
    change: {
      readonly memberId: MemberId;
      readonly changedBy: MemberId;
      readonly before: Payout;
      readonly after: Payout;
      readonly isUntrusted?: boolean;
    },
  ): Promise<StoredPayout>;
  /**
   * Ends a pending change, in a transaction that holds the lock of the member's edits. Returns the value in use until then
   * (null: cannot be decrypted any more), or undefined if the change is not pending.
   */
  closeChange(
    trx: Database,
    change: { readonly memberId: MemberId; readonly changeId: string },
    outcome: Exclude<PayoutOutcome, 'replaced'>,
  ): Promise<{ readonly endedIds: readonly string[]; readonly inUse: Payout | null } | undefined>;
  /** Of these members, at `at` (default: now). */
  at(memberIds: readonly MemberId[], at?: Date): Promise<ReadonlyMap<MemberId, PayoutsAt>>;
  /**
   * The same of one member, for the person who will pay them: compared with what the program wrote. Undefined: erased.
   *
   * @throws RequestFailure RECORD_MISMATCH
   */
  toPay(memberId: MemberId, at?: Date): Promise<PayoutsAt | undefined>;
  /** Newest first. */
  of(memberId: MemberId): Promise<readonly PayoutChange[]>;
  /** Changes by staff that wait for consent, oldest first; or one of them. */
  byStaff(changeId?: string): Promise<readonly StaffChange[]>;
}

/** SQL on `app.payout_changes` (as `change`): pending, and may still be rejected. */
const waits = sql<SqlBool>`change.settled_at is null and coalesce(change.effective_at, 'infinity') > now()`;

/** When a change takes effect, or can be approved. */
const holdEnds = sql<Date>`coalesce(change.effective_at, change.changed_at + make_interval(hours => ${payoutHoldHours}))`;

/** Until when a change of `member` waits at least; null: none does. */
export const payoutWaitsUntil = sql<Date | null>`(
  select max(${holdEnds}) from app.payout_changes change where change.member_id = member.id and ${waits})`;

/** Whether it waits for consent, too. */
export const payoutNeedsConsent = sql<boolean>`exists (
  select from app.payout_changes change
  where change.member_id = member.id and change.effective_at is null and ${waits})`;

/** The payout data of a member, decrypted. Null: encrypted with a key that this installation no longer has. */
type OpenPayout = (memberId: MemberId, sealed: string) => Payout | null;

export function createPayoutChanges(db: Database, rowCheck: RowCheck, key: Uint8Array): PayoutChanges {
  const seal = (memberId: MemberId, payout: Payout) => sealText(key, memberId, JSON.stringify(payout));
  const open: OpenPayout = (memberId, sealed) => {
    const text = openText(key, memberId, sealed);
    return text === undefined ? null : payoutSchema.parse(JSON.parse(text));
  };
  return {
    async keep(trx, { memberId, changedBy, before, after, isUntrusted = false }) {
      const waiting = await waitingOf(trx, memberId);
      const [first] = waiting;
      const inUse = first === undefined ? before : open(memberId, first.sealed_before);
      const held = isUntrusted ? unreadablePayout : inUse;
      const isInUse = held !== null && isSame(held, after);
      const endedIds = waiting.map(({ id }) => id);
      if (endedIds.length > 0) await endAll(trx, endedIds, isInUse ? 'rejected' : 'replaced');
      if (isInUse) return { changeId: undefined, endedIds };
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
      return { changeId, endedIds };
    },

    async closeChange(trx, { memberId, changeId }, outcome) {
      const waiting = await waitingOf(trx, memberId);
      const [first] = waiting;
      if (first?.id !== changeId) return undefined;
      const endedIds = waiting.map(({ id }) => id);
      await endAll(trx, endedIds, outcome);
      return { endedIds, inUse: open(memberId, first.sealed_before) };
    },

    at: (memberIds, at) => payoutsAt(db, open, { memberIds, at }),

    toPay: (memberId, at) =>
      inSnapshot(db, async (snapshot) => {
        const payouts = (await payoutsAt(snapshot, open, { memberIds: [memberId], at })).get(memberId);
        if (payouts !== undefined) await rowCheck.member(snapshot, memberId, 'payout');
        return payouts;
      }),

    of: (memberId) => changesOf(db, open, memberId),

    byStaff: (changeId) => staffChanges(db, open, changeId),
  };
}

const endAll = (trx: Database, ids: readonly string[], outcome: PayoutOutcome) =>
  trx
    .updateTable('app.payout_changes')
    .set({ outcome, settled_at: sql<Date>`clock_timestamp()` })
    .where('id', 'in', ids)
    .execute();

async function payoutsAt(
  from: Database,
  open: OpenPayout,
  { memberIds, at }: { readonly memberIds: readonly MemberId[]; readonly at: Date | undefined },
): Promise<ReadonlyMap<MemberId, PayoutsAt>> {
  if (memberIds.length === 0) return new Map();
  const rows = await from
    .selectFrom('app.members as member')
    .leftJoinLateral(
      // Of several that were not in use yet, the first has what was.
      (lateral) =>
        lateral
          .selectFrom('app.payout_changes as change')
          .select(['change.id', 'change.effective_at', 'change.sealed_before'])
          .whereRef('change.member_id', '=', 'member.id')
          .where(
            sql<SqlBool>`coalesce(change.settled_at, change.effective_at, 'infinity') > ${at ?? sql`now()`}`,
          )
          .orderBy('change.id')
          .limit(1)
          .as('held'),
      (join) => join.onTrue(),
    )
    .select(['member.id as member_id', 'member.full_name'])
    .select(['member.bank_name', 'member.bank_account', 'member.tether_address'])
    .select(['held.id', 'held.effective_at', 'held.sealed_before'])
    .where('member.id', 'in', memberIds)
    .execute();
  return new Map(
    rows.map(({ member_id, full_name: accountHolder, id, effective_at, sealed_before, ...row }) => {
      const payout = payoutOf(row);
      const isHeld = id !== null && sealed_before !== null;
      return [
        member_id,
        isHeld
          ? {
              accountHolder,
              inUse: open(member_id, sealed_before),
              next: { id, effectiveAt: effective_at, payout },
            }
          : { accountHolder, inUse: payout, next: null },
      ];
    }),
  );
}

async function changesOf(
  db: Database,
  open: OpenPayout,
  memberId: MemberId,
): Promise<readonly PayoutChange[]> {
  const rows = await db
    .selectFrom('app.payout_changes as change')
    .leftJoin('app.members as by', 'by.id', 'change.changed_by')
    .selectAll('change')
    .select('by.nickname')
    .where('change.member_id', '=', memberId)
    .orderBy('change.id', 'desc')
    .limit(shownMax)
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, changedAt: row.changed_at, effectiveAt: row.effective_at, changedBy: row.nickname },
    before: open(memberId, row.sealed_before),
    ...{ outcome: row.outcome, settledAt: row.settled_at },
  }));
}

async function staffChanges(
  db: Database,
  open: OpenPayout,
  changeId: string | undefined,
): Promise<readonly StaffChange[]> {
  let query = db
    .selectFrom('app.payout_changes as change')
    .innerJoin('app.members as member', 'member.id', 'change.member_id')
    .leftJoin('app.members as by', 'by.id', 'change.changed_by')
    .selectAll('change')
    .select(['member.nickname', 'member.bank_name', 'member.bank_account', 'member.tether_address'])
    .select(['by.nickname as by_nickname', holdEnds.as('hold_ends')])
    .select([
      sql<boolean>`${holdEnds} > now()`.as('is_held'),
      sql.raw<MemberId[]>(payoutMakersSql).as('makers'),
    ])
    .where('change.effective_at', 'is', null)
    .where('change.settled_at', 'is', null)
    .orderBy('change.id')
    .limit(waitingMax);
  if (changeId !== undefined) query = query.where('change.id', '=', changeId);
  const rows = await query.execute();
  return rows.map((row) => ({
    ...{ id: row.id, memberId: row.member_id, nickname: row.nickname },
    ...{ changedBy: row.changed_by, makers: row.makers, changedByNickname: row.by_nickname },
    changedAt: row.changed_at,
    ...{ approvableFrom: row.hold_ends, isHeld: row.is_held },
    ...{ before: open(row.member_id, row.sealed_before), after: payoutOf(row) },
  }));
}

/** Oldest first: more than one only where they were made before a change replaced those that wait. */
const waitingOf = (trx: Database, memberId: MemberId) =>
  trx
    .selectFrom('app.payout_changes as change')
    .select(['id', 'sealed_before', 'effective_at'])
    .where('member_id', '=', memberId)
    .where(waits)
    .orderBy('id')
    .execute();

const payoutFields = ['bankName', 'bankAccount', 'tetherAddress'] as const;

/** Whether a change leaves a value as it waits. */
const keepsWaiting = (inUse: Payout | null, waiting: Payout, after: Payout): boolean =>
  inUse === null ||
  payoutFields.some((field) => after[field] === waiting[field] && after[field] !== inUse[field]);

const isSame = (a: Payout, b: Payout): boolean => payoutFields.every((field) => a[field] === b[field]);
