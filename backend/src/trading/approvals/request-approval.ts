import type { approvalEndpoints } from '@matgyo/contracts/endpoints/approvals';
import type { RequestedAction } from '@matgyo/contracts/events/approval-events';
import type { ApprovalId } from '@matgyo/contracts/ids';
import { requestApproval as decideRequest } from '@matgyo/ledger/approval/decisions';
import { invariant } from '@matgyo/ledger/invariant';
import { refuse } from '@matgyo/ledger/refusal';
import { sql } from 'kysely';
import { memberByNickname } from '../../identity/members/member-query.ts';
import { executeOnStream } from '../../platform/commands/execute-on-stream.ts';
import { ofApproval } from '../../platform/commands/ledger-streams.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { tradeOfCase } from '../cases/find-case.ts';
import { prepareStatement, type Statement, type StatementSubject } from '../statements/prepare-statement.ts';
import { processCommand } from '../trades/trade-command.ts';
import type { TradeDependencies } from '../trades/trade-dependencies.ts';
import type { TradeProcess } from '../trades/trade-process.ts';
import { requestedCompletion } from './completion.ts';
import { requestedPrice } from './price.ts';
import { requestedReversal } from './reversal.ts';
import { requestedRoles } from './role.ts';

type RequestCall = HandlerRequest<typeof approvalEndpoints.requestApproval>;

/** `POST /approvals`: requests another admin's approval of an action that the caller may not carry out alone. */
export const requestApproval = (deps: TradeDependencies) => async (request: RequestCall) => {
  const { resolveAction, statement } = await requestedApproval(deps, request);
  const askedBy = request.caller.memberId;
  const requested = () =>
    processCommand(deps, request, async (process, { command, newId, alsoWrite }) => {
      const approvalId = newId as ApprovalId;
      const on = ofApproval(approvalId);
      const { state, events } = await executeOnStream({
        ledger: process.ledger,
        ...on,
        command: { ...command, correlationId: approvalId },
        async decide(approval) {
          const action = await resolveAction(process, command.at);
          await refuseWhileWaiting(deps.db, action);
          const decided = decideRequest(approval, { approvalId, askedBy, action });
          await statement?.prepared.writeTo(alsoWrite, statement.about, on.stream);
          return decided;
        },
      });
      invariant(state.state !== 'none', 'the request exists');
      const answer = { message: 'Approval requested.', approvalId, until: state.until };
      return { answer, event: events.at(-1) };
    });
  // Outside, because after a conflict it is decided again. A repeat gets its reply beyond the limit too.
  return deps.limits.approvalsOf.unlessRefused([askedBy], requested, (refusal) =>
    processCommand(deps, request, () => Promise.reject(refusal)),
  );
};

interface RequestedApproval {
  /** The action with all its inputs. Refused if it could not be carried out now even with an approval. */
  readonly resolveAction: (process: TradeProcess, at: string) => Promise<RequestedAction>;
  /** Its text is not in the log. */
  readonly statement?: { readonly prepared: Statement; readonly about: StatementSubject };
}

async function requestedApproval(
  deps: TradeDependencies,
  { body, caller }: RequestCall,
): Promise<RequestedApproval> {
  const askedBy = caller.memberId;
  switch (body.kind) {
    case 'completion': {
      const { tradeId, reason, marked } = body;
      const requested = { askedBy, tradeId, reason, marked };
      return { resolveAction: (process) => requestedCompletion(process, requested) };
    }
    case 'ruling': {
      const { caseId, outcome, amount, reasons, statement, statements } = body;
      const tradeId = await tradeOfCase(deps.db, caseId, caller);
      const prepared = await prepareStatement(deps, { authorId: askedBy, text: statement });
      const ruling = {
        caseId,
        outcome,
        reasons,
        grounds: prepared.hash,
        statements,
        ...(amount && { amount }),
      };
      return {
        resolveAction: (process) => requestedCompletion(process, { askedBy, tradeId, ruling }),
        statement: { prepared, about: { caseId } },
      };
    }
    case 'reversal': {
      const { tradeId, reason, statement } = body;
      const prepared = await prepareStatement(deps, { authorId: askedBy, text: statement });
      const requested = { askedBy, tradeId, reason, grounds: prepared.hash };
      return {
        resolveAction: (process) => requestedReversal(process, requested),
        statement: { prepared, about: {} },
      };
    }
    case 'price': {
      const { tetherPrice: price, expectedRevision } = body;
      return {
        resolveAction: (process, at) => requestedPrice(process, { askedBy, price, expectedRevision, at }),
      };
    }
    case 'role': {
      const { kind: _, nickname, storedLanguage: __, ...edit } = body;
      const member = await memberByNickname(deps.db, nickname);
      if (member === undefined) throw failure('MEMBER_NOT_FOUND');
      return { resolveAction: (process) => requestedRoles(process, { askedBy, memberId: member.id, edit }) };
    }
  }
}

/**
 * Refuses a second request for the same action; one for an earlier revision of its subject does not count. Two
 * requests made at the same time do no harm, because only one of them can be carried out.
 */
async function refuseWhileWaiting(db: Database, action: RequestedAction): Promise<void> {
  // A trade is completed once and reversed once, whatever reason is given.
  const same = 'tradeId' in action ? { tradeId: action.tradeId, revision: action.revision } : action;
  const waiting = await db
    .selectFrom('read_approvals.approvals')
    .select('approval_id')
    .where('kind', '=', action.kind)
    .where('state', 'in', ['waiting', 'granted'])
    .where(sql<boolean>`act::jsonb @> ${JSON.stringify(same)}::jsonb`)
    .executeTakeFirst();
  if (waiting !== undefined) refuse('APPROVAL_WAITING', { approvalId: waiting.approval_id });
}
