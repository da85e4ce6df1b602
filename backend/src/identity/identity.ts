import { connectionOf } from '@matgyo/projections/projection-pool';
import type { Notifier } from '../conversation/notifications/notifier.ts';
import {
  type BackgroundWork,
  everyTenMinutes,
  everyTenSeconds,
  repeated,
  retriedLater,
} from '../platform/background.ts';
import { notifiedChannel } from '../platform/database/notified-channel.ts';
import type { Route } from '../platform/http/capability.ts';
import { createWorkChallenges } from '../platform/http/work-challenges.ts';
import type { Shared } from '../shared.ts';
import { ensureFirstAdmin } from './members/first-admin.ts';
import { createAssertMembersShown } from './members/members-shown.ts';
import { notifyOfEndedHolds } from './members/notify-of-ended-holds.ts';
import { ownAccountRoutes } from './members/own-account.ts';
import { createPayoutChanges } from './members/payout-changes.ts';
import { createTrustedPhones } from './members/phone-changes.ts';
import { createRegistration } from './members/registration.ts';
import { retireAdmin } from './members/retire-admin.ts';
import { memberRoutes } from './members/routes.ts';
import { createAccountCodes } from './one-time-codes/account-codes.ts';
import { createCodeBudget } from './one-time-codes/code-budget.ts';
import { createCodeStore } from './one-time-codes/code-store.ts';
import { oneTimeCodeRoutes } from './one-time-codes/routes.ts';
import { sweepCodes } from './one-time-codes/sweep-codes.ts';
import { createVerifiedPhones } from './one-time-codes/verified-phones.ts';
import { createChallenges } from './passkeys/challenges.ts';
import { createPasskeys } from './passkeys/passkeys.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { passwordRoutes } from './passwords/routes.ts';
import { createAuthenticators } from './second-factor/authenticators.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { createSignInTickets } from './second-factor/sign-in-tickets.ts';
import { createAccountCheck } from './sessions/account-check.ts';
import { createAuthenticate } from './sessions/authenticate.ts';
import { createKnownNetworks } from './sessions/known-networks.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { createSessions } from './sessions/session-store.ts';
import { createSignInRecords } from './sessions/sign-in-records.ts';
import { createProofSeal, createRequireProof } from './sessions/step-up.ts';
import { sessionChannel } from './sessions/tables.ts';
import { createTokens } from './sessions/token.ts';

/** Members, and how they prove who they are. */
export function createIdentity(needs: Shared) {
  const parts = createParts(needs);
  const { sessions, tokens, payoutChanges, codeBudget, assertMembersShown, requireProof } = parts;
  return {
    ...{ sessions, tokens, payoutChanges, codeBudget, assertMembersShown },
    authenticate: createAuthenticate(tokens, sessions, requireProof, needs.config.trustProxy),
    routes: (notifier: Notifier) => routesOf(parts, notifier),
    background: (notifier: Notifier) => backgroundOf(parts, notifier),
    prepare: () => prepare(parts),
  };
}

type Parts = ReturnType<typeof createParts>;

function createParts(needs: Shared) {
  const { config, keys, pool, db, log, ledger, visibility, limits, rowCheck, logger } = needs;
  const { requireSecondFactor } = config;
  const sessionEnds = notifiedChannel({ connection: connectionOf(pool), channel: sessionChannel });
  const proofSeal = createProofSeal(keys.proofs);
  const accountCheck = createAccountCheck({ db, log, rowCheck });
  const sessions = createSessions({
    ...{ db, requireSecondFactor, accountCheck, proofSeal, notified: sessionEnds },
    onFailure: retriedLater('sessions', logger),
  });
  const tokens = createTokens(keys.token);
  const requireProof = createRequireProof({ db, pool, seal: proofSeal, stepUpSeconds: config.stepUpSeconds });
  const registration = createRegistration(db, ledger, logger);
  const payoutChanges = createPayoutChanges(db, rowCheck, keys.payouts);
  const codeBudget = createCodeBudget(limits, config.codesPerDay, logger);
  const assertMembersShown = createAssertMembersShown({ pool, log, visibility });
  const knownNetworks = createKnownNetworks(db, keys.lookup);
  const tickets = createSignInTickets(db, keys.lookup);
  return {
    ...needs,
    ...{
      sessionEnds,
      proofSeal,
      accountCheck,
      sessions,
      tokens,
      requireProof,
      registration,
      payoutChanges,
      codeBudget,
    },
    ...{ assertMembersShown, knownNetworks, tickets },
  };
}

