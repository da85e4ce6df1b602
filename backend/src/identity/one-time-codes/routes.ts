import { oneTimeCodeEndpoints } from '@matgyo/contracts/endpoints/one-time-codes';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { clientNetwork } from '../../platform/http/rate-limits.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { refuseIfPhoneTaken } from '../members/edit-row.ts';
import { memberIdOf } from '../members/member-query.ts';
import { normalisedPhone } from '../members/phone.ts';
import type { IdentityParts } from '../parts.ts';
import type { AccountCodes } from './account-codes.ts';
import { resendAfterSeconds } from './code-store.ts';
import { codeText } from './code-text.ts';
import { countedBy, countGuess } from './count-guess.ts';
import { sendCodeTo } from './send-code.ts';
import { verificationCookie } from './verified-phones.ts';

/** Sending and checking one-time codes: for phones that sign up, and for accounts whose phone was changed. */
export function oneTimeCodeRoutes(deps: IdentityParts): readonly Route[] {
  const { store, accountCodes, limits } = deps;
  const inE164 = (typed: string): string => normalisedPhone(typed, deps.config.phoneCountries);

  /** To a phone that signs up; the reply says whether the provider accepted the message. */
  async function sendToPhone(
    by: Pick<HandlerRequest, 'ip' | 'header' | 'language'>,
    typed: string,
    failed: 'SMS_FAILED' | 'SMS_RESEND_FAILED',
  ) {
    const phone = inE164(typed);
    const text = (code: string) => codeText('sign-up', code, by.language);
    const subject = { purpose: 'sign-up', phone } as const;
    await sendCodeTo(deps, { by, subject, phone, budget: 'sign-up', text, failed });
  }

  return capability(oneTimeCodeEndpoints, {
    async sendCode(request) {
      await sendToPhone(request, request.body.phone, 'SMS_FAILED');
      return { message: 'SMS sent', resendAfterSeconds };
    },

    async resendCode({ body, ...by }) {
      const { nickname, phone } = { nickname: undefined, ...body };
      // Whether a nickname has an account is no secret: check-nickname answers it.
      const isAccount = nickname !== undefined && (await memberIdOf(deps.db, nickname)) !== undefined;
      if (phone && !isAccount) await sendToPhone(by, phone, 'SMS_RESEND_FAILED');
      else if (nickname !== undefined) await accountCodes.send('account', { nickname, by }, by.language);
      return { message: 'SMS resent', resendAfterSeconds };
    },

    async verifyCode({ body, ip, secure, reply }) {
      if ('code' in body) {
        const { nickname, code } = body;
        const isKnown = await deps.knownNetworks.has(nickname, clientNetwork(ip));
        const guess = await countGuess(limits, countedBy(ip, isKnown && nickname));
        if (!(await verifyAccount(deps, { nickname, code, ip }))) throw failure('OTP_WRONG');
        await guess.wasRight();
      } else {
        const guess = await countGuess(limits, countedBy(ip));
        const phone = inE164(body.phone);
        const isRight = await store.redeem({ purpose: 'sign-up', phone }, phone, body.verificationCode);
        if (!isRight) throw failure('OTP_WRONG');
        await guess.wasRight();
        // Returned only to the holder of the phone, before they fill in the rest of the form.
        await refuseIfPhoneTaken(deps.db, phone);
        const ticket = await deps.verifiedPhones.add(phone, clientNetwork(ip));
        reply.header('Set-Cookie', verificationCookie(ticket, secure));
      }
      return { message: 'Phone verified', data: { isVerified: true } };
    },
  });
}

async function verifyAccount(
  { db, accountCodes, sealedRows }: IdentityParts,
  entered: Parameters<AccountCodes['redeem']>[1],
): Promise<boolean> {
  const phone = await accountCodes.redeem('account', entered);
  if (phone === undefined) return false;
  return db.transaction().execute(async (trx) => {
    const verified = await trx
      .updateTable('app.members')
      .set({ phone_verified: true })
      .where('nickname_key', '=', entered.nickname.toLowerCase())
      // Not a number that it was changed to in the meantime.
      .where('phone', '=', phone)
      .returning('id')
      .executeTakeFirst();
    if (verified !== undefined) await sealedRows.enter(trx, { 'app.members': [verified.id] });
    return verified !== undefined;
  });
}
