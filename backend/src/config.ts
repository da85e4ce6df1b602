import path from 'node:path';
import { compareMoney, type Rate } from '@matgyo/contracts/money';
import { isStaffPassword } from '@matgyo/contracts/staff-password';
import { windowMinutesUnstated } from '@matgyo/ledger/levels/levels';
import { givenVariables } from '@matgyo/projections/program';
import { InvalidConfiguration } from '@matgyo/projections/program-fault';
import { publicKeyOf, type Values, variables } from './config-variables.ts';

/** The configuration, read once at the start. */
export type Config = ReturnType<typeof configFrom>;
export type SmsConfig =
  | { readonly provider: 'console'; readonly outbox: string }
  | (SmsAccount & { readonly provider: 'solapi' | 'twilio' });
/** A provider account; `from` is the sender's number. */
export interface SmsAccount {
  readonly key: string;
  readonly secret: string;
  readonly from: string;
}
export type WebPushConfig = NonNullable<Config['webPush']>;

/**
 * Parses the environment. An empty variable counts as unset.
 *
 * @throws InvalidConfiguration naming every variable that is wrong and what was expected.
 */
export function parseConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = givenVariables(environment);
  const parsed = variables.safeParse(given);
  if (!parsed.success) throw invalid(new Set(parsed.error.issues.map(({ path: [name] }) => String(name))));
  const problems = [...movedIn(given), ...conflictsIn(parsed.data)];
  if (problems.length > 0) throw new InvalidConfiguration(listOf(problems));
  return configFrom(parsed.data);
}

/** Settings of earlier versions, and what replaces them. Without a word an upgrade would change members' limits. */
export const moved: Readonly<Record<string, string>> = {
  PAYMENT_WINDOW_MINUTES: 'windowMinutes for each level in LEVELS',
  LEAST_ORDER_KRW: 'orderKrwMin in LIMITS',
  ORDERS_PER_MINUTE: 'ordersPerMinute in LIMITS',
  PENDING_ORDERS: 'pendingOrdersMax in LIMITS',
  CHAT_MESSAGES_PER_MINUTE: 'chatMessagesPerMinute in LIMITS',
};

