import type { auditEndpoints } from '@matgyo/contracts/endpoints/audit';
import { z } from 'zod';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { cutPage, decodeCursor } from '../../platform/http/page-cursor.ts';
import { checkpointsBefore, signedOf, storedKeys } from '../checkpoints/checkpoint-store.ts';
import type { SigningKey } from '../checkpoints/signing-key.ts';

const checkpointCursor = z.tuple([z.int().positive()]);

/** `GET /audit/checkpoints`: newest first. */
export const listCheckpoints =
  (db: Database) =>
  async ({ query }: HandlerRequest<typeof auditEndpoints.checkpoints>) => {
    const before = decodeCursor(checkpointCursor, query.cursor)?.[0];
    const found = await checkpointsBefore(db, before, query.limit + 1);
    const { page, nextCursor } = cutPage(found, query.limit, ({ statement }) => [statement.sequence]);
    return { items: page.map(signedOf), nextCursor };
  };

/** `GET /audit/public-keys`: to verify a checkpoint or a case file. */
export const listPublicKeys =
  (db: Database, { publicKey }: SigningKey) =>
  async () => ({
    items: (await storedKeys(db)).map(({ keyId, publicKey: key, firstUsedAt }) => ({
      keyId,
      publicKey: key,
      firstUsedAt: firstUsedAt.toISOString(),
      current: keyId === publicKey.keyId,
    })),
  });
