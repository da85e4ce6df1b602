import type { SmsAccount } from '../../config.ts';
import { post } from './post.ts';
import type { SmsSender } from './sms-sender.ts';

/** twilio's HTTP API: a form with basic authentication. */
export const twilioSms = (
  { key: accountSid, secret, from }: SmsAccount,
  baseUrl = 'https://api.twilio.com',
): SmsSender => ({
  async send({ to, text }) {
    const headers = {
      Authorization: `Basic ${Buffer.from(`${accountSid}:${secret}`).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    const body = new URLSearchParams({ To: to, From: from, Body: text }).toString();
    await post(`${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`, { headers, body }, codeOf);
  },
});

const codeOf = (answer: unknown): unknown => (answer as { code?: unknown } | undefined)?.code;
