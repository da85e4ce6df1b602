import { migrateEventLog } from '@matgyo/event-store/postgres/migrate';
import { grantProgram, type ProgramRole } from '@matgyo/event-store/postgres/program-role';
import type pg from 'pg';
import { migrateAppSchema } from './migrate.ts';

/**
 * Brings all tables up to date as their owner, and lets a role use them that owns none of what must not be changed.
 */
export async function prepareDatabase(
  owner: pg.ClientConfig,
  { role, hasEventLog }: { readonly role: ProgramRole; readonly hasEventLog: boolean },
): Promise<void> {
  await migrateAppSchema(owner);
  if (hasEventLog) await migrateEventLog(owner);
  await grantProgram(owner, role);
}
