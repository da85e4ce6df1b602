import type { ApprovalEvent } from '@matgyo/contracts/events/approval-events';
import type { ApprovalId } from '@matgyo/contracts/ids';
import type { Approval, ApprovalRequest } from '@matgyo/ledger/approval/approval';
import { expire, lapseWaiting, refuseOutdated } from '@matgyo/ledger/approval/decisions';
import { LedgerRefusal } from '@matgyo/ledger/refusal';
import { forEachSequentially } from '../../platform/background.ts';
import { uuidV5 } from '../../platform/commands/event-ids.ts';
import { executeOnStream, systemCommand } from '../../platform/commands/execute-on-stream.ts';
import { ofApproval } from '../../platform/commands/ledger-streams.ts';
import { isoOf } from '../../platform/commands/timing.ts';
import { noteLedgerAction } from '../../proof/audit/ledger-actions.ts';
import { refuseUnlessAdmins } from '../second-admin/approval-of.ts';
import type { TradeDependencies } from '../trades/trade-dependencies.ts';
import type { TradeProcess } from '../trades/trade-process.ts';
import { kindOf } from './action-kinds.ts';
import { type AfterApprovalDependencies, auditAndEndSessions } from './after-approval.ts';
import { carryOut } from './approve.ts';

const batchSizeMax = 500;
const expiriesNamespace = '0d6c4a44-93f1-5b0f-a0a1-5c3a0b9d7e25';

type Dependencies = Pick<TradeDependencies, 'db' | 'process'>;

/** Ends requests that have expired. As below, the read model only lists the candidates; the log decides. */
export async function expireApprovals({ db, process }: Dependencies): Promise<void> {
  const at = isoOf(process.ledger.timing.now());
  const over = await openRequests(db)
    .where('state', '=', 'waiting')
    .where('until', '<=', new Date(at))
    .execute();
  await forEachSequentially(over, ({ approval_id: approvalId }) =>
    executeOnApproval(process, approvalId, (approval) => expire(approval, at)),
  );
}

/**
 * Ends requests that can no longer be granted, and carries out what was granted but not carried out: a process may die
 * between the two where the log cannot append to several streams at once.
 */
export async function finishApprovals(deps: Dependencies & AfterApprovalDependencies): Promise<void> {
  const { db, process } = deps;
  await forEachSequentially(await openRequests(db).execute(), async ({ approval_id: approvalId }) => {
    const { history } = await executeOnApproval(process, approvalId, async (approval) => {
      if (approval.state !== 'waiting') return [];
      const why = await whyNotGrantable(process, approval);
      return why === undefined ? [] : lapseWaiting(approval, why);
    });
    if (history.state.state !== 'granted') return;
    // No HTTP request causes this, so the audit entry gets the approval's id.
    const requestId = approvalId;
    await carryOut(process, history, (action) => noteLedgerAction(db, { ...action, requestId })).catch(
      (error: unknown) => {
        // The approval has lapsed; its event states the reason.
        if (!(error instanceof LedgerRefusal)) throw error;
      },
    );
    await auditAndEndSessions(deps, approvalId, requestId);
  });
}

const openRequests = (db: Dependencies['db']) =>
  db
    .selectFrom('read_approvals.approvals')
    .select('approval_id')
    .where('state', 'in', ['waiting', 'granted'])
    // Those granted first.
    .orderBy('state')
    .orderBy('until')
    .limit(batchSizeMax);

/** Concurrent backends create the same command. */
const executeOnApproval = (
  { ledger }: TradeProcess,
  approvalId: ApprovalId,
  decide: (approval: Approval) => readonly ApprovalEvent[] | Promise<readonly ApprovalEvent[]>,
) =>
  executeOnStream({
    ledger,
    ...ofApproval(approvalId),
    command: systemCommand('approval-time', {
      commandId: uuidV5(expiriesNamespace, approvalId),
      correlationId: approvalId,
      at: isoOf(ledger.timing.now()),
    }),
    decide,
  });

/** The code with which a grant would be refused now; undefined: it can be granted. */
async function whyNotGrantable(process: TradeProcess, { action, askedBy }: ApprovalRequest) {
  try {
    refuseOutdated(action, await kindOf(action).now(process, action));
    await refuseUnlessAdmins(process, [askedBy]);
    return undefined;
  } catch (error) {
    if (error instanceof LedgerRefusal) return error.code;
    throw error;
  }
}
