import { createECDH } from 'node:crypto';
import { nicknameField, passwordField } from '@matgyo/contracts/endpoints/member-fields';
import { type Krw, parseKrw, parseRate, type Rate } from '@matgyo/contracts/money';
import { percentPattern } from '@matgyo/contracts/price-change';
import { jsonText } from '@matgyo/contracts/schemas/json-text';
import { levelsText } from '@matgyo/contracts/schemas/levels';
import { isConnectionString } from '@matgyo/event-store/eventstoredb/connection-string';
import { databaseUrlForm, isDatabaseUrl } from '@matgyo/event-store/postgres/database-url';
import { getCountries } from 'libphonenumber-js/mobile';
import { z } from 'zod';

const count = (max: number) => z.coerce.number().int().min(0).max(max);
const text = z.string().min(1);
const url = (...protocols: readonly string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol));
const isCountry = (code: string) => (getCountries() as readonly string[]).includes(code);

/** `expected`: what a wrong value's message names; `description`: what the variable means, for the documentation. */
const variable = <Schema extends z.ZodType>(schema: Schema, expected: string, description: string): Schema =>
  schema.meta({ expected, description });

const krw = z
  .string()
  .transform((amount) => parseKrw(amount))
  .pipe(z.custom<Krw>((amount) => amount !== undefined));

const rateExpected = 'a rate from 0 to below 1 with at most 6 decimals, like 0.01';
const rate = (otherwise: string) =>
  z
    .string()
    .default(otherwise)
    .transform((text) => parseRate(text))
    .pipe(z.custom<Rate>((parsed) => parsed !== undefined));

const limits = z.strictObject({
  /** Far above any real use. */
  chatMessagesPerMinute: z.int().min(0).default(600),
  chatMessagesPerDay: z.int().min(0).default(5_000),
  ordersPerMinute: z.int().min(0).default(120),
  ordersPerDay: z.int().min(0).default(1_000),
  /** Orders per member that wait for approval. */
  pendingOrdersMax: z.int().min(0).default(500),
  /** 0: any amount. */
  orderKrwMin: krw.default('0' as Krw),
});

/** 32 random hex digits have about 14 different ones; fewer than ten only with a chance of one in ten thousand. */
const differentMin = 10;

/** Rejects what has spaces or letters of other scripts, and repetitions. Words without spaces pass. */
const looksRandom = (secret: string): boolean =>
  /^[!-~]{32,}$/.test(secret) && new Set(secret).size >= differentMin && !/^(.+?)\1+$/.test(secret);

/** Of a key pair for browser push. Undefined unless it is a P-256 private key. */
export function publicKeyOf(privateKey: string): string | undefined {
  try {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(privateKey, 'base64url');
    return pair.getPublicKey('base64url');
  } catch {
    return undefined;
  }
}

