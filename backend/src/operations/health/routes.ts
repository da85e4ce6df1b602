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
      // One that is missing was not made yet, or was removed, which has to be noticed.
      if (states.length < readModelNames.length || !states.every(isFit))
        throw failure('UNAVAILABLE', { projections });
      return { status: 'ready' as const, projections, signing: { refused: checkpoints.refusal() } };
    },
  });
}

const projectionStates = (states: readonly ReadModelState[]) => {
  const known = new Map(states.map((state) => [state.name, state]));
  return Object.fromEntries(
    readModelNames.map((name) => {
      const { lagSeconds, halted } = known.get(name) ?? { lagSeconds: null, halted: false };
      return [name, { lagSeconds: lagSeconds && Math.round(lagSeconds * 10) / 10, halted }] as const;
    }),
  );
};

const isFit = ({ name, lagSeconds, halted }: ReadModelState): boolean =>
  !needed.includes(name) || (!halted && lagSeconds <= lagSecondsMax);
