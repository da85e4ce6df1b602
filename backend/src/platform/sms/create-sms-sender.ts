import { createHmac, randomBytes } from 'node:crypto';
import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { SmsAccount, SmsConfig } from '../../config.ts';
import { SmsNotSent, type SmsSender } from './sms-sender.ts';

/** The configured sender. `baseUrl` replaces the provider's address. */
export function createSmsSender(config: SmsConfig, baseUrl?: string): SmsSender {
  switch (config.provider) {
    case 'console':
      return consoleSms(config.outbox);
    case 'solapi':
      return solapiSms(config, baseUrl);
    case 'twilio':
      return twilioSms(config, baseUrl);
    default:
      return config satisfies never;
  }
}

/** Appends each message as a JSON line to a private file, for trials. */
const consoleSms = (outbox: string): SmsSender => ({
  async send({ to, text, code }) {
    await mkdir(path.dirname(outbox), { recursive: true });
    const line = JSON.stringify({ at: new Date().toISOString(), to, text, code });
    await appendFile(outbox, `${line}\n`, { mode: 0o600 });
  },
});

/** solapi takes Korean numbers without the country prefix, others as digits only. */
const solapiNumber = (e164: string): string => (e164.startsWith('+82') ? `0${e164.slice(3)}` : e164.slice(1));

/** solapi's HTTP API: one message per request, signed with HMAC-SHA-256 over date and salt. */
const solapiSms = ({ key, secret, from }: SmsAccount, baseUrl = 'https://api.solapi.com'): SmsSender => ({
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
    const answer = await post(`${baseUrl}/messages/v4/send`, { headers, body }, 'errorCode');
    const status = answer?.['statusCode'];
    // 2000 means accepted; anything else is a refusal, also with HTTP 200.
    if (status !== undefined && status !== '2000')
      throw new SmsNotSent(`the provider refused: ${String(status).slice(0, 60)}`);
  },
});

/** twilio's HTTP API: a form with basic authentication. */
const twilioSms = (
  { key: accountSid, secret, from }: SmsAccount,
  baseUrl = 'https://api.twilio.com',
): SmsSender => ({
  async send({ to, text }) {
    const headers = {
      Authorization: `Basic ${Buffer.from(`${accountSid}:${secret}`).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    const body = new URLSearchParams({ To: to, From: from, Body: text }).toString();
    await post(`${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`, { headers, body }, 'code');
  },
});

const timeoutMs = 8_000;

/**
 * Posts to a provider and returns the JSON of its response; undefined when it has none.
 *
 * @throws SmsNotSent when the provider is unreachable, slow or refuses; with the error code that it sends in
 * `codeField`, if any.
 */
async function post(
  url: string,
  request: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  codeField: string,
): Promise<Record<string, unknown> | undefined> {
  let response: Response;
  let answer: Record<string, unknown> | undefined;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: request.headers,
      body: request.body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    answer = (await response.json().catch(() => undefined)) as typeof answer;
  } catch (cause) {
    throw new SmsNotSent('the provider could not be reached', { cause });
  }
  if (response.ok) return answer;
  const code = String(answer?.[codeField] ?? 'no code').slice(0, 60);
  throw new SmsNotSent(`the provider refused: ${response.status} (${code})`);
}
