import type { ApprovalKind, ApprovalState } from '@matgyo/contracts/approvals';
import type { ApprovalId, MemberId, TradeId } from '@matgyo/contracts/ids';
import { columnKinds, nullable, type TableShape, type Timestamp } from '../../table-shape.ts';

/** `read_approvals.approvals`: one row per request for another admin's approval. */
export interface ApprovalsTable {
  approval_id: ApprovalId;
  kind: ApprovalKind;
  trade_id: TradeId | null;
  /** The requested action, as in the event, as JSON. */
  act: string;
  state: ApprovalState;
  asked_by: MemberId;
  asked_at: Timestamp;
  until: Timestamp;
  /** Who approved or refused it. */
  decided_by: MemberId | null;
  /** When it was approved, refused, or expired. */
  decided_at: Timestamp | null;
  /** Revision of the approval's stream. */
  revision: number;
}

const { text, revision, timestamp } = columnKinds;

export const approvalsTable: TableShape<ApprovalsTable> = {
  name: 'approvals',
  columns: {
    approval_id: text,
    kind: text,
    trade_id: nullable(text),
    act: text,
    state: text,
    asked_by: text,
    asked_at: timestamp,
    until: timestamp,
    decided_by: nullable(text),
    decided_at: nullable(timestamp),
    revision,
  },
  key: ['approval_id'],
  indexes: [
    `(until) where state in ('waiting', 'granted')`,
    '(trade_id)',
    '(asked_at desc, approval_id desc)',
  ],
};
