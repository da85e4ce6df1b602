import type { WorkChallenge } from '@matgyo/contracts/work-challenge';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** Solves a challenge; the solution as a client sends it in the header `challenge-solution`. */
export async function solutionOf(challenge: WorkChallenge): Promise<string> {
  const solved = { challenge, solution: await solveChallenge({ challenge, deriveKey }) };
  return Buffer.from(JSON.stringify(solved)).toString('base64url');
}
