import type { MatchProposal } from '@matgyo/contracts/endpoints/staff';
import { useState } from 'react';

export interface StableProposal {
  readonly proposal: MatchProposal;
  /** It was shown but can no longer be matched. */
  readonly gone: boolean;
}

const shownAtOnce = 5;

/** Keeps shown proposals in their order and adds new ones after them. Gone ones keep their place, marked. */
export function keepStable(
  shown: readonly MatchProposal[],
  now: readonly MatchProposal[],
): readonly StableProposal[] {
  const byId = new Map(now.map((proposal) => [proposal.counterpart._id, proposal]));
  const shownBefore = shown.map((proposal) => {
    const fresh = byId.get(proposal.counterpart._id);
    return { proposal: fresh ?? proposal, gone: fresh === undefined };
  });
  if (shownBefore.some(({ gone }) => gone)) return shownBefore;
  const known = new Set(shown.map(({ counterpart }) => counterpart._id));
  const others = now.filter(({ counterpart }) => !known.has(counterpart._id));
  return [...shownBefore, ...others.map((proposal) => ({ proposal, gone: false }))].slice(0, shownAtOnce);
}

/**
 * Keeps the list stable under the pointer: while a proposal is gone, the list changes only by `renew`. A proposal
 * matched here is `dropped` and does not count as gone.
 */
export function useStableProposals(answered: readonly MatchProposal[] | undefined) {
  const [shown, setShown] = useState<readonly MatchProposal[]>();
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const drop = (orderId: string) => setDropped(new Set([...dropped, orderId]));
  if (answered === undefined) return { proposals: undefined, gone: [], renew: () => undefined, drop };
  const left = (list: readonly MatchProposal[]) =>
    list.filter(({ counterpart }) => !dropped.has(counterpart._id));
  const now = left(answered);
  const proposals = keepStable(left(shown ?? []), now);
  const gone = proposals.filter((each) => each.gone).map(({ proposal }) => proposal);
  const ids = (list: readonly MatchProposal[]) => list.map(({ counterpart }) => counterpart._id).join();
  const stable = proposals.map(({ proposal }) => proposal);
  if (gone.length === 0 && (shown === undefined || ids(stable) !== ids(shown))) setShown(stable);
  return { proposals, gone, renew: () => setShown(now.slice(0, shownAtOnce)), drop };
}
