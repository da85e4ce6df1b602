import type { ApprovalEvent, RequestedAction } from '@matgyo/contracts/events/approval-events';
import { isApprovalEvent } from '@matgyo/contracts/events/ledger-event';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { type ApprovalRequest, evolveApproval } from '@matgyo/ledger/approval/approval';
import { ofKind, type ReadModel } from '../../read-model.ts';
import type { StoredRow } from '../../table-shape.ts';
import { type ApprovalsTable, approvalsTable } from './tables.ts';

type Approval = StoredRow<ApprovalsTable>;

const approvalEvent = ofKind(isApprovalEvent, 'an approval');

/** Requests for another admin's approval, and their outcome. */
export const approvals: ReadModel = {
  name: 'approvals',
  version: 1,
  streams: ['approval-'],
  tables: [approvalsTable],
  needs: [
    {
      table: approvalsTable,
      streamPrefix: 'approval-',
      keys: (events) => events.map((event) => approvalEvent(event).data.approvalId),
    },
  ],
  fold(logged, rows) {
    const event = approvalEvent(logged);
    const { approvalId } = event.data;
    rows.put(approvalsTable, evolve(rows.get(approvalsTable, approvalId), event, logged.recorded));
    return [`approval:${approvalId}`];
  },
};

function evolve(
  before: Approval | undefined,
  event: ApprovalEvent,
  { revision, metadata: { at } }: RecordedEvent,
): Approval {
  const approval = evolveApproval(
    before === undefined ? { state: 'none' } : { state: before.state, ...requestOf(before) },
    event,
    at,
  );
  const isDecision = !['ApprovalRequested', 'ApprovalFulfilled', 'ApprovalLapsed'].includes(event.type);
  return {
    approval_id: approval.approvalId,
    kind: approval.action.kind,
    trade_id: 'tradeId' in approval.action ? approval.action.tradeId : null,
    act: JSON.stringify(approval.action),
    state: approval.state,
    asked_by: approval.askedBy,
    asked_at: before?.asked_at ?? at,
    until: approval.until,
    decided_by: 'by' in event.data ? event.data.by : (before?.decided_by ?? null),
    decided_at: isDecision ? at : (before?.decided_at ?? null),
    revision,
  };
}

const requestOf = (row: Approval): ApprovalRequest => ({
  approvalId: row.approval_id,
  askedBy: row.asked_by,
  action: readAction(row.act),
  until: row.until,
});

/** The column holds the event's value unchanged. */
export const readAction = (stored: string): RequestedAction => JSON.parse(stored) as RequestedAction;
