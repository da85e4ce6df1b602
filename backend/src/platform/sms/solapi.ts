import { createHmac, randomBytes } from 'node:crypto';
import type { SmsAccount } from '../../config.ts';
import { post } from './post.ts';
import { SmsNotSent, type SmsSender } from './sms-sender.ts';

/** solapi takes Korean numbers without the country prefix, others as digits only. */
const solapiNumber = (e164: string): string => (e164.startsWith('+82') ? `0${e164.slice(3)}` : e164.slice(1));

/** solapi's HTTP API: one message per request, signed with HMAC-SHA-256 over date and salt. */
export const solapiSms = (
  { key, secret, from }: SmsAccount,
  baseUrl = 'https://api.solapi.com',
): SmsSender => ({
  async send({ to, text }) {
    const date = new Date().toISOString();
    const salt = randomBytes(16).toString('hex');
    const signature = createHmac('sha256', secret)
      .update(date + salt)
      .digest('hex');
    const headers = {
      Authorization: `HMAC-SHA256 apiKey=${key}, date=${date}, salt=${salt}, signature=${signature}`,
      'Content-Type': 'application/json',
    };
    const body = JSON.stringify({ message: { to: solapiNumber(to), from, text } });
    const answer = await post(`${baseUrl}/messages/v4/send`, { headers, body }, codeOf);
    const status = (answer as { statusCode?: unknown } | undefined)?.statusCode;
    // 2000 means accepted; anything else is a refusal, also with HTTP 200.
    if (status !== undefined && status !== '2000')
      throw new SmsNotSent(`the provider refused: ${String(status).slice(0, 60)}`);
  },
});

const codeOf = (answer: unknown): unknown => (answer as { errorCode?: unknown } | undefined)?.errorCode;
