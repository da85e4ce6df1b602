import { oneTimeCodeEndpoints } from '@matgyo/contracts/endpoints/one-time-codes';
import type { Language } from '@matgyo/contracts/errors/index';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/tables.ts';
import { capability, type Route } from '../../platform/http/capability.ts';
import { loggable } from '../../platform/http/error-answer.ts';
import { clientNetwork, type RateLimits } from '../../platform/http/rate-limits.ts';
import { failure, RequestFailure } from '../../platform/http/request-failure.ts';
import type { SmsSender } from '../../platform/sms/sms-sender.ts';
import type { KeptRows } from '../../proof/kept-rows/kept-rows.ts';
import { normalisedPhone } from '../members/phone.ts';
import type { AccountCodes } from './account-codes.ts';
import type { CodeBudget } from './code-budget.ts';
import { type CodeStore, type IssuedCode, resendAfterSeconds } from './code-store.ts';
import { codeText } from './code-text.ts';
import { countGuess } from './count-guess.ts';
import { countRequest } from './count-request.ts';
import { verificationCookie } from './verification-cookie.ts';
import type { VerifiedPhones } from './verified-phones.ts';

export interface OneTimeCodeDependencies {
  readonly db: Database;
  readonly store: CodeStore;
  readonly budget: CodeBudget;
  readonly accountCodes: AccountCodes;
  readonly verifiedPhones: VerifiedPhones;
  readonly sms: SmsSender;
  readonly limits: RateLimits;
  readonly phoneCountries: readonly [string, ...string[]];
  readonly logger: Logger;
  readonly kept: KeptRows;
}

/** Sending and checking one-time codes: for phones that sign up, and for accounts whose phone was changed. */
export function oneTimeCodeRoutes(deps: OneTimeCodeDependencies): readonly Route[] {
  const { store, budget, accountCodes, sms, limits, logger } = deps;
  const inE164 = (typed: string): string => normalisedPhone(typed, deps.phoneCountries);

  const deliver = (phone: string, { code }: IssuedCode, language: Language): Promise<void> =>
    sms.send({ to: phone, text: codeText('verification', code, language), code });

  /** To a phone that signs up: the caller learns whether the message was taken. */
  async function sendToPhone(typed: string, language: Language, failed: 'SMS_FAILED' | 'SMS_RESEND_FAILED') {
    const phone = inE164(typed);
    await budget.refuseIfSpent('sign-up');
    const issued = await store.issue({ purpose: 'sign-up', phone }, phone);
    if (!issued.deliverable) {
      await store.withdraw(issued.id);
      throw failure('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: 600 });
    }
    try {
      await budget.spend('sign-up');
      await deliver(phone, issued, language);
    } catch (cause) {
      await store.withdraw(issued.id);
      if (cause instanceof RequestFailure) throw cause;
      logger.warn({ error: loggable(cause) }, 'a text message was not sent');
      throw failure(failed, undefined, { cause });
    }
  }

  return capability(oneTimeCodeEndpoints, {
    async sendCode({ body, ip, language }) {
      await countRequest(limits, ip);
      await sendToPhone(body.phone, language, 'SMS_FAILED');
      return { message: 'SMS sent', resendAfterSeconds };
    },

    async resendCode({ body, ip, language }) {
      await countRequest(limits, ip);
      if (body.nickname !== undefined)
        await accountCodes.send('account', { nickname: body.nickname, network: clientNetwork(ip) }, language);
      else await sendToPhone(body.phone, language, 'SMS_RESEND_FAILED');
      return { message: 'SMS resent', resendAfterSeconds };
    },

    async verifyCode({ body, ip, secure, reply }) {
      const guess = await countGuess(limits, ip);
      if (body.nickname !== undefined) {
        if (!(await verifyAccount(deps, body.nickname, body.code))) throw failure('OTP_WRONG');
      } else {
        const phone = inE164(body.phone);
        const isRight = await store.redeem({ purpose: 'sign-up', phone }, phone, body.verificationCode);
        if (!isRight) throw failure('OTP_WRONG');
        // Answered only to the holder of the phone, before the rest of the form is filled in.
        if (await isTaken(deps.db, phone)) throw failure('PHONE_TAKEN');
        const ticket = await deps.verifiedPhones.add(phone, clientNetwork(ip));
        reply.header('Set-Cookie', verificationCookie(ticket, secure));
      }
      await guess.wasRight();
      return { message: 'Phone verified', data: { isVerified: true } };
    },
  });
}

async function isTaken(db: Database, phone: string): Promise<boolean> {
  const member = await db
    .selectFrom('app.members')
    .select('id')
    .where('phone', '=', phone)
    .executeTakeFirst();
  return member !== undefined;
}

async function verifyAccount(
  { db, accountCodes, kept }: OneTimeCodeDependencies,
  nickname: string,
  code: string,
): Promise<boolean> {
  const phone = await accountCodes.redeem('account', nickname, code);
  if (phone === undefined) return false;
  return db.transaction().execute(async (trx) => {
    const verified = await trx
      .updateTable('app.members')
      .set({ phone_verified: true })
      .where('nickname_key', '=', nickname.toLowerCase())
      // Not a number it was changed to meanwhile.
      .where('phone', '=', phone)
      .returning('id')
      .executeTakeFirst();
    if (verified !== undefined) await kept.enter(trx, { 'app.members': [verified.id] });
    return verified !== undefined;
  });
}
