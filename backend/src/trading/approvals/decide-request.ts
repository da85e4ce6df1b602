import type { approvalEndpoints } from '@matgyo/contracts/endpoints/approvals';
import * as decisions from '@matgyo/ledger/approval/decisions';
import { appendCommand } from '../../platform/commands/append-command.ts';
import { executeOnStream } from '../../platform/commands/execute-on-stream.ts';
import { ofApproval } from '../../platform/commands/ledger-streams.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { noteOf } from '../../proof/audit/ledger-actions.ts';
import { processCommand } from '../trades/trade-command.ts';
import type { TradeDependencies } from '../trades/trade-dependencies.ts';
import { type AfterApprovalDependencies, auditAndEndSessions } from './after-approval.ts';
import { approve } from './approve.ts';

export type ApprovalDependencies = TradeDependencies & AfterApprovalDependencies;

/** `POST /approvals/:id/approve` */
export const approveRequest =
  (deps: ApprovalDependencies) => async (request: HandlerRequest<typeof approvalEndpoints.approve>) => {
    const { params, body, requestId } = request;
    const answer = await processCommand(deps, request, async (process, { command, alsoWrite }) => {
      const event = await approve(process, {
        command,
        approvalId: params.id,
        read: body.statements,
        async note(action) {
          const { sql: text, parameters } = noteOf(deps.db, { ...action, requestId }).compile();
          await alsoWrite({ text, values: parameters as readonly string[] });
        },
      });
      return { answer: { message: 'Approved and carried out.' }, event };
    });
    await auditAndEndSessions(deps, params.id, requestId);
    return answer;
  };

/** `POST /approvals/:id/refuse` */
export const refuseRequest =
  (deps: TradeDependencies) => (request: HandlerRequest<typeof approvalEndpoints.refuse>) =>
    appendCommand(deps, request, async ({ command, ledger }) => {
      const { otherAdmins } = deps.process.fourEyes;
      const approvalId = request.params.id;
      const { events } = await executeOnStream({
        ledger,
        ...ofApproval(approvalId),
        command: { ...command, correlationId: approvalId },
        async decide(approval) {
          const by = request.caller.memberId;
          const isAboutSelf = approval.state !== 'none' && decisions.isAboutSelf(approval, by);
          const others = isAboutSelf ? await otherAdmins(by, ledger.log) : [];
          return decisions.refuseRequest(approval, { by, at: command.at, others });
        },
      });
      return { answer: { message: 'Refused.' }, event: events.at(-1) };
    });
