import type { MatchProposal } from '@matgyo/contracts/endpoints/staff';
import { useState } from 'react';

export interface StableProposal {
  readonly proposal: MatchProposal;
  /** It could be matched when it was shown, and cannot be any more. */
  readonly gone: boolean;
}

const shownAtOnce = 5;

/** Proposals in the order they were shown in, later ones after them: one that went stays, struck, where it was. */
export function keepStable(
  shown: readonly MatchProposal[],
  now: readonly MatchProposal[],
): readonly StableProposal[] {
  const byId = new Map(now.map((proposal) => [proposal.counterpart._id, proposal]));
  const kept = shown.map((proposal) => {
    const fresh = byId.get(proposal.counterpart._id);
    return { proposal: fresh ?? proposal, gone: fresh === undefined };
  });
  if (kept.some(({ gone }) => gone)) return kept;
  const known = new Set(shown.map(({ counterpart }) => counterpart._id));
  const others = now.filter(({ counterpart }) => !known.has(counterpart._id));
  return [...kept, ...others.map((proposal) => ({ proposal, gone: false }))].slice(0, shownAtOnce);
}

/**
 * Nothing moves under the pointer: while one of the proposals is gone, the list stays as it was until it is asked for
 * anew. What was matched from here is `dropped`: that it goes is no news.
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
  const steady = proposals.map(({ proposal }) => proposal);
  if (gone.length === 0 && (shown === undefined || ids(steady) !== ids(shown))) setShown(steady);
  return { proposals, gone, renew: () => setShown(now.slice(0, shownAtOnce)), drop };
}
