import { operationEndpoints } from '@matgyo/contracts/endpoints/operations';
import { retryHalted } from '@matgyo/projections/replay/retry-halted';
import { capability, type Route } from '../../platform/http/capability.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import type { OperationsParts } from '../operations.ts';
import { knownReadModel, replayHandlers } from './replays.ts';
import { listStuck } from './stuck.ts';

/** Admins' actions on stuck work and read models. */
export const maintenanceRoutes = (deps: OperationsParts): readonly Route[] =>
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
