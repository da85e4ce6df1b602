import type { Language } from '@matgyo/contracts/errors/index';
import { inSnapshot } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/tables.ts';
import { loggable } from '../../platform/http/error-answer.ts';
import { clientNetwork } from '../../platform/http/rate-limits.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { createWorkQueue } from '../../platform/http/work-queue.ts';
import type { Shared } from '../../shared.ts';
import { isRecoveryHeld } from '../members/phone-changes.ts';
import type { KnownNetworks } from '../sessions/known-networks.ts';
import type { CodeStore } from './code-store.ts';
import { codeText } from './code-text.ts';
import { type AskingForCode, type CodeAdmission, countingRequest } from './counting-request.ts';

/** What an account's code is for. A code for one purpose is not valid for another. */
export type AccountPurpose = 'account' | 'recovery';

/**
 * Codes to an account's phone, by nickname. Neither reply nor timing reveals whether the account exists; so a phone
 * that was changed by SQL gets no code, and only the operator sees why.
 */
export type AccountCodes = ReturnType<typeof createAccountCodes>;

interface AccountCodeDependencies extends CodeAdmission, Pick<Shared, 'db' | 'rowCheck' | 'sms' | 'logger'> {
  readonly store: CodeStore;
  readonly knownNetworks: KnownNetworks;
}

/** Messages being sent in the background. */
const unattendedMax = 50;

export function createAccountCodes(deps: AccountCodeDependencies) {
  const { db, store, rowCheck, knownNetworks, budget, sms, logger } = deps;
  const unattended = createWorkQueue({ concurrentMax: unattendedMax, waitingMax: 0 });

  /** Compares the phone with what the program wrote. @throws RequestFailure RECORD_MISMATCH */
  const assertPhone = (purpose: AccountPurpose, nickname: string, phone: string): Promise<void> =>
    inSnapshot(db, async (snapshot) => {
      const now = await phoneOf(snapshot, purpose, nickname);
      if (now !== undefined) await rowCheck.member(snapshot, now.memberId, 'phone');
      if (now?.phone !== phone) throw failure('RECORD_MISMATCH');
    });

  return {
    async send(
      purpose: AccountPurpose,
      { nickname, by }: { readonly nickname: string; readonly by: AskingForCode },
      language: Language,
    ): Promise<void> {
      const isKnown = await knownNetworks.has(nickname, clientNetwork(by.ip));
      await countingRequest(deps, { by, budget: 'account', owner: isKnown && nickname }, async () => {
        const phone = (await phoneOf(db, purpose, nickname))?.phone;
        const issued = await store.issue({ purpose, nickname, byKnown: isKnown }, phone);
        if (phone === undefined || !issued.deliverable) return;
        const text = codeText(purpose, issued.code, language);
        // The reply does not wait for the provider, so that it takes as long for an unknown nickname.
        unattended(async () => {
          await assertPhone(purpose, nickname, phone);
          await budget.spend('account', { beyond: isKnown });
          await sms.send({ to: phone, text, code: issued.code });
        }).catch((cause: unknown) => logger.warn({ error: loggable(cause) }, 'a text message was not sent'));
      });
    },

    /** The number (E.164) that the code was sent to; undefined for a wrong code. Consumes the code. */
    async redeem(
      purpose: AccountPurpose,
      { nickname, code, ip }: { readonly nickname: string; readonly code: string; readonly ip: string },
      refuse?: () => Promise<void>,
    ): Promise<string | undefined> {
      const phone = (await phoneOf(db, purpose, nickname))?.phone;
      const isKnown = await knownNetworks.has(nickname, clientNetwork(ip));
      // A phone may change from one kind of network to the other before the code is entered.
      for (const byKnown of [isKnown, !isKnown]) {
        const options = { refuse, isElsewhere: byKnown && !isKnown };
        if (await store.redeem({ purpose, nickname, byKnown }, phone, code, options)) return phone;
      }
      return undefined;
    },
  };
}

/** Also undefined while the phone may not recover the password: then everything behaves as without an account. */
async function phoneOf(db: Database, purpose: AccountPurpose, nickname: string) {
  const row = await db
    .selectFrom('app.members as member')
    .select(['member.id as memberId', 'phone', isRecoveryHeld.as('isHeld')])
    .where('nickname_key', '=', nickname.toLowerCase())
    .executeTakeFirst();
  if (row === undefined || row.phone === null || (purpose === 'recovery' && row.isHeld)) return undefined;
  return { memberId: row.memberId, phone: row.phone };
}
