import { createECDH } from 'node:crypto';
import path from 'node:path';
import { nicknameField, passwordField } from '@matgyo/contracts/endpoints/member-fields';
import { type Krw, parseKrw, parseRate, type Rate } from '@matgyo/contracts/money';
import { getCountries } from 'libphonenumber-js/mobile';
import { z } from 'zod';

/** What the program is told by its environment, parsed once at the start. */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly trustProxy: number;
  /** Absolute. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly eventStoreUrl: string | undefined;
  /** Whether this process runs the projections: by default when the database is its own. */
  readonly projectionsInside: boolean;
  /** Undefined: one is made and kept in the data folder (never in production). */
  readonly tokenSecret: string | undefined;
  /** The private key that signs checkpoints; undefined: one is made and kept in the data folder. */
  readonly checkpointKeyFile: string | undefined;
  readonly sms: SmsConfig;
  /** ISO 3166 codes of the countries whose mobile numbers may sign up; the first one's need no prefix. */
  readonly phoneCountries: readonly [string, ...string[]];
  readonly codesPerIpPerHour: number;
  readonly chatMessagesPerMinute: number;
  readonly ordersPerMinute: number;
  readonly pendingOrders: number;
  readonly leastOrderKrw: Krw;
  readonly firstAdmin: { readonly nickname: string; readonly password: string } | undefined;
  readonly drainSeconds: number;
  readonly feeRate: Rate;
  /** Whether an empty ledger is filled with an invented market. */
  readonly demo: boolean;
  readonly messagingGroupUrl: string | undefined;
  /** Undefined: only this machine reads the metrics. */
  readonly metricsToken: string | undefined;
  /** Undefined: notifications are not sent to browsers. */
  readonly webPush: WebPushConfig | undefined;
}

export interface WebPushConfig {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly subject: string;
}

export type SmsConfig =
  | { readonly provider: 'console'; readonly outbox: string }
  | {
      readonly provider: 'solapi';
      readonly apiKey: string;
      readonly apiSecret: string;
      readonly from: string;
    }
  | {
      readonly provider: 'twilio';
      readonly accountSid: string;
      readonly authToken: string;
      readonly from: string;
    };

/** The environment asks for something that cannot be. The message is for the operator, one line a variable. */
export class WrongConfiguration extends Error {
  override readonly name = 'WrongConfiguration';
}

const count = (most: number) => z.coerce.number().int().min(0).max(most);
const text = z.string().min(1);
const phoneCountry = z.string().refine((code) => (getCountries() as readonly string[]).includes(code));
const url = (...protocols: readonly string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol));

