import type { ColumnType } from 'kysely';
import type { Moment } from '../../platform/database/tables.ts';

/** `app.signed_checkpoints`: how the log ended at moments, signed. Appended to only. */
export interface SignedCheckpointsTable {
  /** Counts from 1 without gaps. */
  sequence: ColumnType<string, number, never>;
  /** Of the last event it covers. */
  event_id: string;
  made_at: Moment;
  /** `CheckpointStatement` as canonical JSON: the text that is signed. */
  statement: string;
  signature: string;
  /** Of that event in this log; not signed, and null where the checkpoint came with a backup. */
  position: string | null;
}

/** `app.checkpoint_heads`: the lists of heads that checkpoints name by their hash. */
export interface CheckpointHeadsTable {
  sha256: string;
  heads: string;
}

/** `app.checkpoint_keys`: public keys, current and retired. For whoever asks; what is trusted is kept outside. */
export interface CheckpointKeysTable {
  key_id: string;
  public_key: string;
  first_used_at: Moment;
}

/** `app.report_checkpoints`: which checkpoint a report up to an event was given, so that it is given the same again. */
export interface ReportCheckpointsTable {
  event_id: string;
  sequence: ColumnType<string, number, never>;
}

/**
 * `app.signed_heads`: where a stream's heads stand among the lists, so that one stream can be held against its
 * checkpoints at once. Evidence are the lists themselves, which `npm run verify` goes through.
 */
export interface SignedHeadsTable {
  stream: string;
  revision: number;
  hash: string;
  /** Of the checkpoint. */
  sequence: ColumnType<string, number, never>;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    'app.signed_checkpoints': SignedCheckpointsTable;
    'app.checkpoint_heads': CheckpointHeadsTable;
    'app.checkpoint_keys': CheckpointKeysTable;
    'app.report_checkpoints': ReportCheckpointsTable;
    'app.signed_heads': SignedHeadsTable;
  }
}
