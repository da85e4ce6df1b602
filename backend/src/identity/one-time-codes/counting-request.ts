import type { CodeBudgetKind } from '@matgyo/contracts/endpoints/operations';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { clientNetwork, type RateLimits, surroundingNetwork } from '../../platform/http/rate-limits.ts';
import type { WorkChallenges } from '../../platform/http/work-challenges.ts';
import type { CodeBudget } from './code-budget.ts';
import { countedBy } from './count-guess.ts';

export interface CodeAdmission {
  readonly limits: RateLimits;
  readonly budget: CodeBudget;
  readonly challenges: WorkChallenges;
}

export type AskingForCode = Pick<HandlerRequest, 'ip' | 'header'>;

export interface CodeRequest {
  readonly by: AskingForCode;
  readonly budget: CodeBudgetKind;
  /** The account, if it is signed in or known on this network: others cannot use up its codes. */
  readonly owner?: string | false;
}

/**
 * Counts a request for a code unless it is refused. If the network's neighbours, or all clients together, have used up
 * the codes without a challenge, it requires a solved challenge, with limits of its own. A code that is silently not
 * sent counts too, because otherwise the count would reveal which accounts exist.
 *
 * @throws RequestFailure TOO_MANY_REQUESTS, CHALLENGE_REQUIRED, and what `send` throws
 */
export function countingRequest(
  { limits, budget, challenges }: CodeAdmission,
  { by, budget: kind, owner = false }: CodeRequest,
  send: () => Promise<void>,
): Promise<void> {
  const network = clientNetwork(by.ip);
  const surrounding = surroundingNetwork(by.ip);
  const { codesFrom, codesFromSurrounding, challengedCodesFrom, challengedCodesSurrounding } = limits;

  async function sendChallenged(): Promise<void> {
    // First, so that no client solves a challenge in vain.
    await challengedCodesFrom.refuseIfUsedUp(network);
    await challengedCodesSurrounding.refuseIfUsedUp(surrounding);
    await challenges.require('code', by);
    await challengedCodesFrom.unlessRefused([network], () =>
      challengedCodesSurrounding.unlessRefused([surrounding], send),
    );
  }

  return codesFrom.unlessRefused(countedBy(by.ip, owner), async () => {
    if (owner !== false) return send();
    await budget.refuseIfSpent(kind);
    if (await budget.takesChallenge(kind)) return sendChallenged();
    return codesFromSurrounding.unlessRefused([surrounding], send, sendChallenged);
  });
}
