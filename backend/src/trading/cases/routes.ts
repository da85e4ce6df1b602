import { caseEndpoints } from '@matgyo/contracts/endpoints/cases';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import type { TradeDependencies } from '../trades/trade-dependencies.ts';
import { appealRuling, ruleOnAppeal } from './appeal-case.ts';
import { readCaseImage } from './case-image.ts';
import { readCase } from './case-view.ts';
import { addStatement, releaseCase, takeCase, withdrawCase } from './change-case.ts';
import { listCases } from './list-cases.ts';
import { openCase } from './open-case.ts';
import { ruleCase } from './rule-case.ts';

export const caseRoutes = (
  deps: TradeDependencies & { readonly limits: Pick<RateLimits, 'caseTakesOf'> },
): readonly Route[] =>
  capability(caseEndpoints, {
    openCase: openCase(deps),
    cases: listCases(deps.db),
    case: readCase(deps),
    addStatement: addStatement(deps),
    image: readCaseImage(deps),
    withdraw: withdrawCase(deps),
    take: takeCase(deps),
    release: releaseCase(deps),
    rule: ruleCase(deps),
    appeal: appealRuling(deps),
    ruleOnAppeal: ruleOnAppeal(deps),
  });
