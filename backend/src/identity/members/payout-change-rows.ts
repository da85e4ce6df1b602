import type { MemberId } from '@matgyo/contracts/ids';
import { payoutMakersSql } from '@matgyo/projections/verify/check-payout-rows';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { type Payout, payoutOf } from './payout.ts';

/**
 * The shortest time until a new bank account or wallet takes effect, so that the member, who is notified at once, can
 * reject it.
 */
export const payoutHoldHours = 24;
const shownMax = 20;
/** Changes waiting for consent that are listed at once; later ones follow when these are decided. */
const waitingMax = 100;

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

/** The payout data of a member, decrypted. Null: encrypted with a key that this installation no longer has. */
export type OpenPayout = (memberId: MemberId, sealed: string) => Payout | null;

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

/**
 * The changes of a member that wait. Oldest first: more than one only where they were made before a change replaced
 * those that wait.
 */
export const waitingOf = (trx: Database, memberId: MemberId) =>
  trx
    .selectFrom('app.payout_changes as change')
    .select(['id', 'sealed_before', 'effective_at'])
    .where('member_id', '=', memberId)
    .where(waits)
    .orderBy('id')
    .execute();

export async function payoutsAt(
  from: Database,
  open: OpenPayout,
  { memberIds, at }: { readonly memberIds: readonly MemberId[]; readonly at: Date | undefined },
): Promise<ReadonlyMap<MemberId, PayoutsAt>> {
  if (memberIds.length === 0) return new Map();
  const rows = await from
    .selectFrom('app.members as member')
    .leftJoinLateral(
      // Of several changes that wait, the first has the value in use.
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

/** `before`: what was in use when it was made. `changedBy`: null if the account is gone. */
export async function changesOf(db: Database, open: OpenPayout, memberId: MemberId) {
  const rows = await db
    .selectFrom('app.payout_changes as change')
    .leftJoin('app.members as by', 'by.id', 'change.changed_by')
    .select(['change.changed_at as changedAt', 'change.effective_at as effectiveAt'])
    .select(['change.settled_at as settledAt', 'change.outcome', 'change.sealed_before'])
    .select('by.nickname as changedBy')
    .where('change.member_id', '=', memberId)
    .orderBy('change.id', 'desc')
    .limit(shownMax)
    .execute();
  return rows.map(({ sealed_before, ...change }) => ({ ...change, before: open(memberId, sealed_before) }));
}

/**
 * `makers`: who made it or one that it replaced, values of which it may keep. `before`: what is in use.
 * `changedByNickname`: null if the account is gone.
 */
export async function staffChanges(db: Database, open: OpenPayout, changeId: string | undefined) {
  let query = db
    .selectFrom('app.payout_changes as change')
    .innerJoin('app.members as member', 'member.id', 'change.member_id')
    .leftJoin('app.members as by', 'by.id', 'change.changed_by')
    .select(['change.id', 'change.member_id as memberId', 'change.changed_by as changedBy'])
    .select(['change.changed_at as changedAt', 'change.sealed_before'])
    .select(['member.nickname', 'member.bank_name', 'member.bank_account', 'member.tether_address'])
    .select(['by.nickname as changedByNickname', holdEnds.as('approvableFrom')])
    .select([
      sql<boolean>`${holdEnds} > now()`.as('isHeld'),
      sql.raw<MemberId[]>(payoutMakersSql).as('makers'),
    ])
    .where('change.effective_at', 'is', null)
    .where('change.settled_at', 'is', null)
    .orderBy('change.id')
    .limit(waitingMax);
  if (changeId !== undefined) query = query.where('change.id', '=', changeId);
  return (await query.execute()).map(
    ({ sealed_before, bank_name, bank_account, tether_address, ...change }) => ({
      ...change,
      before: open(change.memberId, sealed_before),
      after: payoutOf({ bank_name, bank_account, tether_address }),
    }),
  );
}
