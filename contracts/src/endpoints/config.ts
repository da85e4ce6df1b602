import { z } from 'zod';
import { languages } from '../errors/index.ts';
import { configPaths } from '../paths/config.ts';
import { levelsSchema } from '../schemas/levels.ts';
import { krwSchema, rateSchema } from '../schemas/money.ts';
import { endpoint } from './endpoint.ts';

const publicSettings = z.object({
  /** The fee on USDT sold, as a fraction; a match carries the rate it was made at. */
  feeRate: rateSchema,
  /** The least won of an order; 0: any amount. */
  leastOrderKrw: krwSchema,
  /** What each level takes and allows, from level 1 on. */
  levels: levelsSchema,
  /** What the landing page says of the market's size (specification, section 1); null: nothing. */
  claims: z.object({ markets: z.string(), paymentMethods: z.string() }).nullable(),
  /** Supported languages, the default first. */
  languages: z.array(z.enum(languages)),
  /** ISO 3166 codes of the countries whose mobile numbers may sign up; numbers of the first need no prefix. */
  phoneCountries: z.array(z.string()),
  /** One-time codes: how many digits, and how long until another may be asked for. */
  codes: z.object({ length: z.int().positive(), resendAfterSeconds: z.int().positive() }),
  /** Where forgotten nicknames and passwords and visitors' support lead; null: there is no such group. */
  messagingGroupUrl: z.url().nullable(),
  /** What a browser subscribes to notifications with (VAPID, base64url); null: they are not sent here. */
  webPushPublicKey: z.string().nullable(),
});
export type PublicSettings = z.output<typeof publicSettings>;

export const configEndpoints = {
  publicSettings: endpoint(configPaths.publicSettings, {
    summary: 'Settings of this installation that a client needs. Nothing in them is secret.',
    response: publicSettings,
  }),
} as const;
