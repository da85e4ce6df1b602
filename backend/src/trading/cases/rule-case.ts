import type { caseEndpoints } from '@matgyo/contracts/endpoints/cases';
import { tradeStream } from '@matgyo/contracts/streams';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { prepareStatement } from '../statements/prepare-statement.ts';
import { carryOutRuling } from '../trades/finish-trade.ts';
import { tradeCommand } from '../trades/trade-command.ts';
import type { TradeDependencies } from '../trades/trade-dependencies.ts';
import { tradeOfCase } from './find-case.ts';

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
