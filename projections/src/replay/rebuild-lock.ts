import { isLocked, underFreeLock } from '@matgyo/event-store/postgres/session-lock';
import type pg from 'pg';
import { CannotRun } from '../program-fault.ts';
import type { ReadModelName } from '../tables.ts';

export class RebuildUnderWay extends CannotRun {
  override readonly name = 'RebuildUnderWay';
}

/** SQL: whether a session rebuilds the read model of this name. */
export const isBeingRebuilt = (name: string): string => isLocked(`'rebuild: ' || ${name}::text`);

/** Runs `work` under the read model's rebuild lock; throws `RebuildUnderWay` if another process has it. */
export const underRebuildLock = <T>(pool: pg.Pool, name: ReadModelName, work: () => Promise<T>): Promise<T> =>
  underFreeLock(pool, `rebuild: ${name}`, {
    work,
    otherwise: () => {
      throw new RebuildUnderWay(`${name} is being rebuilt by another process`);
    },
  });
