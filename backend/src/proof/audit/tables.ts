import type { ColumnType, Generated } from 'kysely';
import type { AuditEntry } from './audit-log.ts';

type Derived = ColumnType<string | null, never, never>;

/** `app.audit_log`: what staff did that is no event, or refers to one. Written by `app.append_audit` only. */
export interface AuditLogTable {
  /** Counts from 1 without gaps, in the order of the chain. */
  sequence: ColumnType<string, never, never>;
  /** The entry as it was hashed; parsed when read. */
  content: ColumnType<Readonly<Record<string, unknown>>, never, never>;
  prev_hash: ColumnType<string, never, never>;
  hash: ColumnType<string, never, never>;
  // Taken from the content, to search by.
  at: ColumnType<string, never, never>;
  action: ColumnType<string, never, never>;
  actor_id: Derived;
  subject_id: Derived;
}

/**
 * `app.ledger_acts`: acts of staff that append to the ledger and are to be recorded, noted before they append. What has
 * been recorded stays, so that a repeat of the call is not recorded again.
 */
export interface LedgerActsTable {
  command_id: string;
  action: 'member-edited' | 'price-set';
  stream: string;
  actor: ColumnType<NonNullable<AuditEntry['actor']>, string, never>;
  request_id: string;
  noted_at: Generated<Date>;
  /** When to ask the log whether it came about, if nobody has recorded it by then. */
  look_after: Date;
  recorded_at: ColumnType<Date | null, Date | undefined, Date>;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    'app.ledger_acts': LedgerActsTable;
    'app.audit_log': AuditLogTable;
  }
}
