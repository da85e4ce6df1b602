import type { WorkChallenge } from '@matgyo/contracts/work-challenge';
import { requestProof } from '../session/step-up.ts';
import type { CallOptions } from './call.ts';
import { solveChallenge } from './solve-challenge.ts';

/** What a refused call needs to be sent again: a solved challenge, or what the only admin has to type to confirm it. */
export interface Demanded {
  readonly challenge?: WorkChallenge;
  readonly confirmAlone?: string;
}

/** The call with the answer; undefined without one. */
export async function answered(
  options: CallOptions,
  { challenge, confirmAlone }: Demanded,
): Promise<CallOptions | undefined> {
  if (challenge !== undefined) {
    const solved = await solveChallenge(challenge, options.signal);
    return solved === undefined ? undefined : { ...options, solved };
  }
  if (confirmAlone === undefined || !(await requestProof([], confirmAlone))) return undefined;
  const { idempotencyKey: key, body } = options;
  return {
    ...options,
    body: { ...(body as object | undefined), confirmAlone },
    // Another command: the refusal is the reply to the first key, and a key has one body.
    ...(key !== undefined && { idempotencyKey: `${key} alone` }),
  };
}
