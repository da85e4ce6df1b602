import type { SmsConfig } from '../../config.ts';
import { consoleSms } from './console.ts';
import type { SmsSender } from './sms-sender.ts';
import { solapiSms } from './solapi.ts';
import { twilioSms } from './twilio.ts';

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
