import type { CheckpointKey, SignedCheckpoint } from '@matgyo/contracts/proofs';
import { useQuery } from '@tanstack/react-query';

/** The one text of a value, which is what was signed or hashed: keys in order, no white space (docs/ledger.md). */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = value as Record<string, unknown>;
  const texts = Object.keys(fields)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonical(fields[name])}`);
  return `{${texts.join(',')}}`;
}

const bytes = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

/** Whether the key signed exactly this statement; undefined where this browser cannot say. */
export async function isSigned(
  { statement, signature }: { readonly statement: object; readonly signature: string },
  { publicKey }: Pick<CheckpointKey, 'publicKey'>,
): Promise<boolean | undefined> {
  // Missing on plain http in a local network, and Ed25519 in older browsers.
  if (globalThis.crypto?.subtle === undefined) return undefined;
  try {
    const key = await crypto.subtle.importKey('spki', bytes(publicKey), 'Ed25519', false, ['verify']);
    const text = new TextEncoder().encode(canonical(statement));
    return await crypto.subtle.verify('Ed25519', key, bytes(signature), text);
  } catch {
    return undefined;
  }
}

/** The same, computed in this browser, once for each checkpoint. */
export const useSigned = (checkpoint: SignedCheckpoint | undefined, key: CheckpointKey | undefined) =>
  useQuery({
    queryKey: ['own', 'signature', checkpoint?.signature],
    queryFn: async () =>
      checkpoint === undefined || key === undefined ? null : ((await isSigned(checkpoint, key)) ?? null),
    enabled: checkpoint !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
