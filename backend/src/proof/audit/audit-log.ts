import type { AuditAction } from '@matgyo/contracts/audit-actions';
import { canonicalJson } from '@matgyo/ledger/proof/canonical-json';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';

/** What staff did. Ids, codes and names of fields only: never what a field holds, nor an address in the clear. */
export interface AuditEntry {
  readonly action: AuditAction;
  /** Who did it; null where nobody has shown who they are, as in a failed sign-in, and for programs. */
  readonly actor: { readonly memberId: string; readonly admin: boolean; readonly manager: boolean } | null;
  /** A member, order, trade, event, chat room, file or read model: what was acted on. */
  readonly subjectId: string | null;
  /** A code. */
  readonly reason?: string | null;
  readonly requestId: string | null;
  readonly details?: Readonly<Record<string, string | number | boolean | readonly string[] | null>>;
}

/**
 * Appends to the audit log, in the transaction of `db` where the act is a row. Do it last in a transaction: from here to
 * its end other entries wait. Only staff's acts are recorded, so nobody else ever does.
 */
export async function recordAudit(db: Database, entry: AuditEntry, at?: Date): Promise<void> {
  await sql`select app.append_audit(${auditText(entry, at)})`.execute(db);
}

/** What is hashed of an entry. */
export function auditText(entry: AuditEntry, at: Date = new Date()): string {
  const { action, actor, subjectId, reason = null, requestId, details = {} } = entry;
  return canonicalJson({
    action,
    actorId: actor?.memberId ?? null,
    actorRole: roleOf(actor),
    at: at.toISOString(),
    details,
    reason,
    requestId,
    subjectId,
  });
}

function roleOf(actor: AuditEntry['actor']): 'admin' | 'manager' | 'member' | null {
  if (actor === null) return null;
  if (actor.admin) return 'admin';
  return actor.manager ? 'manager' : 'member';
}
