import { z } from 'zod';
import { languages } from '../errors/index.ts';
import { configPaths } from '../paths/config.ts';
import { levelsSchema } from '../schemas/levels.ts';
import { krwSchema, rateSchema } from '../schemas/money.ts';
import { endpoint } from './endpoint.ts';

const publicSettings = z.object({
  /** The fee on USDT sold, as a fraction; a match carries the rate it was made at. */
  feeRate: rateSchema,
  /** The minimum won of an order; 0: any amount. */
  leastOrderKrw: krwSchema,
  /** The requirements and limits of each level, from level 1 on. */
  levels: levelsSchema,
  /** The landing page's claims about the market's size (specification, section 1); null: none. */
  claims: z.object({ markets: z.string(), paymentMethods: z.string() }).nullable(),
  /** Supported languages, the default first. */
  languages: z.array(z.enum(languages)),
  /** ISO 3166 codes of the countries whose mobile numbers may sign up; numbers of the first need no prefix. */
  phoneCountries: z.array(z.string()),
  /** One-time codes: number of digits, seconds until another may be requested, and for how many seconds one is valid. */
  codes: z.object({
    length: z.int().positive(),
    resendAfterSeconds: z.int().positive(),
    validSeconds: z.int().positive(),
  }),
  /** The messaging group for forgotten nicknames and passwords and for visitors' support; null: none. */
  messagingGroupUrl: z.url().nullable(),
  /** What a client has members agree to when they sign up; null: none. */
  termsUrl: z.url().nullable(),
  privacyUrl: z.url().nullable(),
  /** The key with which a browser subscribes to notifications (VAPID, base64url); null: none are sent. */
  webPushPublicKey: z.string().nullable(),
});

export const configEndpoints = {
  publicSettings: endpoint(configPaths.publicSettings, {
    summary: 'Settings of this installation that a client needs. Nothing in them is secret.',
    polled: true,
    response: publicSettings,
  }),
} as const;
