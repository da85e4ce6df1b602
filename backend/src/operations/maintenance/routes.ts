import { operationEndpoints } from '@matgyo/contracts/endpoints/operations';
import { retryHalted } from '@matgyo/projections/replay/retry-halted';
import { capability, type Route } from '../../platform/http/capability.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import type { OperationDependencies } from './operation-dependencies.ts';
import {
  cancelReplayCall,
  discardReplayCall,
  knownReadModel,
  replayCall,
  replaysCall,
  startReplayCall,
  swapReplayCall,
} from './replays.ts';
import { stuckCall } from './stuck.ts';

/** What admins do about what is stuck, and about read models. */
export const maintenanceRoutes = (deps: OperationDependencies): readonly Route[] =>
  capability(operationEndpoints, {
    stuck: stuckCall(deps),
    async retryReadModel({ params, caller, requestId }) {
      const subjectId = knownReadModel(params.name);
      if (!(await retryHalted(deps.pool, subjectId))) throw failure('READ_MODEL_NOT_HALTED');
      await recordAudit(deps.db, { action: 'read-model-retried', actor: caller, subjectId, requestId });
      return { message: 'The read model is being tried again.' };
    },
    replays: replaysCall(deps),
    replay: replayCall(deps),
    startReplay: startReplayCall(deps),
    cancelReplay: cancelReplayCall(deps),
    swapReplay: swapReplayCall(deps),
    discardReplay: discardReplayCall(deps),
  });
