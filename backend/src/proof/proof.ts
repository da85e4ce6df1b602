import type { Notifier } from '../conversation/notifications/notifier.ts';
import {
  type BackgroundWork,
  everyMinute,
  everyTenSeconds,
  repeated,
  retriedLater,
} from '../platform/background.ts';
import type { Route } from '../platform/http/capability.ts';
import type { Shared } from '../shared.ts';
import { completeLedgerActions } from './audit/ledger-actions.ts';
import { auditRoutes } from './audit/routes.ts';
import { createCheckpoints } from './checkpoints/checkpoints.ts';
import { openSigningKey } from './checkpoints/signing-key.ts';

/** The audit log, the trail, case files, and the checkpoints that sign the log. */
export async function createProof(needs: Shared) {
  const { config, db, log, logger } = needs;
  const signingKey = await openSigningKey(config.dataDir, config.checkpointKeyFile);
  const onFailure = retriedLater('checkpoints', logger);
  const checkpoints = createCheckpoints({
    ...needs,
    signingKey,
    onFailure,
    onOtherKey: ({ sequence, keyId }) =>
      logger.warn({ sequence, keyId }, 'another backend signs checkpoints with another key'),
    dataDir: config.dataDir,
    onProgress: (streams) => logger.info({ streams }, 'deriving stream heads from the log'),
  });
  const background: readonly BackgroundWork[] = [
    repeated('checkpoints', everyMinute, () => checkpoints.signIfDue(), logger),
    repeated('ledger actions', everyTenSeconds, () => completeLedgerActions(db, log), logger),
  ];
  return {
    checkpoints,
    background,
    routes: (notifier: Notifier): readonly Route[] =>
      auditRoutes({ ...needs, notifier, checkpoints, signingKey, onFailure }),
  };
}
