import { healthEndpoints } from '@matgyo/contracts/endpoints/health';
import type { EventLog } from '@matgyo/event-store/event-log';
import { type ReadModelName, readModelNames } from '@matgyo/projections/tables';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { capability, type Route } from '../http/capability.ts';
import { failure } from '../http/request-failure.ts';

export interface HealthDependencies {
  readonly db: Database;
  readonly log: EventLog;
}

/** Without these nobody can sign in or trade; the others serve reports, which answer for themselves. */
const needed: readonly ReadModelName[] = ['accounts', 'orders', 'trades', 'prices'];
const mostLagSeconds = 30;

export function healthRoutes({ db, log }: HealthDependencies): readonly Route[] {
  return capability(healthEndpoints, {
    live: async () => ({ status: 'live' as const }),

    async ready() {
      const last = await log.lastEvent();
      const states = await Promise.all(readModelNames.map((name) => stateOf(db, name, last)));
      const projections = Object.fromEntries(readModelNames.map((name, index) => [name, states[index]]));
      const stuck = needed.filter((name) => !isFit(projections[name]));
      if (stuck.length > 0) throw failure('UNAVAILABLE', { projections });
      return { status: 'ready' as const, projections: projections as Record<string, State> };
    },
  });
}

interface State {
  /** Null while the read model has no tables yet. */
  readonly lagSeconds: number | null;
  readonly halted: boolean;
}

const isFit = (state: State | undefined): boolean =>
  state !== undefined && !state.halted && state.lagSeconds !== null && state.lagSeconds <= mostLagSeconds;

async function stateOf(
  db: Database,
  name: ReadModelName,
  last: Awaited<ReturnType<EventLog['lastEvent']>>,
): Promise<State> {
  const checkpoint = await db
    .selectFrom(`read_${name}.checkpoint`)
    .select([
      'position',
      'halted_at',
      sql<number>`extract(epoch from now() - updated_at)::float8`.as('movedSecondsAgo'),
    ])
    .executeTakeFirst()
    .catch((error: { code?: string }) => {
      if (error.code === undefinedTable || error.code === undefinedSchema) return undefined;
      throw error;
    });
  if (checkpoint === undefined) return { lagSeconds: null, halted: false };
  const isBehind = last !== undefined && checkpoint.position < last.position;
  const sinceEvent = isBehind ? (Date.now() - Date.parse(last.metadata.at)) / 1000 : 0;
  const lagSeconds = isBehind ? Math.max(0, Math.min(checkpoint.movedSecondsAgo, sinceEvent)) : 0;
  return { lagSeconds: Math.round(lagSeconds * 10) / 10, halted: checkpoint.halted_at !== null };
}

const undefinedTable = '42P01';
const undefinedSchema = '3F000';
