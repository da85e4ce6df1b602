import type { AuditAction } from '@matgyo/contracts/audit-actions';
import { isStaff, roleOf } from '@matgyo/contracts/roles';
import { canonicalJson } from '@matgyo/ledger/proof/canonical-json';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';

/** A staff action. Ids, codes and field names only: never a field's value, nor an address in clear text. */
export interface AuditEntry {
  readonly action: AuditAction;
  /** Who did it; null when the actor is unauthenticated, as in a failed sign-in, and for programs. */
  readonly actor: { readonly memberId: string; readonly admin: boolean; readonly manager: boolean } | null;
  /** The member, order, trade, event, chat room, file or read model that the action concerns. */
  readonly subjectId: string | null;
  /** A code. */
  readonly reason?: string | null;
  readonly requestId: string | null;
  readonly details?: Readonly<Record<string, string | number | boolean | readonly string[] | null>>;
}

/**
 * Appends to the audit log, in the transaction of `db` if the action changes a row. Call it last in a transaction:
 * until its end other entries wait. Members' calls never wait, since only staff actions are recorded.
 */
export async function recordAudit(db: Database, entry: AuditEntry, at?: Date): Promise<void> {
  await sql`select app.append_audit(${auditText(entry, at)})`.execute(db);
}

/** What members change about their own accounts is recorded for staff only. */
export async function recordOwnIfStaff(
  db: Database,
  actor: NonNullable<AuditEntry['actor']>,
  entry: Omit<AuditEntry, 'actor' | 'subjectId'>,
): Promise<void> {
  if (isStaff(actor)) await recordAudit(db, { ...entry, actor, subjectId: actor.memberId });
}

/** The hashed text of an entry. */
export function auditText(entry: AuditEntry, at: Date = new Date()): string {
  const { action, actor, subjectId, reason = null, requestId, details = {} } = entry;
  return canonicalJson({
    action,
    actorId: actor?.memberId ?? null,
    actorRole: actor && roleOf(actor),
    at: at.toISOString(),
    details,
    reason,
    requestId,
    subjectId,
  });
}
