import type { ApprovalId } from '@matgyo/contracts/ids';
import { approvalStream } from '@matgyo/contracts/streams';
import type { EventLog } from '@matgyo/event-store/event-log';
import { approvalDecider } from '@matgyo/ledger/approval/approval';
import type { Sessions } from '../../identity/sessions/session-store.ts';
import type { Database } from '../../platform/database/tables.ts';
import { recordFromLog } from '../../proof/audit/ledger-actions.ts';
import { loadStream } from '../commands/stream-history.ts';
import { ledgerActionOf } from './approve.ts';

export interface AfterApprovalDependencies {
  readonly db: Database;
  readonly log: Pick<EventLog, 'readStream' | 'append'>;
  readonly sessions: Pick<Sessions, 'revokeAllOf'>;
}

/**
 * What lies beside the log of an action that was carried out: the audit log's entry, and ended sessions of whose roles changed.
 * After a crash the entry is completed by its note, and a session with roles of before is refused by itself.
 */
export async function afterApproval(
  { db, log, sessions }: AfterApprovalDependencies,
  approvalId: ApprovalId,
  requestId: string,
): Promise<void> {
  const { state } = await loadStream(log, approvalStream(approvalId), approvalDecider);
  if (state.state !== 'fulfilled') return;
  const action = ledgerActionOf(state);
  if (action === undefined) return;
  const entry = await recordFromLog(db, log, { ...action, requestId }, new Date());
  if (entry === 'written' && state.action.kind === 'role') await sessions.revokeAllOf(state.action.memberId);
}
