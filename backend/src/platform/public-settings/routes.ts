import { configEndpoints } from '@matgyo/contracts/endpoints/config';
import { languages } from '@matgyo/contracts/errors/index';
import type { Config } from '../../config.ts';
import { resendAfterSeconds } from '../../identity/one-time-codes/code-store.ts';
import { codeMinutes } from '../../identity/one-time-codes/code-text.ts';
import { capability, type Route } from '../http/capability.ts';

/** Digits of a one-time code (specification, section 9). */
const codeLength = 6;

/** Public configuration. Fields are listed one by one, so that a new secret stays secret. */
export const publicSettingsRoutes = (config: Config): readonly Route[] =>
  capability(configEndpoints, {
    publicSettings: async () => ({
      feeRate: config.feeRate,
      leastOrderKrw: config.orderKrwMin,
      levels: config.levels.map((level) => ({ ...level })),
      claims: config.claims,
      languages: [...languages],
      phoneCountries: [...config.phoneCountries],
      codes: { length: codeLength, resendAfterSeconds, validSeconds: codeMinutes * 60 },
      messagingGroupUrl: config.messagingGroupUrl ?? null,
      termsUrl: config.termsUrl ?? null,
      privacyUrl: config.privacyUrl ?? null,
      webPushPublicKey: config.webPush?.publicKey ?? null,
    }),
  });
