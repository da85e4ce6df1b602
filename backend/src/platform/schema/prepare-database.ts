import { migrateEventLog } from '@matgyo/event-store/postgres/migrate';
import { grantProgram, type ProgramRole } from '@matgyo/event-store/postgres/program-role';
import type pg from 'pg';
import { migrateAppSchema } from './migrate.ts';

/**
 * Migrates all tables as their owner, and grants a role what it needs without owning anything that must not change.
 * Returns whether the role was made.
 */
export async function prepareDatabase(
  owner: pg.ClientConfig,
  { role, hasEventLog }: { readonly role: ProgramRole; readonly hasEventLog: boolean },
): Promise<'made' | 'existed'> {
  await migrateAppSchema(owner);
  if (hasEventLog) await migrateEventLog(owner);
  return grantProgram(owner, role);
}
