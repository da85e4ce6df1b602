import type { caseEndpoints } from '@matgyo/contracts/endpoints/cases';
import type { CaseId } from '@matgyo/contracts/ids';
import { tradeStream } from '@matgyo/contracts/streams';
import { invariant } from '@matgyo/ledger/invariant';
import * as decisions from '@matgyo/ledger/trade/case-decisions';
import { appendCommand } from '../../platform/commands/append-command.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { statedOnce } from '../statements/prepare-statement.ts';
import { executeOnTrade } from '../trades/execute-on-trade.ts';
import type { TradeDependencies } from '../trades/trade-dependencies.ts';

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
