import type { DataOf } from '@matgyo/contracts/events/ledger-event';
import type { CaseEvent } from '@matgyo/contracts/events/trade-events';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import type { Cases } from '@matgyo/ledger/trade/case';
import { loserOf } from '@matgyo/ledger/trade/losing-side';
import { existing } from '../../read-model.ts';
import type { WorkingRows } from '../../working-rows.ts';
import { type CaseRow, casesTable, type TradeRow } from './tables.ts';

/** Undefined for a trade that was never matched. */
export const readCases = (stored: string | null): Cases | undefined =>
  stored === null ? undefined : (JSON.parse(stored) as Cases);

/** Writes the case's own row, which changes with its trade. */
export function noteCase(
  rows: WorkingRows,
  trade: TradeRow,
  event: CaseEvent,
  { revision, metadata }: RecordedEvent,
): void {
  const { caseId } = event.data;
  const before =
    event.type === 'CaseOpened'
      ? opened(trade, event.data, metadata)
      : existing(rows.get(casesTable, caseId), `case ${caseId}`);
  rows.put(casesTable, { ...before, ...after(before, event, metadata), revision, updated_at: metadata.at });
}

function opened(
  trade: TradeRow,
  { caseId, by, reason }: DataOf<'CaseOpened'>,
  { at }: RecordedEvent['metadata'],
): Omit<CaseRow, 'revision' | 'updated_at'> {
  const { trade_id, sell_order_id, buy_order_id, seller_id, buyer_id } = trade;
  return {
    case_id: caseId,
    trade_id,
    sell_order_id,
    buy_order_id,
    seller_id,
    buyer_id,
    reason,
    opened_by: by,
    opened_at: at,
    status: 'open' as const,
    admin_id: null,
    outcome: null,
    closed_at: null,
    statements: 0,
    lost_by: null,
    appeal: null,
    appealed_at: null,
  };
}

function after(
  before: Pick<CaseRow, 'statements'>,
  event: CaseEvent,
  { at }: RecordedEvent['metadata'],
): Partial<CaseRow> {
  switch (event.type) {
    case 'CaseOpened':
      return {};
    case 'CaseStatementAdded':
      return { statements: before.statements + 1 };
    case 'CaseTaken':
      return { admin_id: event.data.adminId };
    case 'CaseReleased':
      return { admin_id: null };
    case 'CaseWithdrawn':
      return { status: 'withdrawn', closed_at: at };
    case 'CaseRuled':
      return {
        status: 'ruled',
        outcome: event.data.outcome,
        closed_at: at,
        lost_by: loserOf(event.data) ?? null,
      };
    case 'CaseAppealed':
      return { appeal: 'open', appealed_at: at, statements: before.statements + 1 };
    case 'AppealRuled':
      return { appeal: event.data.outcome };
    default:
      return event satisfies never;
  }
}
