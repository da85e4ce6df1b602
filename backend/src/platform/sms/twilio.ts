import type { SmsConfig } from '../../config.ts';
import { post } from './post.ts';
import type { SmsSender } from './sms-sender.ts';

type TwilioConfig = Extract<SmsConfig, { provider: 'twilio' }>;

/** twilio's HTTP API: a form with basic authentication. */
export const twilioSms = (
  { accountSid, authToken, from }: TwilioConfig,
  baseUrl = 'https://api.twilio.com',
): SmsSender => ({
  async send({ to, text }) {
    const headers = {
      Authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    const body = new URLSearchParams({ To: to, From: from, Body: text }).toString();
    await post(`${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`, { headers, body }, codeOf);
  },
});

const codeOf = (answer: unknown): unknown => (answer as { code?: unknown } | undefined)?.code;
