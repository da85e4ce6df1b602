import { auditEndpoints } from '@matgyo/contracts/endpoints/audit';
import { capability, type Route } from '../http/capability.ts';
import { type AuditDependencies, orderTrailCall } from './order-trail.ts';

export const auditCapability = (deps: AuditDependencies): readonly Route[] =>
  capability(auditEndpoints, { orderTrail: orderTrailCall(deps) });
