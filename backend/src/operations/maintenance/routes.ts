import { operationEndpoints } from '@matgyo/contracts/endpoints/operations';
import { retryHalted } from '@matgyo/projections/replay/retry-halted';
import { capability, type Route } from '../../platform/http/capability.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import {
  cancelReplay,
  discardReplay,
  getReplay,
  getReplays,
  knownReadModel,
  type OperationDependencies,
  startReplay,
  swapReplay,
} from './replays.ts';
import { listStuck } from './stuck.ts';

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
    replays: getReplays(deps),
    replay: getReplay(deps),
    startReplay: startReplay(deps),
    cancelReplay: cancelReplay(deps),
    swapReplay: swapReplay(deps),
    discardReplay: discardReplay(deps),
  });
