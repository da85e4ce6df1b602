import { isLocked } from '@matgyo/event-store/postgres/session-lock';
import { CannotRun } from './program-fault.ts';
import { hasTables, type Querying } from './stored-rows.ts';

/** The lock of a restore that is running. */
export const restoreLock = 'restore';

/** The fingerprint of the backup whose restore has begun here and not ended. */
export async function unfinishedRestore(client: Querying): Promise<string | undefined> {
  if (!(await hasTables(client, 'restore.under_way'))) return undefined;
  const { rows } = await client.query({ text: 'select backup from restore.under_way' });
  return rows[0]?.backup;
}

/** A partly restored ledger is not served, backed up or verified. @throws CannotRun */
export async function refuseHalfRestored(client: Querying): Promise<void> {
  if ((await unfinishedRestore(client)) === undefined) return;
  throw new CannotRun(
    'A restore was interrupted here. Finish it with "npm run restore -- FILE", or start in an empty place.',
  );
}

/** Rows of a backup in the tables of a newer version would lack what its migrations do. @throws CannotRun */
export async function refuseDuringRestore(client: Querying): Promise<void> {
  const { rows } = await client.query({ text: `select ${isLocked(`'${restoreLock}'`)} as "isRunning"` });
  if (rows[0].isRunning) throw new CannotRun('A restore is under way here. Wait for its end.');
}
