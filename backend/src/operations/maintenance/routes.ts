import { operationEndpoints } from '@matgyo/contracts/endpoints/operations';
import { retryHalted } from '@matgyo/projections/replay/retry-halted';
import { CompiledQuery } from 'kysely';
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
      // What cannot be recorded does not happen.
      await deps.db.transaction().execute(async (trx) => {
        const query = ({ text }: { readonly text: string }) => trx.executeQuery(CompiledQuery.raw(text));
        if (!(await retryHalted({ query }, subjectId))) throw failure('READ_MODEL_NOT_HALTED');
        await recordAudit(trx, { action: 'read-model-retried', actor: caller, subjectId, requestId });
      });
      return { message: 'The read model is being tried again.' };
    },
    ...replayHandlers(deps),
  });
