import { noSecondAdmin } from '@matgyo/contracts/approvals';
import type pg from 'pg';
import { hasTables } from '../stored-rows.ts';
import type { Finding } from './finding.ts';

/**
 * SQL for who made a change of payout data, `change`, or one that it replaced, values of which it may keep: those from
 * the last change on that something else ended than the next one. None of them may approve it.
 */
export const payoutMakersSql = `array(
  select made.changed_by from app.payout_changes made
  where made.member_id = change.member_id and made.id <= change.id and made.id > coalesce((
    select max(ended.id) from app.payout_changes ended
    where ended.member_id = change.member_id and ended.id < change.id and ended.outcome is distinct from 'replaced'), 0))`;

const namedMax = 50;

/**
 * Checks that who consented to a change of payout data, by the audit log, was the member where they confirmed it, and
 * where it was approved neither who made it, or one that it replaced, nor the member, unless the entry states that
 * there was no other admin, which `StaffCheck` compares with the log. Needs no key. In one statement, so as of one
 * point in time.
 */
export async function verifyPayoutRows(pool: pg.Pool): Promise<readonly Finding[]> {
  if (!(await hasTables(pool, 'app.payout_changes', 'app.audit_log'))) return [];
  const { rows } = await pool.query<{ id: string }>(withoutConsent, [noSecondAdmin]);
  return rows.map(({ id }) => ({
    check: 'rows',
    what: `payout change ${id} is in use, but the audit log has no valid consent to it`,
  }));
}

/** Entries of confirmations from before do not name the change. */
const withoutConsent = `
  select change.id::text as id from app.payout_changes change
  where change.outcome in ('confirmed', 'approved') and not exists (
    select from app.audit_log entry
    where entry.subject_id = change.member_id and entry.action = 'payout-change-' || change.outcome
      and case change.outcome
        when 'confirmed' then entry.actor_id = change.member_id
          and coalesce(entry.content -> 'details' ->> 'change', change.id::text) = change.id::text
        else entry.content -> 'details' ->> 'change' = change.id::text
          and (entry.actor_id <> all (change.member_id || ${payoutMakersSql}) or entry.content ->> 'reason' = $1) end)
  order by change.id limit ${namedMax}`;