const movedIn = (given: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(moved)
    .filter((name) => name in given)
    .map((name) => `${name} is not read any more: remove it, and state ${moved[name]}.`);

/** Never repeats values: they may be secrets. */
const invalid = (names: ReadonlySet<string>): InvalidConfiguration =>
  new InvalidConfiguration(
    listOf([...names].map((name) => `${name} is not valid: expected ${expectedOf(name)}.`)),
  );

const expectedOf = (name: string): unknown =>
  variables.shape[name as keyof typeof variables.shape].meta()?.['expected'];

const listOf = (problems: readonly string[]): string =>
  `The configuration is wrong:\n${problems.map((line) => `  ${line}`).join('\n')}`;

/** What production allows: more would take the protection away. */
const stepUpSecondsMax = 900;
const matchToleranceMax = '0.05' as Rate;

/** Values that are valid alone but not together, or dangerous in production. */
function conflictsIn(values: Values): readonly string[] {
  const together = (...names: readonly (keyof Values)[]) =>
    new Set(names.map((name) => values[name] === undefined)).size === 2 &&
    `${names.join(' and ')} are set together or not at all.`;
  const conflicts = [
    together('ADMIN_NICKNAME', 'ADMIN_PASSWORD'),
    together('WEB_PUSH_PRIVATE_KEY', 'WEB_PUSH_SUBJECT'),
    values.SMS_PROVIDER !== 'console' &&
      values.SMS_ACCOUNT === undefined &&
      `SMS_ACCOUNT is missing: SMS_PROVIDER=${values.SMS_PROVIDER} needs ${expectedOf('SMS_ACCOUNT')}.`,
    ...(values.NODE_ENV === 'production' ? dangersIn(values) : []),
  ];
  return conflicts.filter((conflict) => conflict !== false);
}

/** What production refuses. */
const dangersIn = (values: Values): readonly (string | false)[] => [
  values.SMS_PROVIDER === 'console' &&
    'SMS_PROVIDER=console only writes codes to a file; NODE_ENV=production needs solapi or twilio.',
  values.TOKEN_SECRET === undefined &&
    'TOKEN_SECRET is missing: NODE_ENV=production does not make one up, because processes share it.',
  values.ADMIN_PASSWORD !== undefined &&
    !isStaffPassword(values.ADMIN_PASSWORD, { nickname: values.ADMIN_NICKNAME ?? '' }) &&
    'ADMIN_PASSWORD is too weak: NODE_ENV=production needs at least 12 characters and more than common words.',
  values.REQUIRE_SECOND_FACTOR === '0' &&
    'REQUIRE_SECOND_FACTOR=0 would let staff in with a password alone; NODE_ENV=production refuses it.',
  values.STEP_UP_SECONDS > stepUpSecondsMax &&
    `STEP_UP_SECONDS is over ${stepUpSecondsMax}; NODE_ENV=production refuses proof of identity that is older.`,
  compareMoney(values.MATCH_TOLERANCE, matchToleranceMax) > 0 &&
    `MATCH_TOLERANCE is over ${matchToleranceMax}; in NODE_ENV=production a member’s own price limits a match.`,
  values.DEMO === '1' &&
    'DEMO=1 would put invented members and trades into a real ledger; NODE_ENV=production refuses it.',
];

function configFrom(values: Values) {
  const dataDir = path.resolve(values.DATA_DIR);
  const { ADMIN_NICKNAME: nickname, ADMIN_PASSWORD: password } = values;
  return {
    production: values.NODE_ENV === 'production',
    host: values.HOST,
    port: values.PORT,
    trustProxy: values.TRUST_PROXY,
    /** An absolute path. */
    dataDir,
    databaseUrl: values.DATABASE_URL,
    eventStoreUrl: values.EVENTSTORE_URL,
    projectionsInside: (values.PROJECTIONS ?? (values.DATABASE_URL ? 'apart' : 'inside')) === 'inside',
    tokenSecret: values.TOKEN_SECRET,
    previousTokenSecret: values.TOKEN_SECRET_PREVIOUS,
    checkpointKeyFile: values.CHECKPOINT_KEY_FILE && path.resolve(values.CHECKPOINT_KEY_FILE),
    sms: smsFrom(values, dataDir),
    /** ISO 3166 codes. */
    phoneCountries: values.PHONE_COUNTRIES,
    codesPerIpPerHour: values.CODES_PER_IP_PER_HOUR,
    codesPerDay: values.CODES_PER_DAY,
    ...values.LIMITS,
    levels: values.LEVELS.map((level) => ({ windowMinutes: windowMinutesUnstated, ...level })),
    firstAdmin: nickname !== undefined && password !== undefined ? { nickname, password } : undefined,
    retiredAdmin: values.RETIRED_ADMIN,
    drainSeconds: values.DRAIN_SECONDS,
    feeRate: values.FEE_RATE,
    matchTolerance: values.MATCH_TOLERANCE,
    fourEyesKrw: values.FOUR_EYES_KRW,
    fourEyesPricePercent: values.FOUR_EYES_PRICE_PERCENT,
    stepUpSeconds: values.STEP_UP_SECONDS,
    requireSecondFactor:
      values.REQUIRE_SECOND_FACTOR === undefined
        ? values.NODE_ENV === 'production'
        : values.REQUIRE_SECOND_FACTOR === '1',
    solanaRpcUrl: values.SOLANA_RPC_URL,
    autoCancel: values.AUTO_CANCEL === '1',
    /** Whether to fill an empty ledger with the demo market. */
    demo: values.DEMO === undefined ? isEmbedded(values) : values.DEMO === '1',
    claims: values.LANDING_CLAIMS,
    messagingGroupUrl: values.MESSAGING_GROUP_URL,
    termsUrl: values.TERMS_URL,
    privacyUrl: values.PRIVACY_URL,
    metricsToken: values.METRICS_TOKEN,
    webPush: webPushFrom(values),
  };
}

const isEmbedded = ({ NODE_ENV, DATABASE_URL, EVENTSTORE_URL }: Values): boolean =>
  NODE_ENV !== 'production' && DATABASE_URL === undefined && EVENTSTORE_URL === undefined;

function webPushFrom({ WEB_PUSH_PRIVATE_KEY: privateKey, WEB_PUSH_SUBJECT: subject }: Values) {
  const publicKey = privateKey && publicKeyOf(privateKey);
  return publicKey && subject ? { publicKey, privateKey, subject } : undefined;
}

function smsFrom({ SMS_PROVIDER: provider, SMS_ACCOUNT }: Values, dataDir: string): SmsConfig {
  if (provider === 'console') return { provider, outbox: path.join(dataDir, 'sms-outbox.jsonl') };
  const [key = '', secret = '', from = ''] = SMS_ACCOUNT?.split(':') ?? [];
  return { provider, key, secret, from };
}
