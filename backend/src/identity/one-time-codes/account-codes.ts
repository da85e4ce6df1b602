import type { Language } from '@matgyo/contracts/errors/index';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/tables.ts';
import { loggable } from '../../platform/http/error-answer.ts';
import { clientNetwork } from '../../platform/http/rate-limits.ts';
import type { SmsSender } from '../../platform/sms/sms-sender.ts';
import { isRecoveryHeld } from '../members/phone-changes.ts';
import type { KnownNetworks } from '../sessions/known-networks.ts';
import type { CodeStore } from './code-store.ts';
import { type CodeText, codeText } from './code-text.ts';
import { type AskingForCode, type CodeAdmission, countingRequest } from './counting-request.ts';

/** What an account's code is for. A code for one purpose is not valid for another. */
export type AccountPurpose = 'account' | 'recovery';

/** Codes to an account's phone, by nickname. Neither reply nor timing reveals whether the account exists. */
export interface AccountCodes {
  /** @throws RequestFailure CODE_TOO_SOON, TOO_MANY_REQUESTS, CHALLENGE_REQUIRED */
  send(
    purpose: AccountPurpose,
    to: { readonly nickname: string; readonly by: AskingForCode },
    language: Language,
  ): Promise<void>;
  /** The number (E.164) that the code was sent to; undefined for a wrong code. Consumes the code. */
  redeem(
    purpose: AccountPurpose,
    nickname: string,
    code: string,
    refuse?: () => Promise<void>,
  ): Promise<string | undefined>;
}

export interface AccountCodeDependencies extends CodeAdmission {
  readonly db: Database;
  readonly store: CodeStore;
  readonly knownNetworks: KnownNetworks;
  readonly sms: SmsSender;
  readonly logger: Logger;
}

/** Messages being sent in the background. */
const unattendedMax = 50;

const texts: Readonly<Record<AccountPurpose, CodeText>> = { account: 'verification', recovery: 'recovery' };

export function createAccountCodes({
  db,
  store,
  knownNetworks,
  sms,
  logger,
  ...admission
}: AccountCodeDependencies): AccountCodes {
  const { budget } = admission;
  let unattended = 0;

  return {
    async send(purpose, { nickname, by }, language) {
      const isKnown = await knownNetworks.has(nickname, clientNetwork(by.ip));
      await countingRequest(admission, { by, budget: 'account', isKnown }, async () => {
        const phone = await phoneOf(db, purpose, nickname);
        const issued = await store.issue({ purpose, nickname }, phone);
        if (phone === undefined || !issued.deliverable || unattended >= unattendedMax) return;
        unattended += 1;
        // The reply does not wait for the provider, so that it takes as long for an unknown nickname.
        const counted = budget.spend('account');
        (isKnown ? counted.catch(() => undefined) : counted)
          .then(() =>
            sms.send({ to: phone, text: codeText(texts[purpose], issued.code, language), code: issued.code }),
          )
          .catch((cause: unknown) => logger.warn({ error: loggable(cause) }, 'a text message was not sent'))
          .finally(() => {
            unattended -= 1;
          });
      });
    },

    async redeem(purpose, nickname, code, refuse) {
      const phone = await phoneOf(db, purpose, nickname);
      return (await store.redeem({ purpose, nickname }, phone, code, refuse)) ? phone : undefined;
    },
  };
}

/** Also undefined while the phone may not recover the password: then everything behaves as without an account. */
async function phoneOf(db: Database, purpose: AccountPurpose, nickname: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('app.members as member')
    .select(['phone', isRecoveryHeld.as('isHeld')])
    .where('nickname_key', '=', nickname.toLowerCase())
    .executeTakeFirst();
  return purpose === 'recovery' && row?.isHeld === true ? undefined : (row?.phone ?? undefined);
}
