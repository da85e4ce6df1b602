import { withClient } from '@matgyo/event-store/postgres/with-client';
import { refuseDuringRestore } from '@matgyo/projections/half-restored';
import { givenVariables, print } from '@matgyo/projections/program';
import { runToExitCode, WrongUsage } from '@matgyo/projections/program-fault';
import { requireValidUrls } from '@matgyo/projections/program-sources';
import { prepareDatabase } from './prepare-database.ts';

const usage = `usage: npm run migrate

Creates or updates the tables as their owner. Takes these variables:

  DATABASE_OWNER_URL    the role that owns the tables, or is to
  DATABASE_URL          another role, which the programs run as: made if it is missing
  EVENTSTORE_URL        if the events are there
  EVENTSTORE_ADMIN_URL  an admin of that EventStoreDB: makes the user of EVENTSTORE_URL and gives it its rights`;

/**
 * Migrates the tables of an own PostgreSQL as their owner, before the programs start as another role, and likewise
 * the log. Exit codes: 0 done, and those of `ProgramFault`.
 */
async function main(environment: NodeJS.ProcessEnv): Promise<number> {
  requireValidUrls(environment);
  const { DATABASE_OWNER_URL, DATABASE_URL, EVENTSTORE_URL, EVENTSTORE_ADMIN_URL } = environment;
  const program = DATABASE_URL ? new URL(DATABASE_URL) : undefined;
  const name = decodeURIComponent(program?.username ?? '');
  if (!DATABASE_OWNER_URL || name === '' || name === decodeURIComponent(new URL(DATABASE_OWNER_URL).username))
    throw new WrongUsage(usage);
  const password = decodeURIComponent(program?.password ?? '') || undefined;
  const owner = { connectionString: DATABASE_OWNER_URL };
  await withClient(owner, refuseDuringRestore);
  const made = await prepareDatabase(owner, { role: { name, password }, hasEventLog: !EVENTSTORE_URL });
  const kept =
    made === 'existed' && password !== undefined ? ' It existed before and keeps its password.' : '';
  print(`The tables are up to date, and ${name} may use them.${kept}`);
  if (EVENTSTORE_URL && EVENTSTORE_ADMIN_URL) {
    // Imported only when used, like the log.
    const { grantUser } = await import('@matgyo/event-store/eventstoredb/grant-user');
    await grantUser(EVENTSTORE_ADMIN_URL, EVENTSTORE_URL);
    print('EventStoreDB lets its user read and append, and nothing else.');
  }
  return 0;
}

await runToExitCode(() => main(givenVariables(process.env)), usage);
