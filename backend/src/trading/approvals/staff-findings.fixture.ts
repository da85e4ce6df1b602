import { verifyAuditLog } from '@matgyo/projections/verify/check-audit-log';
import { StaffCheck } from '@matgyo/projections/verify/check-staff';
import type { Finding } from '@matgyo/projections/verify/finding';
import { verifyLog } from '@matgyo/projections/verify/verify-log';
import type { TestServer } from '../../../../test/server.ts';

/** What verify finds wrong with the log of a test's application and with who acted in it. */
export async function staffFindings({ log, pool }: TestServer): Promise<readonly Finding[]> {
  const staff = new StaffCheck();
  const { findings } = await verifyLog({ log, staff });
  const { naming } = await verifyAuditLog(pool, []);
  return [...findings.named, ...staff.end(naming)];
}
