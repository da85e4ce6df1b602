import type { caseEndpoints } from '@matgyo/contracts/endpoints/cases';
import type { CaseId } from '@matgyo/contracts/ids';
import { tradeStream } from '@matgyo/contracts/streams';
import { refuseConflict } from '@matgyo/ledger/conflict-of-interest';
import { invariant } from '@matgyo/ledger/invariant';
import type { CaseInput } from '@matgyo/ledger/trade/case-decisions';
import * as decisions from '@matgyo/ledger/trade/case-decisions';
import type { Trade } from '@matgyo/ledger/trade/trade';
import { appendCommand } from '../../platform/commands/append-command.ts';
import type { CommandContext, CommandRequest } from '../../platform/commands/ledger-command.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { actingStaff } from '../orders/accounts.ts';
import { beneficiariesOf } from '../second-admin/approval-of.ts';
import { prepareStatement, statedOnce } from '../statements/prepare-statement.ts';
import { executeOnTrade, type TradeChange } from '../trades/execute-on-trade.ts';
import { carryOutRuling } from '../trades/finish-trade.ts';
import { tradeCommand } from '../trades/trade-command.ts';
import type { TradeDependencies } from '../trades/trade-dependencies.ts';
import { tradeOfCase } from './find-case.ts';

/** `POST /trades/:id/cases`: blocks steps, completion and cancellation. */
export const openCase =
  (deps: TradeDependencies) => async (request: HandlerRequest<typeof caseEndpoints.openCase>) => {
    const { params, body, caller, file } = request;
    if (caller.status !== 'active') throw failure('ACCOUNT_INACTIVE');
    const state = statedOnce(deps, { authorId: caller.memberId, text: body.statement, file });
    return appendCommand(deps, request, async ({ command, ledger, newId, alsoWrite }) => {
      const caseId = newId as CaseId;
      const { events } = await executeOnTrade(ledger, {
        tradeId: params.id,
        command,
        async decide(trade) {
          const opening = { caseId, actor: caller, reason: body.reason };
          const { statement, decided } = await state((hash) =>
            decisions.openCase(trade, { ...opening, statement: hash }),
          );
          await statement.writeTo(alsoWrite, { caseId }, tradeStream(params.id));
          return decided;
        },
      });
      const [opened] = events;
      invariant(opened !== undefined, 'a case that was opened has its event');
      const answer = { message: 'Dispute opened.', caseId: opened.data['caseId'] as CaseId };
      return { answer, event: events.at(-1) };
    });
  };

type AboutCase = CommandRequest & { readonly params: { readonly id: CaseId } };

/** Appends to the trade of a case. Throws CASE_NOT_FOUND and what `decide` refuses. */
export async function changeCase(
  deps: TradeDependencies,
  request: AboutCase,
  message: string,
  decide: (trade: Trade, action: CommandContext) => ReturnType<TradeChange['decide']>,
) {
  const tradeId = await tradeOfCase(deps.db, request.params.id, request.caller);
  return appendCommand(deps, request, async (action) => {
    const { events } = await executeOnTrade(action.ledger, {
      tradeId,
      command: action.command,
      decide: (trade) => decide(trade, action),
    });
    return { answer: { message }, event: events.at(-1) };
  });
}

type WithStatement = AboutCase & { readonly body: { readonly statement: string } };

/** The same with a statement. */
export function stateInCase(
  deps: TradeDependencies,
  request: WithStatement,
  message: string,
  decide: (
    trade: Trade,
    action: CaseInput & { readonly statement: string; readonly at: string },
  ) => ReturnType<typeof decisions.addStatement>,
) {
  const { params, body, caller, file } = request;
  const state = statedOnce(deps, { authorId: caller.memberId, text: body.statement, file });
  return changeCase(deps, request, message, async (trade, { command, alsoWrite }) => {
    const action = { caseId: params.id, actor: caller, at: command.at };
    const { statement, decided } = await state((hash) => decide(trade, { ...action, statement: hash }));
    const [stated] = decided;
    invariant(stated !== undefined, 'a statement is an event');
    await statement.writeTo(alsoWrite, { caseId: params.id }, tradeStream(stated.data.tradeId));
    return decided;
  });
}

/** `POST /cases/:id/take` */
export const takeCase =
  (deps: TradeDependencies & { readonly limits: Pick<RateLimits, 'caseTakesOf'> }) =>
  (request: AboutCase) => {
    const [caseId, adminId] = [request.params.id, request.caller.memberId];
    return deps.limits.caseTakesOf.unlessRefused([caseId, adminId], () =>
      changeCase(deps, request, 'Dispute taken.', async (trade, { ledger }) => {
        const decided = decisions.takeCase(trade, { caseId, adminId });
        if (trade.state === 'none') return decided;
        const { accounts } = deps.process;
        const beneficiaries = await beneficiariesOf({ accounts, ledger }, trade.terms);
        refuseConflict(await actingStaff(ledger.log, adminId), beneficiaries);
        return decided;
      }),
    );
  };

/** `POST /cases/:id/ruling`: also completes or cancels the match. */
export const ruleCase =
  (deps: TradeDependencies) => async (request: HandlerRequest<typeof caseEndpoints.rule>) => {
    const { params, body, caller } = request;
    const tradeId = await tradeOfCase(deps.db, params.id, caller);
    const { outcome, amount, reasons, statements, confirmAlone } = body;
    const statement = await prepareStatement(deps, { authorId: caller.memberId, text: body.statement });
    return tradeCommand(
      deps,
      request,
      () => 'Dispute ruled on.',
      async (process, { command, alsoWrite }) => {
        return carryOutRuling(process, {
          command,
          trade: { tradeId },
          approval: { typed: confirmAlone },
          beforeAppend: () => statement.writeTo(alsoWrite, { caseId: params.id }, tradeStream(tradeId)),
          ruling: {
            caseId: params.id,
            adminId: caller.memberId,
            outcome,
            amount,
            reasons,
            grounds: statement.hash,
            statements,
          },
        });
      },
    );
  };
