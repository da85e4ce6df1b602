import { isGenuine } from '@matgyo/ledger/proof/checkpoint';
import { storedKeys } from '../checkpoints/checkpoint-store.ts';
import type { CaseFileDependencies } from './case-file.ts';

type PublicKeysDependencies = Pick<CaseFileDependencies, 'db' | 'checkpoints' | 'signingKey'>;

/** `GET /audit/public-keys`: to verify a checkpoint or a case file. Without keys that were only added to the database. */
export const listPublicKeys =
  ({ db, checkpoints, signingKey }: PublicKeysDependencies) =>
  async () => {
    const trusted = new Set((await checkpoints.trustedKeys()).map(({ keyId }) => keyId));
    const published = (await storedKeys(db)).filter((key) => trusted.has(key.keyId) && isGenuine(key));
    return {
      items: published.map(({ keyId, publicKey, firstUsedAt }) => ({
        keyId,
        publicKey,
        firstUsedAt: firstUsedAt.toISOString(),
        current: keyId === signingKey.publicKey.keyId,
      })),
    };
  };
