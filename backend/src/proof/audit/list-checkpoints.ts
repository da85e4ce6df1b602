import type { auditEndpoints } from '@matgyo/contracts/endpoints/audit';
import { isGenuine } from '@matgyo/ledger/proof/checkpoint';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { cutPage, decodeCursor, rowNumber } from '../../platform/http/page-cursor.ts';
import { checkpointsBefore, signedOf, storedKeys } from '../checkpoints/checkpoint-store.ts';
import type { Checkpoints } from '../checkpoints/checkpoints.ts';
import type { SigningKey } from '../checkpoints/signing-key.ts';

/** `GET /audit/checkpoints`: newest first. */
export const listCheckpoints =
  (db: Database) =>
  async ({ query }: HandlerRequest<typeof auditEndpoints.checkpoints>) => {
    const before = decodeCursor(rowNumber, query.cursor)?.[0];
    const found = await checkpointsBefore(db, before, query.limit + 1);
    const { page, nextCursor } = cutPage(found, query.limit, ({ statement }) => [statement.sequence]);
    return { items: page.map(signedOf), nextCursor };
  };

interface PublicKeysDependencies {
  readonly db: Database;
  readonly checkpoints: Pick<Checkpoints, 'trustedKeys'>;
  readonly signingKey: SigningKey;
}

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
