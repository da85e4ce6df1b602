import {
  type BackgroundWork,
  everyTenMinutes,
  everyTenSeconds,
  repeated,
  retriedLater,
} from '../platform/background.ts';
import { sweepRows } from '../platform/database/sweep-rows.ts';
import type { Route } from '../platform/http/capability.ts';
import { keysFrom } from '../platform/keys.ts';
import type { Shared } from '../shared.ts';
import { expiredRows } from './expired-rows.ts';
import { ensureFirstAdmin } from './members/first-admin.ts';
import { hasMembers } from './members/member-query.ts';
import { notifyOfEndedHolds } from './members/notify-of-ended-holds.ts';
import { ownAccountRoutes } from './members/own-account.ts';
import { resealPrevious } from './members/reseal.ts';
import { retireAdmin } from './members/retire-admin.ts';
import { memberRoutes } from './members/routes.ts';
import { oneTimeCodeRoutes } from './one-time-codes/routes.ts';
import { createParts, type IdentityParts, type LaterParts } from './parts.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { passwordRoutes } from './passwords/routes.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { createAuthenticate } from './sessions/authenticate.ts';
import { sessionRoutes } from './sessions/routes.ts';

/** Members, and how they prove who they are. */
export function createIdentity(shared: Shared) {
  const parts = createParts(shared);
  const { sessions, tokens, payoutChanges, budget, assertMembersShown, requireStepUp } = parts;
  return {
    sessions,
    tokens,
    payoutChanges,
    codeBudget: budget,
    assertMembersShown,
    requireStepUp,
    authenticate: createAuthenticate(tokens, sessions, requireStepUp, shared.config.trustProxy),
    routes: (later: LaterParts) => routesOf({ ...parts, ...later }),
    background: (later: LaterParts) => backgroundOf({ ...parts, ...later }),
    prepare: () => prepare(parts),
  };
}

const routesOf = (parts: IdentityParts): readonly Route[] => [
  ...sessionRoutes(parts),
  ...secondFactorRoutes(parts),
  ...passkeyRoutes(parts),
  ...passwordRoutes(parts),
  ...oneTimeCodeRoutes(parts),
  ...memberRoutes(parts),
  ...ownAccountRoutes(parts),
];

function backgroundOf(parts: IdentityParts): readonly BackgroundWork[] {
  const { db, logger, registration } = parts;
  return [
    parts.sessionEnds.background,
    repeated('registrations', everyTenSeconds, () => registration.completeLeftOver(), logger),
    repeated('expired rows', everyTenMinutes, () => sweepRows(db, expiredRows), logger),
    repeated('payout holds', everyTenMinutes, () => notifyOfEndedHolds(parts), logger),
  ];
}

/** Completes what a crash left, and carries out what the configuration asks for once. */
async function prepare(parts: ReturnType<typeof createParts>): Promise<void> {
  const { config, registration, logger } = parts;
  if (config.previousTokenSecret !== undefined) {
    const { db, sealedRows, rowCheck, keys } = parts;
    const previousKey = keysFrom(config.previousTokenSecret).payouts;
    const rows = await resealPrevious({ db, sealedRows, rowCheck, key: keys.payouts, previousKey });
    if (rows > 0) logger.info({ rows }, 'encrypted with the current TOKEN_SECRET');
  }
  await registration.completeLeftOver();
  if (config.firstAdmin === undefined) {
    if (!(await hasMembers(parts.db)))
      logger.warn('there is no admin: set ADMIN_NICKNAME and ADMIN_PASSWORD, and start again');
  } else {
    const outcome = await ensureFirstAdmin(parts, config.firstAdmin);
    logger.info({ outcome }, 'first admin');
    if (outcome === 'nickname-taken')
      logger.warn('ADMIN_NICKNAME belongs to a member who is not an admin: no admin was created');
  }
  if (config.retiredAdmin === undefined) return;
  const outcome = await retireAdmin(parts, config.retiredAdmin).catch(retriedLater('RETIRED_ADMIN', logger));
  if (outcome !== undefined) logger.warn({ outcome }, 'RETIRED_ADMIN');
}