/** Every variable: what it means, what it takes (`expected`), and what it is when unset. */
const variables = {
  NODE_ENV: {
    schema: z.enum(['development', 'test', 'production']).default('development'),
    expected: 'development, test or production',
  },
  /** Where HTTP and sockets are served. The address is 0.0.0.0 in a container. */
  PORT: { schema: count(65_535).default(4000), expected: 'a port from 0 to 65535 (0: any free one)' },
  HOST: { schema: text.default('127.0.0.1'), expected: 'an address to listen on' },
  /** How many proxies stand in front, each adding an address to X-Forwarded-For. */
  TRUST_PROXY: { schema: count(16).default(0), expected: 'a number of proxies from 0 to 16' },
  /** Embedded data: the Postgres cluster, images, keys. */
  DATA_DIR: { schema: text.default('.data'), expected: 'a folder' },
  /** A Postgres to use instead of the embedded one. */
  DATABASE_URL: {
    schema: url('postgres:', 'postgresql:').optional(),
    expected: 'a URL like postgres://user@host/database',
  },
  /** An EventStoreDB instead of the log in Postgres. */
  EVENTSTORE_URL: {
    schema: url('esdb:', 'esdb+discover:', 'kurrentdb:', 'kurrentdb+discover:').optional(),
    expected: 'a connection string like esdb://host:2113?tls=true',
  },
  /** Whether this program keeps the read models up too, or another one does (`projections/src/main.ts`). */
  PROJECTIONS: { schema: z.enum(['inside', 'apart']).optional(), expected: 'inside or apart' },
  /** Signs tokens and keys the hashes of one-time codes. The same for every process of one installation. */
  TOKEN_SECRET: { schema: z.string().min(32).optional(), expected: 'at least 32 random characters' },
  /** The private key (Ed25519, PEM) that signs checkpoints of the ledger; unset: checkpoint-key.pem in DATA_DIR/keys. */
  CHECKPOINT_KEY_FILE: { schema: text.optional(), expected: 'a file' },
  /** Who delivers text messages. `console` writes them to SMS_OUTBOX, for trying things out. */
  SMS_PROVIDER: {
    schema: z.enum(['console', 'solapi', 'twilio']).default('console'),
    expected: 'console, solapi or twilio',
  },
  /** A file that gets each message as one JSON line {"at","to","text","code"}; unset: sms-outbox.jsonl in DATA_DIR. */
  SMS_OUTBOX: { schema: text.optional(), expected: 'a file' },
  SOLAPI_API_KEY: { schema: text.optional(), expected: 'the API key of solapi' },
  SOLAPI_API_SECRET: { schema: text.optional(), expected: 'the API secret of solapi' },
  /** A number registered with solapi. */
  SOLAPI_FROM: {
    schema: z
      .string()
      .regex(/^\d{8,15}$/)
      .optional(),
    expected: 'a sender number registered with solapi, digits only',
  },
  TWILIO_ACCOUNT_SID: {
    schema: z
      .string()
      .regex(/^AC[0-9a-fA-F]{32}$/)
      .optional(),
    expected: 'the account SID of twilio (AC and 32 hex digits)',
  },
  TWILIO_AUTH_TOKEN: { schema: text.optional(), expected: 'the auth token of twilio' },
  TWILIO_FROM: {
    schema: z
      .string()
      .regex(/^\+\d{8,15}$/)
      .optional(),
    expected: 'a sender number in E.164, like +15005550006',
  },
  /** Countries whose mobile numbers may sign up; numbers of the first one need no prefix. */
  PHONE_COUNTRIES: {
    schema: z
      .string()
      .default('KR')
      .transform((list) => list.split(',').map((code) => code.trim()))
      .pipe(z.array(phoneCountry).min(1)),
    expected: 'country codes separated by commas, like KR,JP',
  },
  /** How many one-time codes one address may ask for in an hour. */
  CODES_PER_IP_PER_HOUR: { schema: count(1_000_000).default(10), expected: 'a whole number' },
  /** How many chat messages one member may send in a minute. Far more than anybody types. */
  CHAT_MESSAGES_PER_MINUTE: { schema: count(1_000_000).default(600), expected: 'a whole number' },
  /** How many orders one member may place in a minute, and have waiting for approval at a time. */
  ORDERS_PER_MINUTE: { schema: count(1_000_000).default(120), expected: 'a whole number' },
  PENDING_ORDERS: { schema: count(1_000_000).default(500), expected: 'a whole number' },
  /** The least won of an order; 10,000 is where the desk's lowest range begins. */
  LEAST_ORDER_KRW: {
    schema: z
      .string()
      .default('0')
      .transform((krw) => parseKrw(krw))
      .pipe(z.custom<Krw>((krw) => krw !== undefined)),
    expected: 'won with at most 4 decimals, like 10000 (0: any amount)',
  },
  /** An admin made at the start if there is none. */
  ADMIN_NICKNAME: {
    schema: nicknameField.optional(),
    expected: 'English letters or letters with numbers, up to 30',
  },
  ADMIN_PASSWORD: {
    schema: passwordField.optional(),
    expected: 'at least 5 characters with a letter and a number',
  },
  /** Told to stop, go on serving this long while /health/ready says no, so that a balancer sends nothing more. */
  DRAIN_SECONDS: {
    schema: z.coerce.number().min(0).max(60).default(0),
    expected: 'seconds from 0 to 60',
  },
  /** Fee on USDT sold. */
  FEE_RATE: {
    schema: z
      .string()
      .default('0.01')
      .transform((rate) => parseRate(rate))
      .pipe(z.custom<Rate>((rate) => rate !== undefined)),
    expected: 'a rate from 0 to below 1 with at most 6 decimals, like 0.01',
  },
  /** Fills an empty ledger with an invented market to look at. Unset: 1 where everything is embedded, else 0. */
  DEMO: { schema: z.enum(['0', '1']).optional(), expected: '0 or 1' },
  /** Where the popups about forgotten nicknames and passwords and visitors' support lead; unset: no link is shown. */
  MESSAGING_GROUP_URL: { schema: url('https:').optional(), expected: 'an address like https://t.me/group' },
  /** The VAPID keys that notifications are sent to browsers with (`npx web-push generate-vapid-keys`); unset: none are. */
  WEB_PUSH_PUBLIC_KEY: {
    schema: z
      .string()
      .regex(/^[\w-]{87}$/)
      .optional(),
    expected: 'the public VAPID key, 87 characters of base64url',
  },
  WEB_PUSH_PRIVATE_KEY: {
    schema: z
      .string()
      .regex(/^[\w-]{43}$/)
      .optional(),
    expected: 'the private VAPID key, 43 characters of base64url',
  },
  /** Whom the services that deliver them may write to about them. */
  WEB_PUSH_SUBJECT: {
    schema: url('mailto:', 'https:').optional(),
    expected: 'an address like mailto:operator@example.com or https://example.com',
  },
  /** Whoever reads /metrics shows it as a bearer token; unset: only this machine reads them (decision 0060). */
  METRICS_TOKEN: { schema: z.string().min(16).optional(), expected: 'at least 16 random characters' },
} as const;

