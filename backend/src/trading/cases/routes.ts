import { caseEndpoints } from '@matgyo/contracts/endpoints/cases';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import type { TradeDependencies } from '../trades/trade-dependencies.ts';
import { appealCall, ruleOnAppealCall } from './appeal-case.ts';
import { caseImageCall } from './case-image.ts';
import { caseCall } from './case-view.ts';
import { addStatementCall, releaseCaseCall, takeCaseCall, withdrawCaseCall } from './change-case.ts';
import { casesCall } from './list-cases.ts';
import { openCaseCall } from './open-case.ts';
import { ruleCaseCall } from './rule-case.ts';

export const caseRoutes = (
  deps: TradeDependencies & { readonly limits: Pick<RateLimits, 'caseTakesOf'> },
): readonly Route[] =>
  capability(caseEndpoints, {
    openCase: openCaseCall(deps),
    cases: casesCall(deps.db),
    case: caseCall(deps),
    addStatement: addStatementCall(deps),
    image: caseImageCall(deps),
    withdraw: withdrawCaseCall(deps),
    take: takeCaseCall(deps),
    release: releaseCaseCall(deps),
    rule: ruleCaseCall(deps),
    appeal: appealCall(deps),
    ruleOnAppeal: ruleOnAppealCall(deps),
  });
