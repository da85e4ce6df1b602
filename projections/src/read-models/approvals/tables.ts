import type { ApprovalKind, ApprovalState } from '@matgyo/contracts/approvals';
import type { ApprovalId, MemberId, TradeId } from '@matgyo/contracts/ids';
import { columnKinds, nullable, type RowOf, tableShape } from '../../table-shape.ts';

const { text, revision, timestamp } = columnKinds;

/** `read_approvals.approvals`: one row per request for another admin's approval. */
export const approvalsTable = tableShape({
  name: 'approvals',
  columns: {
    approval_id: text<ApprovalId>(),
    kind: text<ApprovalKind>(),
    trade_id: nullable(text<TradeId>()),
    /** The requested action, as in the event, as JSON. */
    act: text(),
    state: text<ApprovalState>(),
    asked_by: text<MemberId>(),
    asked_at: timestamp(),
    until: timestamp(),
    decided_by: nullable(text<MemberId>()),
    /** When it was approved, refused, or expired. */
    decided_at: nullable(timestamp()),
    revision: revision(),
  },
  key: ['approval_id'],
  indexes: [
    `(until) where state in ('waiting', 'granted')`,
    '(trade_id)',
    '(asked_at desc, approval_id desc)',
  ],
});
export type ApprovalsTable = RowOf<typeof approvalsTable>;
