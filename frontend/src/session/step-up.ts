import { makeValue } from './listeners.ts';

export type ProofWay = 'password' | 'code' | 'passkey';

interface ProofRequest extends PromiseWithResolvers<boolean> {
  readonly ways: readonly ProofWay[];
  /** What the only admin has to type instead, to confirm what no other admin can check. */
  readonly wanted: string | undefined;
}

/** Calls that wait for a step-up; one prompt serves all of them. */
const proofRequest = makeValue<ProofRequest>();

/**
 * Prompts for a step-up, or the only admin to type `wanted`. Resolves to true once it succeeded, to false if it is
 * cancelled or another prompt is open: only step-ups share one, because what confirms one action confirms no other.
 */
export function requestProof(ways: readonly ProofWay[], wanted?: string): Promise<boolean> {
  const open = proofRequest.get();
  if (open !== undefined)
    return open.wanted === wanted && wanted === undefined ? open.promise : Promise.resolve(false);
  const request = { ...Promise.withResolvers<boolean>(), ways, wanted };
  proofRequest.set(request);
  return request.promise;
}

export function answerProof(isProven: boolean): void {
  const waiting = proofRequest.get();
  proofRequest.set(undefined);
  waiting?.resolve(isProven);
}

/** Undefined while there is no prompt. */
export const useProofRequested = (): Pick<ProofRequest, 'ways' | 'wanted'> | undefined =>
  proofRequest.useValue();
