import type { ColumnType } from 'kysely';

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

export interface AuditTables {
  'app.audit_log': AuditLogTable;
}
