import type { ColumnType, Generated } from 'kysely';
import type { AuditEntry } from './audit-log.ts';

type Derived = ColumnType<string | null, never, never>;

/** `app.audit_log`: staff actions that are no event, or that refer to one. Written by `app.append_audit` only. */
export interface AuditLogTable {
  /** Counts from 1 without gaps, in chain order. */
  sequence: ColumnType<string, never, never>;
  /** The entry as it was hashed; parsed when read. */
  content: ColumnType<Readonly<Record<string, unknown>>, never, never>;
  prev_hash: ColumnType<string, never, never>;
  hash: ColumnType<string, never, never>;
  // Generated from the content, for searching.
  at: ColumnType<string, never, never>;
  action: ColumnType<string, never, never>;
  actor_id: Derived;
  subject_id: Derived;
}

/**
 * `app.ledger_acts`: staff actions that append to the ledger and need an audit entry, noted before they append. Rows
 * stay after the entry is written, so that a repeat of the call is not recorded again.
 */
export interface LedgerActsTable {
  command_id: string;
  action: 'member-edited' | 'price-set';
  stream: string;
  actor: ColumnType<NonNullable<AuditEntry['actor']>, string, never>;
  request_id: string;
  noted_at: Generated<Date>;
  /** When to look in the log whether the action happened, if it has no entry by then. */
  look_after: Date;
  recorded_at: ColumnType<Date | null, Date | undefined, Date>;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    'app.ledger_acts': LedgerActsTable;
    'app.audit_log': AuditLogTable;
  }
}
