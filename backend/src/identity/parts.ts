import { connectionOf } from '@matgyo/projections/projection-pool';
import type { Notifier } from '../conversation/notifications/notifier.ts';
import { retriedLater } from '../platform/background.ts';
import { notifiedChannel } from '../platform/database/notified-channel.ts';
import { createWorkChallenges } from '../platform/http/work-challenges.ts';
import type { Push } from '../platform/realtime/push.ts';
import type { Shared } from '../shared.ts';
import { createAssertMembersShown } from './members/members-shown.ts';
import { createPayoutChanges } from './members/payout-changes.ts';
import { createTrustedPhones } from './members/phone-changes.ts';
import { createRegistration } from './members/registration.ts';
import { createAccountCodes } from './one-time-codes/account-codes.ts';
import { createCodeBudget } from './one-time-codes/code-budget.ts';
import { createCodeStore } from './one-time-codes/code-store.ts';
import { createVerifiedPhones } from './one-time-codes/verified-phones.ts';
import { createChallenges } from './passkeys/challenges.ts';
import { createPasskeys } from './passkeys/passkeys.ts';
import { createAuthenticators } from './second-factor/authenticators.ts';
import { createSignInTickets } from './second-factor/sign-in-tickets.ts';
import { createAccountCheck } from './sessions/account-check.ts';
import { createKnownNetworks } from './sessions/known-networks.ts';
import { createSessions } from './sessions/session-store.ts';
import { createSignInRecords } from './sessions/sign-in-records.ts';
import { createRequireStepUp, createStepUpHash } from './sessions/step-up.ts';
import { sessionChannel } from './sessions/tables.ts';
import { createTokens } from './sessions/token.ts';

/** What the capabilities of this folder use; each names the parts that it needs. */
export type IdentityParts = ReturnType<typeof createParts> & LaterParts;

/** Made after the others. */
export interface LaterParts {
  readonly notifier: Pick<Notifier, 'notify'>;
  readonly push: Pick<Push, 'toMember' | 'toStaff'>;
}

export function createParts(shared: Shared) {
  const { config, keys, pool, db, log, limits, rowCheck, sms, logger } = shared;
  const sessionEnds = notifiedChannel(connectionOf(pool), sessionChannel);
  const stepUpHash = createStepUpHash(keys.stepUps);
  const accountCheck = createAccountCheck({ db, log, rowCheck });
  const budget = createCodeBudget(limits, config.codesPerDay, logger);
  const challenges = createWorkChallenges(limits, keys.challenges);
  const store = createCodeStore(db, keys.lookup);
  const knownNetworks = createKnownNetworks(db, keys.lookup);
  const codes = { db, limits, store, budget, challenges, sms, logger };
  return {
    ...shared,
    sessionEnds,
    stepUpHash,
    accountCheck,
    budget,
    challenges,
    store,
    knownNetworks,
    sessions: createSessions({
      db,
      requireSecondFactor: config.requireSecondFactor,
      accountCheck,
      stepUpHash,
      notified: sessionEnds,
      onFailure: retriedLater('sessions', logger),
    }),
    tokens: createTokens(keys.token),
    requireStepUp: createRequireStepUp(shared, stepUpHash),
    signIns: createSignInRecords(shared),
    tickets: createSignInTickets(db, keys.lookup),
    passkeys: createPasskeys(db, rowCheck, createChallenges(db, keys.lookup)),
    authenticators: createAuthenticators(db, rowCheck, keys),
    accountCodes: createAccountCodes({ ...codes, rowCheck, knownNetworks }),
    verifiedPhones: createVerifiedPhones(db, keys.lookup),
    registration: createRegistration(db, shared.ledger, logger),
    payoutChanges: createPayoutChanges(db, rowCheck, keys.payouts),
    trustedPhones: createTrustedPhones(db, rowCheck, keys.payouts),
    assertMembersShown: createAssertMembersShown(shared),
  };
}
