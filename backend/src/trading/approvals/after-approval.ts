import type { ApprovalId } from '@matgyo/contracts/ids';
import type { Sessions } from '../../identity/sessions/session-store.ts';
import { ofApproval } from '../../platform/commands/ledger-streams.ts';
import { loadStream } from '../../platform/commands/stream-history.ts';
import { recordFromLog } from '../../proof/audit/ledger-actions.ts';
import type { Shared } from '../../shared.ts';
import { ledgerActionOf } from './approve.ts';

export interface AfterApprovalDependencies extends Pick<Shared, 'db' | 'log'> {
  readonly sessions: Pick<Sessions, 'revokeAllOf'>;
}

/**
 * Writes the audit log's entry of an approved action, and ends the sessions of a member whose roles changed. After a
 * crash the note completes the entry, and the session check refuses sessions with the earlier roles.
 */
export async function auditAndEndSessions(
  { db, log, sessions }: AfterApprovalDependencies,
  approvalId: ApprovalId,
  requestId: string,
): Promise<void> {
  const { state } = await loadStream(log, ofApproval(approvalId));
  if (state.state !== 'fulfilled') return;
  const action = ledgerActionOf(state);
  if (action === undefined) return;
  const entry = await recordFromLog(db, log, { ...action, requestId }, new Date());
  if (entry === 'written' && state.action.kind === 'role')
    await sessions.revokeAllOf(db, state.action.memberId);
}
