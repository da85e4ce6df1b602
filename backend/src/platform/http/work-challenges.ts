import { type KeyObject, randomInt } from 'node:crypto';
import { type ChallengeUse, type WorkSolution, workSolution } from '@matgyo/contracts/work-challenge';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { HandlerRequest } from './handler.ts';
import { challengeSeconds, type RateLimits } from './rate-limits.ts';
import { failure, RequestFailure } from './request-failure.ts';

/** PBKDF2 iterations per try, and the most tries of a challenge; the fewest are half as many (docs/decisions/limits.md). */
const fullWork = { cost: 2_000, most: 4_000 };

type Challenged = Pick<HandlerRequest, 'header'>;

/** Asks for proof of work once a limit shared by many clients is used up, instead of refusing all of them. */
export type WorkChallenges = ReturnType<typeof createWorkChallenges>;

export function createWorkChallenges(
  { solvedChallenges }: Pick<RateLimits, 'solvedChallenges'>,
  key: KeyObject,
  { cost, most } = fullWork,
) {
  const secret = key.export().toString('hex');
  const secrets = { hmacSignatureSecret: `challenge ${secret}`, hmacKeySignatureSecret: `key ${secret}` };

  const challenge = (use: ChallengeUse) =>
    createChallenge({
      ...secrets,
      algorithm: 'PBKDF2/SHA-256',
      cost,
      deriveKey,
      data: { most, use },
      counter: randomInt(most / 2, most),
      expiresAt: nowSeconds() + challengeSeconds,
    });

  /** False for a solution that is expired, forged, wrong, for another use or already used. */
  async function isSolved(use: ChallengeUse, solution: string | undefined): Promise<boolean> {
    const shown = solutionFrom(solution);
    if (shown === undefined || shown.challenge.parameters.data.use !== use) return false;
    // It was made before the clock was set back, and its use may be counted no longer.
    if (shown.challenge.parameters.expiresAt > nowSeconds() + 2 * challengeSeconds) return false;
    const { verified } = await verifySolution({ ...secrets, ...shown, deriveKey });
    if (!verified) return false;
    return solvedChallenges.take(shown.challenge.parameters.nonce).then(
      () => true,
      (refusal: unknown) => {
        if (refusal instanceof RequestFailure) return false;
        throw refusal;
      },
    );
  }

  /**
   * Accepts a request with the solution of a challenge for this use. A solution is accepted once, by all processes
   * together.
   *
   * @throws RequestFailure CHALLENGE_REQUIRED with a new challenge
   */
  async function require(use: ChallengeUse, request: Challenged): Promise<void> {
    if (await isSolved(use, request.header('challenge-solution'))) return;
    throw failure('CHALLENGE_REQUIRED', { challenge: await challenge(use) }, { retryAfterSeconds: 1 });
  }

  /**
   * Repeats `attempt` with `isChallenged` if it is refused as UNAVAILABLE and the request has solved a challenge.
   *
   * @throws RequestFailure CHALLENGE_REQUIRED, and what `attempt` throws
   */
  async function whenFull<Result>(
    use: ChallengeUse,
    request: Challenged,
    attempt: (isChallenged: boolean) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await attempt(false);
    } catch (refusal) {
      if (!(refusal instanceof RequestFailure) || refusal.code !== 'UNAVAILABLE') throw refusal;
      await require(use, request);
      return attempt(true);
    }
  }

  return { require, whenFull };
}

const nowSeconds = (): number => Math.floor(Date.now() / 1_000);

function solutionFrom(solution: string | undefined): WorkSolution | undefined {
  if (solution === undefined || solution.length > 2_000) return undefined;
  try {
    return workSolution.parse(JSON.parse(Buffer.from(solution, 'base64url').toString('utf8')));
  } catch {
    return undefined;
  }
}
