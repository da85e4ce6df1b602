import { isLocked } from '@matgyo/event-store/postgres/session-lock';
import { CannotRun } from './program-fault.ts';
import type { Querying } from './stored-rows.ts';

/** The lock of a restore that is running. */
export const restoreLock = 'restore';

/** A partly restored ledger is not served, backed up or verified. @throws CannotRun */
export async function refuseHalfRestored(client: Querying): Promise<void> {
  // By the catalogue: who restores as the tables' owner lets no other role read the schema itself.
  const { rows } = await client.query({ text: `select to_regnamespace('restore') is not null as "isHalf"` });
  if (rows[0].isHalf)
    throw new CannotRun(
      'A restore was interrupted here. Finish it with "npm run restore -- FILE", or start in an empty place.',
    );
}

/** Rows of a backup in the tables of a newer version would lack what its migrations do. @throws CannotRun */
export async function refuseDuringRestore(client: Querying): Promise<void> {
  const { rows } = await client.query({ text: `select ${isLocked(`'${restoreLock}'`)} as "isRunning"` });
  if (rows[0].isRunning) throw new CannotRun('A restore is under way here. Wait for its end.');
}
