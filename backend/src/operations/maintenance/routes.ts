import { operationEndpoints } from '@matgyo/contracts/endpoints/operations';
import { retryHalted } from '@matgyo/projections/replay/retry-halted';
import type { CodeBudget } from '../../identity/one-time-codes/code-budget.ts';
import { capability, type Route } from '../../platform/http/capability.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import type { Checkpoints } from '../../proof/checkpoints/checkpoints.ts';
import type { Shared } from '../../shared.ts';
import type { ReplayProcesses } from './replay-processes.ts';
import { knownReadModel, replayHandlers } from './replays.ts';
import { listStuck } from './stuck.ts';

export interface OperationDependencies extends Pick<Shared, 'db' | 'pool' | 'log'> {
  readonly checkpoints: Pick<Checkpoints, 'refusal'>;
  readonly codeBudget: Pick<CodeBudget, 'alarms'>;
  readonly processes: ReplayProcesses;
}

/** Admins' actions on stuck work and read models. */
export const maintenanceRoutes = (deps: OperationDependencies): readonly Route[] =>
  capability(operationEndpoints, {
    stuck: listStuck(deps),
    async retryReadModel({ params, caller, requestId }) {
      const subjectId = knownReadModel(params.name);
      if (!(await retryHalted(deps.pool, subjectId))) throw failure('READ_MODEL_NOT_HALTED');
      await recordAudit(deps.db, { action: 'read-model-retried', actor: caller, subjectId, requestId });
      return { message: 'The read model is being tried again.' };
    },
    ...replayHandlers(deps),
  });
