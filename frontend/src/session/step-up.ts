import { useSyncExternalStore } from 'react';

export type ProofWay = 'password' | 'code' | 'passkey';

interface ProofRequest extends PromiseWithResolvers<boolean> {
  readonly ways: readonly ProofWay[];
}

/** Calls that wait for a step-up; one prompt serves all of them. */
let proofRequest: ProofRequest | undefined;
const listeners = new Set<() => void>();

function setProofRequest(next: typeof proofRequest): void {
  proofRequest = next;
  for (const listener of listeners) listener();
}

/** Prompts for a step-up. Resolves to true once it succeeded, to false if it is cancelled. */
export function requestProof(ways: readonly ProofWay[]): Promise<boolean> {
  if (proofRequest === undefined) setProofRequest({ ...Promise.withResolvers<boolean>(), ways });
  return proofRequest?.promise ?? Promise.resolve(false);
}

export function answerProof(isProven: boolean): void {
  const waiting = proofRequest;
  setProofRequest(undefined);
  waiting?.resolve(isProven);
}

/** The accepted ways; undefined while there is no prompt. */
export const useProofRequested = (): readonly ProofWay[] | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => proofRequest?.ways,
  );
