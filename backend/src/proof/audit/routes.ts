import { auditEndpoints } from '@matgyo/contracts/endpoints/audit';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import { type CaseFileDependencies, caseFileCall } from './case-file.ts';
import { auditLogCall, auditLogCsvCall } from './list-audit-log.ts';
import { checkpointsCall, publicKeysCall } from './list-checkpoints.ts';
import { orderTrailCall, type TrailDependencies } from './order-trail.ts';

type AuditDependencies = TrailDependencies &
  CaseFileDependencies & { readonly limits: Pick<RateLimits, 'ownFilesOf'> };

/** What an auditor asks for. */
export const auditRoutes = (deps: AuditDependencies): readonly Route[] =>
  capability(auditEndpoints, {
    orderTrail: orderTrailCall(deps),
    caseFile: caseFileCall(deps),
    auditLog: auditLogCall(deps.db),
    auditLogCsv: auditLogCsvCall(deps.db, deps.limits),
    checkpoints: checkpointsCall(deps.db),
    publicKeys: publicKeysCall(deps.db, deps.signingKey),
  });