/** All environment variables. docs/configuration.md is generated from this object. */
export const variables = z.object({
  NODE_ENV: variable(
    z.enum(['development', 'test', 'production']).default('development'),
    'development, test or production',
    '`production` refuses what is only convenient on a laptop.',
  ),
  PORT: variable(
    count(65_535).default(4000),
    'a port from 0 to 65535 (0: any free one)',
    'The port of HTTP, the sockets and the web client.',
  ),
  HOST: variable(
    text.default('127.0.0.1'),
    'an address to listen on',
    'The address to listen on; `0.0.0.0` in a container.',
  ),
  TRUST_PROXY: variable(
    count(16).default(0),
    'a number of proxies from 0 to 16',
    'How many proxies in front each add an address to `X-Forwarded-For`. Set too high, clients choose the address that limits count; too low, all share the proxy’s.',
  ),
  DATA_DIR: variable(text.default('.data'), 'a folder', 'The embedded PostgreSQL, images and keys.'),
  DATABASE_URL: variable(
    z.string().refine(isDatabaseUrl).optional(),
    databaseUrlForm,
    'A PostgreSQL to use instead of the embedded one.',
  ),
  EVENTSTORE_URL: variable(
    z.string().refine(isConnectionString).optional(),
    'a connection string like esdb://user:password@host:2113, or without a user esdb://host:2113?tls=false',
    'An EventStoreDB instead of the log in PostgreSQL.',
  ),
  PROJECTIONS: variable(
    z.enum(['inside', 'apart']).optional(),
    'inside or apart',
    'Whether this program updates the read models, or `npm run projections` does. Unset: `inside` with the embedded database, else `apart`.',
  ),
  TOKEN_SECRET: variable(
    z.string().refine(looksRandom).optional(),
    'at least 32 random characters without spaces, ten of them different, as `openssl rand -base64 48` prints',
    'Signs sessions, keys the hashes of passwords, one-time codes and rows, and encrypts payout data; the same for every process of an installation. Unset: made once in `DATA_DIR/keys` (not in production).',
  ),
  TOKEN_SECRET_PREVIOUS: variable(
    text.optional(),
    'the TOKEN_SECRET before this one',
    'Set after a change of `TOKEN_SECRET`: earlier passwords are accepted until the next sign-in, and at the start earlier payout data and phones are encrypted with the new one (docs/operating.md).',
  ),
  CHECKPOINT_KEY_FILE: variable(
    text.optional(),
    'a file',
    'The private key (Ed25519, PEM) that signs checkpoints. Unset: made once as `DATA_DIR/keys/checkpoint-key.pem`.',
  ),
  SMS_PROVIDER: variable(
    z.enum(['console', 'solapi', 'twilio']).default('console'),
    'console, solapi or twilio',
    'Who delivers text messages; `console` appends each to `DATA_DIR/sms-outbox.jsonl` as a JSON line `{"at","to","text","code"}`.',
  ),
  SMS_ACCOUNT: variable(
    z
      .string()
      .regex(/^[^:\s]+:[^:\s]+:\+?\d{8,15}$/)
      .optional(),
    'key, secret and sender number, separated by colons',
    'The provider’s account: `API key:API secret:sender` for solapi, `account SID:auth token:+sender` for twilio.',
  ),
  PHONE_COUNTRIES: variable(
    z
      .string()
      .default('KR')
      .transform((list) => list.split(',').map((code) => code.trim()))
      .pipe(z.tuple([z.string().refine(isCountry)], z.string().refine(isCountry))),
    'country codes separated by commas, like KR,JP',
    'Countries whose mobile numbers may sign up; numbers of the first need no prefix.',
  ),
  CODES_PER_IP_PER_HOUR: variable(
    count(1_000_000).default(10),
    'a whole number',
    'How many one-time codes one address may ask for in an hour, and six times as many photos it may upload.',
  ),
  CODES_PER_DAY: variable(
    count(10_000_000).default(2_000),
    'a whole number',
    'How many one-time codes are sent in a day to phones that sign up, and as many to phones of accounts; strangers get the last fifth for solved challenges. It does not stop security messages.',
  ),
  LIMITS: variable(
    jsonText.pipe(limits).prefault('{}'),
    `JSON with any of ${Object.keys(limits.shape).join(', ')}`,
    `What one member may do: \`${JSON.stringify(limits.parse({}))}\`; what is left out keeps its default.`,
  ),
  LEVELS: variable(
    levelsText.prefault(
      '[{"trades":0,"openKrw":"100000000"},{"trades":5,"openKrw":"500000000"},{"trades":20,"casesLostMost":2,"openKrw":null}]',
    ),
    'JSON like [{"trades":0,"openKrw":"100000000"},{"trades":5,"casesLostMost":2,"openKrw":null}], the first for no trades, each for more than the one before, with no lower limit',
    'The levels of members, from 1: the completed trades each takes, how many cases may have been lost, the won of open orders (`null`: any), and with `windowMinutes` the minutes, from 1 to 1440, for a payment step (else 60). Each change is an event.',
  ),
  ADMIN_NICKNAME: variable(
    nicknameField.optional(),
    'English letters or letters with numbers, up to 30',
    'An admin made at the start if there is none.',
  ),
  ADMIN_PASSWORD: variable(
    passwordField.optional(),
    'at least 5 characters with a letter and a number',
    'That admin’s first password.',
  ),
  RETIRED_ADMIN: variable(
    z
      .string()
      .regex(/^[^:]+(?::\w{1,30})?$/)
      .refine((setting) => nicknameField.safeParse(setting.split(':')[0]).success)
      .optional(),
    'a nickname, or a nickname and a word like minji7:second',
    'An admin who cannot be reached any more: loses the role at the start if another admin is left, once for each value (docs/operating.md).',
  ),
  DRAIN_SECONDS: variable(
    z.coerce.number().min(0).max(60).default(0),
    'seconds from 0 to 60',
    'How long a stopping program still serves while `/api/v1/health/ready` says no, so that a balancer sends nothing more.',
  ),
  FEE_RATE: variable(rate('0.01'), rateExpected, 'The fee on USDT sold.'),
  MATCH_TOLERANCE: variable(
    rate('0.005'),
    rateExpected,
    'By how much of their own order’s price a match may be worse for a member.',
  ),
  FOUR_EYES_KRW: variable(
    z.string().default('10000000').pipe(z.string().regex(/^\d+$/)).pipe(krw),
    'whole won',
    'A match of an order of more won than this is completed, or ruled on, when another admin approves, where there is one.',
  ),
  FOUR_EYES_PRICE_PERCENT: variable(
    z.string().default('5').pipe(z.string().regex(percentPattern)),
    'percent, with at most 4 decimals',
    'A price that moves by more within 24 hours is set when another admin approves, where there is one.',
  ),
  STEP_UP_SECONDS: variable(
    count(86_400).default(300),
    'seconds from 0 to 86400',
    'How long a proof of identity is valid for sensitive actions: roles, phones, payout data, the price, completing or cancelling a match, ID photos, exports.',
  ),
  REQUIRE_SECOND_FACTOR: variable(
    z.enum(['0', '1']).optional(),
    '0 or 1',
    '`1`: roles of staff are in force only with a passkey or an authenticator app and, unless they sign in with a passkey, a password of 12 characters that is not of common words. Unset: 1 in production, else 0.',
  ),
  SOLANA_RPC_URL: variable(
    url('https:', 'http:').optional(),
    'an address like https://api.mainnet-beta.solana.com',
    'The Solana node that is asked whether the USDT of a match reached the buyer. Unset: transactions are not looked up.',
  ),
  AUTO_CANCEL: variable(
    z.enum(['0', '1']).default('0'),
    '0 or 1',
    '`1` cancels a match whose buyer has not sent the won when the time for that is over.',
  ),
  DEMO: variable(
    z.enum(['0', '1']).optional(),
    '0 or 1',
    '`1` fills an empty ledger with an invented market. Unset: 1 where everything is embedded, outside production; else 0.',
  ),
  LANDING_CLAIMS: variable(
    z
      .string()
      .regex(/^(?:none|\d+\+?,\d+\+?)$/)
      .default('140,500+')
      .transform((claims) => claims.split(','))
      .transform(([markets = '', paymentMethods]) =>
        paymentMethods === undefined ? null : { markets, paymentMethods },
      ),
    'two figures like 140,500+, or none',
    'How many markets and payment methods the landing page claims; `none`: it claims nothing.',
  ),
  MESSAGING_GROUP_URL: variable(
    url('https:').optional(),
    'an address like https://t.me/group',
    'Where the help for forgotten nicknames and passwords and visitors’ support lead. Unset: no link is shown.',
  ),
  TERMS_URL: variable(
    url('https:').optional(),
    'an address like https://example.com/terms',
    'The terms of service: a link in the footer, and consent to them as the first step of signing up in the web client. Unset: neither.',
  ),
  PRIVACY_URL: variable(
    url('https:').optional(),
    'an address like https://example.com/privacy',
    'The same for the privacy policy.',
  ),
  WEB_PUSH_PRIVATE_KEY: variable(
    z
      .string()
      .regex(/^[\w-]{43}$/)
      .refine((key) => publicKeyOf(key) !== undefined)
      .optional(),
    'the private VAPID key, 43 characters of base64url',
    'Signs notifications sent to browsers (`npx web-push generate-vapid-keys`). Unset: none are sent.',
  ),
  WEB_PUSH_SUBJECT: variable(
    url('mailto:', 'https:').optional(),
    'an address like mailto:operator@example.com or https://example.com',
    'Where the browsers’ push services can reach the operator.',
  ),
  METRICS_TOKEN: variable(
    z.string().min(16).optional(),
    'at least 16 random characters',
    'A bearer token for `/metrics`. Unset: only this machine may read them.',
  ),
});

export type Values = z.output<typeof variables>;
