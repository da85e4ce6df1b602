import { readProgress } from '@matgyo/projections/read-progress';
import type { Visibility } from '@matgyo/projections/visibility/visibility';
import { CompiledQuery } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { Shared } from '../../shared.ts';

const waitMsMax = 1_000;

/**
 * Resolves once the list of members shows everything that is in the log.
 *
 * @throws RequestFailure UNAVAILABLE when its projection is halted, or does not get there in a second
 */
export const createAssertMembersShown =
  ({ log, visibility }: Pick<Shared, 'log'> & { visibility: Pick<Visibility, 'waitUntilVisible'> }) =>
  async (db: Database): Promise<void> => {
    const last = await log.lastEvent();
    if (last === undefined) return;
    const isShown = await visibility.waitUntilVisible(last.position, ['accounts'], waitMsMax);
    // A halted projection would not get there.
    const [accounts] = await readProgress({ query: ({ text }) => db.executeQuery(CompiledQuery.raw(text)) }, [
      'accounts',
    ]);
    if (!isShown || accounts?.halted !== false)
      throw failure('UNAVAILABLE', undefined, { retryAfterSeconds: 5 });
  };
