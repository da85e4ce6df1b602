import type { CheckpointKey, SignedCheckpoint } from '@matgyo/contracts/proofs';
import { isSignedBy } from '@matgyo/ledger/proof/checkpoint';
import { useQuery } from '@tanstack/react-query';
import { fetchedOnce } from './queries.ts';

/** Whether the key signed the checkpoint, verified in this browser once each; null if it cannot verify. */
export const useSigned = (checkpoint: SignedCheckpoint | undefined, key: CheckpointKey | undefined) =>
  useQuery({
    queryKey: ['own', 'signature', checkpoint?.signature],
    queryFn: async () =>
      checkpoint === undefined || key === undefined ? null : ((await isSignedBy(checkpoint, key)) ?? null),
    enabled: checkpoint !== undefined,
    staleTime: fetchedOnce,
  }).data;