type Variables = typeof variables;
type Values = { readonly [Name in keyof Variables]: z.output<Variables[Name]['schema']> };
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The configuration an environment describes. A variable set to nothing counts as unset.
 *
 * @throws WrongConfiguration naming every variable that is wrong and what was expected.
 */
export function parseConfig(environment: Environment): Config {
  const problems: string[] = [];
  const values = readValues(environment, problems);
  const config = problems.length === 0 ? configFrom(values, problems) : undefined;
  if (values.NODE_ENV === 'production') refuseInProduction(values, problems);
  if (config === undefined || problems.length > 0)
    throw new WrongConfiguration(
      `The configuration is wrong:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
  return config;
}

function readValues(environment: Environment, problems: string[]): Values {
  const entries = Object.entries(variables).map(([name, { schema, expected }]) => {
    const result = schema.safeParse(environment[name]?.trim() || undefined);
    // The value itself is not repeated: it may be a secret.
    if (!result.success) problems.push(`${name} is not valid: expected ${expected}.`);
    return [name, result.data];
  });
  return Object.fromEntries(entries) as Values;
}

function configFrom(values: Values, problems: string[]): Config | undefined {
  const dataDir = path.resolve(values.DATA_DIR);
  const sms = smsFrom(values, dataDir, problems);
  const { ADMIN_NICKNAME: nickname, ADMIN_PASSWORD: password } = values;
  if ((nickname === undefined) !== (password === undefined))
    problems.push('ADMIN_NICKNAME and ADMIN_PASSWORD are set together or not at all.');
  if (sms === undefined) return undefined;
  return {
    production: values.NODE_ENV === 'production',
    host: values.HOST,
    port: values.PORT,
    trustProxy: values.TRUST_PROXY,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    eventStoreUrl: values.EVENTSTORE_URL,
    projectionsInside: (values.PROJECTIONS ?? (values.DATABASE_URL ? 'apart' : 'inside')) === 'inside',
    tokenSecret: values.TOKEN_SECRET,
    checkpointKeyFile: values.CHECKPOINT_KEY_FILE && path.resolve(values.CHECKPOINT_KEY_FILE),
    sms,
    phoneCountries: values.PHONE_COUNTRIES as [string, ...string[]],
    codesPerIpPerHour: values.CODES_PER_IP_PER_HOUR,
    chatMessagesPerMinute: values.CHAT_MESSAGES_PER_MINUTE,
    ordersPerMinute: values.ORDERS_PER_MINUTE,
    pendingOrders: values.PENDING_ORDERS,
    leastOrderKrw: values.LEAST_ORDER_KRW,
    firstAdmin: nickname !== undefined && password !== undefined ? { nickname, password } : undefined,
    drainSeconds: values.DRAIN_SECONDS,
    feeRate: values.FEE_RATE,
    demo: values.DEMO === undefined ? isEmbedded(values) : values.DEMO === '1',
    messagingGroupUrl: values.MESSAGING_GROUP_URL,
    metricsToken: values.METRICS_TOKEN,
    webPush: webPushFrom(values, problems),
  };
}

/** Nothing was said of where things are kept: somebody is trying this out. */
const isEmbedded = ({ NODE_ENV, DATABASE_URL, EVENTSTORE_URL }: Values): boolean =>
  NODE_ENV !== 'production' && DATABASE_URL === undefined && EVENTSTORE_URL === undefined;

function webPushFrom(values: Values, problems: string[]): WebPushConfig | undefined {
  const {
    WEB_PUSH_PUBLIC_KEY: publicKey,
    WEB_PUSH_PRIVATE_KEY: privateKey,
    WEB_PUSH_SUBJECT: subject,
  } = values;
  const isUnset = publicKey === undefined && privateKey === undefined && subject === undefined;
  if (isUnset) return undefined;
  if (publicKey === undefined || privateKey === undefined || subject === undefined)
    problems.push(
      'WEB_PUSH_PUBLIC_KEY, WEB_PUSH_PRIVATE_KEY and WEB_PUSH_SUBJECT are set together or not at all.',
    );
  else if (publicKeyOf(privateKey) === publicKey) return { publicKey, privateKey, subject };
  else problems.push('WEB_PUSH_PUBLIC_KEY is not the public key of WEB_PUSH_PRIVATE_KEY.');
  return undefined;
}

/** Undefined for what is no private key of P-256. */
function publicKeyOf(privateKey: string): string | undefined {
  try {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(privateKey, 'base64url');
    return pair.getPublicKey('base64url');
  } catch {
    return undefined;
  }
}

function smsFrom(values: Values, dataDir: string, problems: string[]): SmsConfig | undefined {
  const needed = <Name extends keyof Variables>(name: Name): NonNullable<Values[Name]> | '' => {
    const value = values[name];
    if (value !== undefined) return value as NonNullable<Values[Name]>;
    problems.push(
      `${name} is missing: SMS_PROVIDER=${values.SMS_PROVIDER} needs ${variables[name].expected}.`,
    );
    return '';
  };
  switch (values.SMS_PROVIDER) {
    case 'console':
      return {
        provider: 'console',
        outbox: path.resolve(values.SMS_OUTBOX ?? path.join(dataDir, 'sms-outbox.jsonl')),
      };
    case 'solapi':
      return {
        provider: 'solapi',
        apiKey: needed('SOLAPI_API_KEY'),
        apiSecret: needed('SOLAPI_API_SECRET'),
        from: needed('SOLAPI_FROM'),
      };
    case 'twilio':
      return {
        provider: 'twilio',
        accountSid: needed('TWILIO_ACCOUNT_SID'),
        authToken: needed('TWILIO_AUTH_TOKEN'),
        from: needed('TWILIO_FROM'),
      };
    default:
      return values.SMS_PROVIDER satisfies undefined | never;
  }
}

/** What is convenient on a laptop and dangerous in front of people. */
function refuseInProduction(values: Values, problems: string[]): void {
  if (values.SMS_PROVIDER === 'console')
    problems.push(
      'SMS_PROVIDER=console only writes codes to a file; NODE_ENV=production needs solapi or twilio.',
    );
  if (values.TOKEN_SECRET === undefined && !problems.some((line) => line.startsWith('TOKEN_SECRET')))
    problems.push(
      'TOKEN_SECRET is missing: NODE_ENV=production does not make one up, because processes share it.',
    );
  if (values.DEMO === '1')
    problems.push(
      'DEMO=1 would put invented members and trades into a real ledger; NODE_ENV=production refuses it.',
    );
}
