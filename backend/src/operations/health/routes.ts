import { healthEndpoints } from '@matgyo/contracts/endpoints/health';
import { DeadlineExceeded, within } from '@matgyo/event-store/deadline';
import { type ReadModelName, readModelNames } from '@matgyo/projections/tables';
import { capability, type Route } from '../../platform/http/capability.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { ReadModelState } from '../metrics/read-model-states.ts';
import type { OperationsParts } from '../operations.ts';

type HealthDependencies = Pick<OperationsParts, 'lookAtReadModels' | 'checkpoints' | 'stopping'>;

/** Without these read models members cannot sign in or trade; the others serve reports, which check their own state. */
const needed: readonly ReadModelName[] = ['accounts', 'orders', 'trades', 'prices'];
const lagSecondsMax = 30;
/** A probe gives up after a few seconds; calls on a log or database that hangs last longer. */
const lookMsMax = 3_000;

export function healthRoutes(deps: HealthDependencies): readonly Route[] {
  const { lookAtReadModels, checkpoints, stopping } = deps;
  return capability(healthEndpoints, {
    live: async () => ({ status: 'live' as const }),

    async ready() {
      if (stopping.aborted) throw failure('UNAVAILABLE');
      const states = await within(lookMsMax, lookAtReadModels()).catch((cause) => {
        throw cause instanceof DeadlineExceeded ? failure('UNAVAILABLE', undefined, { cause }) : cause;
      });
      const projections = projectionStates(states);
      const isReady =
        Object.values(projections).every(isThere) && needed.every((name) => isFit(projections[name]));
      if (!isReady) throw failure('UNAVAILABLE', { projections });
      return { status: 'ready' as const, projections, signing: { refused: checkpoints.refusal() } };
    },
  });
}

interface State {
  /** Age of the oldest event not applied yet. Null while the read model has no tables. */
  readonly lagSeconds: number | null;
  readonly halted: boolean;
}

function projectionStates(states: readonly ReadModelState[]): Record<string, State> {
  const known = new Map(states.map((state) => [state.name, state]));
  return Object.fromEntries(
    readModelNames.map((name): [string, State] => {
      const state = known.get(name);
      if (state === undefined) return [name, { lagSeconds: null, halted: false }];
      return [name, { lagSeconds: Math.round(state.lagSeconds * 10) / 10, halted: state.halted }];
    }),
  );
}

/** One that is missing was not made yet, or was removed, which has to be noticed. */
const isThere = ({ lagSeconds }: State): boolean => lagSeconds !== null;

const isFit = (state: State | undefined): boolean =>
  state !== undefined && !state.halted && state.lagSeconds !== null && state.lagSeconds <= lagSecondsMax;
