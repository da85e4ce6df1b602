import type { CodeBudget } from '../identity/one-time-codes/code-budget.ts';
import type { BackgroundWork } from '../platform/background.ts';
import type { Route } from '../platform/http/capability.ts';
import type { Realtime } from '../platform/realtime/realtime.ts';
import type { Checkpoints } from '../proof/checkpoints/checkpoints.ts';
import type { Shared } from '../shared.ts';
import { healthRoutes } from './health/routes.ts';
import {
  createReplayProcesses,
  databaseUrlOf,
  type ReplayProcesses,
} from './maintenance/replay-processes.ts';
import { prepareReplays } from './maintenance/replays.ts';
import { maintenanceRoutes } from './maintenance/routes.ts';
import { registerGauges } from './metrics/gauges.ts';
import { createLookAtReadModels, type LookAtReadModels } from './metrics/read-model-states.ts';

interface OperationsNeeds extends Shared {
  readonly checkpoints: Pick<Checkpoints, 'refusal'>;
  readonly codeBudget: CodeBudget;
  readonly realtime: Pick<Realtime, 'figures'>;
  /** Aborted when the program begins to stop: it still answers, but reports not ready. */
  readonly stopping: AbortSignal;
}

/** What the capabilities of this folder use. */
export interface OperationsParts extends OperationsNeeds {
  readonly lookAtReadModels: LookAtReadModels;
  readonly processes: ReplayProcesses;
}

/** Health, metrics, and what admins do about stuck work and read models. */
export function createOperations(needs: OperationsNeeds) {
  const { config, pool, log } = needs;
  const lookAtReadModels = createLookAtReadModels(pool, log);
  const processes = createReplayProcesses(databaseUrlOf(pool), config.eventStoreUrl);
  const parts: OperationsParts = { ...needs, lookAtReadModels, processes };
  registerGauges(parts);
  const routes: readonly Route[] = [...healthRoutes(parts), ...maintenanceRoutes(parts)];
  const background: readonly BackgroundWork[] = [processes.work];
  return { routes, background, prepare: () => prepareReplays(parts) };
}
