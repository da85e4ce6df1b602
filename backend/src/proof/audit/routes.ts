import { auditEndpoints } from '@matgyo/contracts/endpoints/audit';
import { capability, type Route } from '../../platform/http/capability.ts';
import { type CaseFileDependencies, exportCaseFile } from './case-file.ts';
import { exportAuditLog, listAuditLog } from './list-audit-log.ts';
import { listPublicKeys } from './list-public-keys.ts';
import { getOrderTrail, type TrailDependencies } from './order-trail.ts';
import type { PersonalReadings } from './personal-readings.ts';

type AuditDependencies = TrailDependencies & CaseFileDependencies & PersonalReadings;

export const auditRoutes = (deps: AuditDependencies): readonly Route[] =>
  capability(
    auditEndpoints,
    {
      orderTrail: getOrderTrail(deps),
      caseFile: exportCaseFile(deps),
      auditLog: listAuditLog(deps),
      auditLogCsv: exportAuditLog(deps),
      publicKeys: listPublicKeys(deps),
    },
    ['trail'],
  );