function routesOf(parts: Parts, notifier: Notifier): readonly Route[] {
  const { config, keys, db, log, ledger, visibility, limits, passwords, sms, logger } = parts;
  const { sealedRows, rowCheck, accountCheck, sessions, tokens, requireProof, registration } = parts;
  const { payoutChanges } = parts;
  const { codeBudget, assertMembersShown, knownNetworks, tickets } = parts;
  const { requireSecondFactor } = config;
  const challenges = createWorkChallenges(limits, keys.challenges);
  const site = { trustProxy: config.trustProxy, production: config.production, port: config.port };
  const session = { db, sessions, tokens, limits, budget: codeBudget, sms, logger };
  const signingIn = { ...session, passwords, sealedRows, rowCheck, accountCheck, knownNetworks, challenges };
  const passkeys = createPasskeys(db, rowCheck, createChallenges(db, keys.lookup));
  const authenticators = createAuthenticators(db, rowCheck, keys);
  const signIns = createSignInRecords({
    ...{ db, lookupKey: keys.lookup },
    onFailure: retriedLater('audit log', logger),
  });
  const trustedPhones = createTrustedPhones(db, rowCheck, keys.payouts);
  const store = createCodeStore(db, keys.lookup);
  const codes = { db, limits, store, budget: codeBudget, challenges, sms, logger };
  const accountCodes = createAccountCodes({ ...codes, rowCheck, knownNetworks });
  const verifiedPhones = createVerifiedPhones(db, keys.lookup);
  const { phoneCountries } = config;
  return [
    ...sessionRoutes({
      ...signingIn,
      ...site,
      proofSeal: parts.proofSeal,
      signIns,
      tickets,
      passkeys,
      authenticators,
      requireSecondFactor,
    }),
    ...secondFactorRoutes({ ...session, authenticators, sealedRows, requireProof, requireSecondFactor }),
    ...passkeyRoutes({ ...session, ...site, passkeys, sealedRows, requireProof }),
    ...passwordRoutes({ ...signingIn, accountCodes, passkeys }),
    ...oneTimeCodeRoutes({ ...codes, accountCodes, verifiedPhones, phoneCountries, sealedRows }),
    ...memberRoutes({
      ...{ ...session, passwords, challenges, log, ledger, visibility, sealedRows, rowCheck, notifier },
      images: parts.images,
      ...{ verifiedPhones, phoneCountries, registration, requireProof, payoutChanges, trustedPhones },
      ...{ assertMembersShown, now: parts.timing.now },
    }),
    ...ownAccountRoutes({ ...codes, payoutChanges, trustedPhones, sealedRows, notifier }),
  ];
}

function backgroundOf(parts: Parts, notifier: Notifier): readonly BackgroundWork[] {
  const { db, ledger, logger, sessionEnds, sessions } = parts;
  const { registration, payoutChanges, assertMembersShown, knownNetworks, tickets } = parts;
  return [
    sessionEnds.background,
    repeated('registrations', everyTenSeconds, () => registration.completeLeftOver(), logger),
    repeated('sessions', everyTenMinutes, () => sessions.sweep(), logger),
    repeated('sign-in tickets', everyTenMinutes, () => tickets.sweep(), logger),
    repeated('known networks', everyTenMinutes, () => knownNetworks.sweep(), logger),
    repeated('codes', everyTenMinutes, () => sweepCodes(db), logger),
    repeated(
      'payout holds',
      everyTenMinutes,
      () => notifyOfEndedHolds({ db, payoutChanges, ledger, assertMembersShown, notifier }),
      logger,
    ),
  ];
}

/** Completes what a crash left, and carries out what the configuration asks for once. */
async function prepare(parts: Parts): Promise<void> {
  const { config, db, log, ledger, limits, passwords } = parts;
  const { sms, logger, sealedRows, registration, codeBudget, assertMembersShown } = parts;
  await registration.completeLeftOver();
  if (config.firstAdmin !== undefined) {
    const outcome = await ensureFirstAdmin(
      { db, log, passwords, registration, sealedRows },
      config.firstAdmin,
    );
    logger.info({ outcome }, 'first admin');
    if (outcome === 'nickname-taken')
      logger.warn('ADMIN_NICKNAME belongs to a member who is not an admin: no admin was created');
  }
  if (config.retiredAdmin === undefined) return;
  const retiring = retireAdmin(
    { db, ledger, sms, limits, budget: codeBudget, logger, assertMembersShown },
    config.retiredAdmin,
  );
  const outcome = await retiring.catch(retriedLater('RETIRED_ADMIN', logger));
  if (outcome !== undefined) logger.warn({ outcome }, 'RETIRED_ADMIN');
}
