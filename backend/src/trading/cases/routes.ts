import { caseEndpoints } from '@matgyo/contracts/endpoints/cases';
import { appeal } from '@matgyo/ledger/trade/appeal-decisions';
import { addStatement, releaseCase, withdrawCase } from '@matgyo/ledger/trade/case-decisions';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import type { TradeDependencies } from '../trades/trade-dependencies.ts';
import { ruleOnAppeal } from './appeal-case.ts';
import { readCaseImage } from './case-image.ts';
import { readCase } from './case-view.ts';
import { changeCase, openCase, ruleCase, stateInCase, takeCase } from './change-case.ts';
import { listCases } from './list-cases.ts';

export const caseRoutes = (
  deps: TradeDependencies & { readonly limits: Pick<RateLimits, 'caseTakesOf'> },
): readonly Route[] =>
  capability(caseEndpoints, {
    openCase: openCase(deps),
    cases: listCases(deps.db),
    case: readCase(deps),
    addStatement: (request) => stateInCase(deps, request, 'Statement added.', addStatement),
    image: readCaseImage(deps),
    withdraw: (request) =>
      changeCase(deps, request, 'Dispute dropped.', (trade) =>
        withdrawCase(trade, { caseId: request.params.id, actor: request.caller }),
      ),
    take: takeCase(deps),
    release: (request) =>
      changeCase(deps, request, 'Dispute handed back.', (trade) =>
        releaseCase(trade, { caseId: request.params.id, adminId: request.caller.memberId }),
      ),
    rule: ruleCase(deps),
    appeal: (request) => stateInCase(deps, request, 'Appeal made.', appeal),
    ruleOnAppeal: ruleOnAppeal(deps),
  });
