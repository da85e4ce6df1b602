import type { CodeBudget } from '../identity/one-time-codes/code-budget.ts';
import type { BackgroundWork } from '../platform/background.ts';
import type { Route } from '../platform/http/capability.ts';
import type { Checkpoints } from '../proof/checkpoints/checkpoints.ts';
import type { Shared } from '../shared.ts';
import { healthRoutes } from './health/routes.ts';
import { createReplayProcesses, databaseUrlOf } from './maintenance/replay-processes.ts';
import { prepareReplays } from './maintenance/replays.ts';
import { maintenanceRoutes } from './maintenance/routes.ts';
import { registerGauges } from './metrics/gauges.ts';
import { createLookAtReadModels } from './metrics/read-model-states.ts';

interface OperationsNeeds extends Shared {
  readonly checkpoints: Checkpoints;
  readonly codeBudget: CodeBudget;
  /** Aborted when the program begins to stop. */
  readonly stopping: AbortSignal;
}

/** Health, metrics, and what admins do about stuck work and read models. */
export function createOperations(needs: OperationsNeeds) {
  const { config, registry, pool, db, log, checkpoints, codeBudget, stopping } = needs;
  const lookAtReadModels = createLookAtReadModels(pool, log);
  const processes = createReplayProcesses(databaseUrlOf(pool), config.eventStoreUrl);
  registerGauges(registry, { ...needs, lookAtReadModels });
  const routes: readonly Route[] = [
    ...healthRoutes({ lookAtReadModels, checkpoints, stopping }),
    ...maintenanceRoutes({ db, pool, log, checkpoints, codeBudget, processes }),
  ];
  const background: readonly BackgroundWork[] = [processes.work];
  return { routes, background, prepare: () => prepareReplays({ pool }) };
}
