import { auditEndpoints } from '@matgyo/contracts/endpoints/audit';
import { isGenuine } from '@matgyo/ledger/proof/checkpoint';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { Shared } from '../../shared.ts';
import { storedKeys } from '../checkpoints/checkpoint-store.ts';
import type { Checkpoints } from '../checkpoints/checkpoints.ts';
import type { SigningKey } from '../checkpoints/signing-key.ts';
import { exportCaseFile } from './case-file.ts';
import { exportAuditLog, listAuditLog } from './list-audit-log.ts';
import { getOrderTrail } from './order-trail.ts';
import type { PersonalReadings } from './personal-readings.ts';

export interface AuditDependencies extends Shared, PersonalReadings {
  readonly checkpoints: Checkpoints;
  readonly signingKey: SigningKey;
  /** Called with the error when no checkpoint can be signed. */
  readonly onFailure: (error: unknown) => void;
}

export const auditRoutes = (deps: AuditDependencies): readonly Route[] =>
  capability(
    auditEndpoints,
    {
      orderTrail: getOrderTrail(deps),
      caseFile: exportCaseFile(deps),
      auditLog: listAuditLog(deps),
      auditLogCsv: exportAuditLog(deps),
      async publicKeys() {
        const trusted = new Set((await deps.checkpoints.trustedKeys()).map(({ keyId }) => keyId));
        // Without keys that were only added to the database.
        const published = (await storedKeys(deps.db)).filter(
          (key) => trusted.has(key.keyId) && isGenuine(key),
        );
        return {
          items: published.map(({ firstUsedAt, ...key }) => ({
            ...key,
            firstUsedAt: firstUsedAt.toISOString(),
            current: key.keyId === deps.signingKey.publicKey.keyId,
          })),
        };
      },
    },
    ['trail'],
  );
