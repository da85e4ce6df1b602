import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { dataDirOf } from '@matgyo/projections/program';
import { InvalidConfiguration } from '@matgyo/projections/program-fault';
import { installationSecretIfAny } from '@matgyo/projections/proofs/sealed-rows';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { moved, parseConfig } from './config.ts';
import { variables } from './config-variables.ts';

const problemsOf = (environment: Record<string, string>): string => {
  try {
    parseConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidConfiguration);
    return (error as Error).message;
  }
  return 'none';
};

test('a limit set as in earlier versions is not ignored silently', () => {
  expect(problemsOf({ PAYMENT_WINDOW_MINUTES: '30' })).toMatch(
    /remove it, and state windowMinutes .* in LEVELS/,
  );
  expect(problemsOf({ LEAST_ORDER_KRW: '1000' })).toMatch(/remove it, and state orderKrwMin in LIMITS/);
});

test('white space around a value, as at the line ends of a file from Windows, is part of it for no program', async () => {
  const TOKEN_SECRET = '8f0c2f64b7d1e93a5c06e4d8b21f7a93';
  const environment = { TOKEN_SECRET: `${TOKEN_SECRET}\r`, DATA_DIR: ' /srv/matgyo\r' };
  const { tokenSecret, dataDir } = parseConfig(environment);
  expect([tokenSecret, dataDir]).toEqual([TOKEN_SECRET, '/srv/matgyo']);
  // Of verify, replay, backup and restore.
  expect(await installationSecretIfAny(environment, dataDir)).toBe(tokenSecret);
  expect(dataDirOf(environment)).toBe(dataDir);
});

test('an empty environment is the embedded mode with its defaults', () => {
  expect(parseConfig({})).toEqual({
    production: false,
    host: '127.0.0.1',
    port: 4000,
    trustProxy: 0,
    dataDir: path.resolve('.data'),
    databaseUrl: undefined,
    eventStoreUrl: undefined,
    projectionsInside: true,
    tokenSecret: undefined,
    checkpointKeyFile: undefined,
    sms: { provider: 'console', outbox: path.resolve('.data/sms-outbox.jsonl') },
    phoneCountries: ['KR'],
    codesPerIpPerHour: 10,
    codesPerDay: 2000,
    chatMessagesPerMinute: 600,
    chatMessagesPerDay: 5000,
    ordersPerMinute: 120,
    ordersPerDay: 1000,
    pendingOrdersMax: 500,
    orderKrwMin: '0',
    levels: [
      { windowMinutes: 60, trades: 0, openKrw: '100000000' },
      { windowMinutes: 60, trades: 5, openKrw: '500000000' },
      { windowMinutes: 60, trades: 20, casesLostMost: 2, openKrw: null },
    ],
    claims: { markets: '140', paymentMethods: '500+' },
    drainSeconds: 0,
    firstAdmin: undefined,
    feeRate: '0.01',
    matchTolerance: '0.005',
    fourEyesKrw: '10000000',
    fourEyesPricePercent: '5',
    stepUpSeconds: 300,
    requireSecondFactor: false,
    solanaRpcUrl: undefined,
    autoCancel: false,
    demo: true,
    messagingGroupUrl: undefined,
    metricsToken: undefined,
    webPush: undefined,
  });
});

test('an empty variable counts as unset', () => {
  expect(parseConfig({ PORT: ' ', DATABASE_URL: '' })).toMatchObject({ port: 4000, databaseUrl: undefined });
});

describe('a wrong value stops the start, naming the variable and what was expected', () => {
  test.each([
    ['PORT', '70000', 'a port from 0 to 65535'],
    ['PORT', 'http', 'a port from 0 to 65535'],
    ['TRUST_PROXY', '-1', 'a number of proxies'],
    ['TRUST_PROXY', 'yes', 'a number of proxies'],
    ['DATABASE_URL', 'mysql://localhost/x', 'a URL like postgres://'],
    ['EVENTSTORE_URL', 'http://localhost:2113', 'a connection string like esdb://'],
    ['EVENTSTORE_URL', 'esdb://localhost:2113', 'a connection string like esdb://'],
    ['EVENTSTORE_URL', 'kurrentdb://a:b@localhost:2113', 'a connection string like esdb://'],
    ['TOKEN_SECRET', 'x'.repeat(64), 'at least 32 random characters'],
    ['TOKEN_SECRET', 'changeme'.repeat(6), 'at least 32 random characters'],
    ['TOKEN_SECRET', 'short', 'at least 32 random characters'],
    ['TOKEN_SECRET', 'this sentence is too hard to guess, 42!', 'at least 32 random characters'],
    [
      'TOKEN_SECRET',
      '아무도이문장을절대로맞힐수없을거예요정말로그럴거예요믿어주세요제발요',
      'at least 32 random characters',
    ],
    ['SMS_PROVIDER', 'pigeon', 'console, solapi or twilio'],
    ['PHONE_COUNTRIES', 'KR,XX', 'country codes'],
    ['CODES_PER_IP_PER_HOUR', '1.5', 'a whole number'],
    ['LIMITS', 'ten', 'JSON with any of chatMessagesPerMinute'],
    ['LIMITS', '{"ordersPerYear":1}', 'JSON with any of'],
    ['LIMITS', '{"orderKrwMin":"ten"}', 'JSON with any of'],
    ['LEVELS', 'three', 'JSON like'],
    ['LEVELS', '[]', 'JSON like'],
    ['LEVELS', '[{"trades":1,"openKrw":"1"}]', 'JSON like'],
    ['LEVELS', '[{"trades":0,"openKrw":"2"},{"trades":0,"openKrw":"3"}]', 'JSON like'],
    ['LEVELS', '[{"trades":0,"openKrw":null},{"trades":1,"openKrw":"3"}]', 'JSON like'],
    ['LEVELS', '[{"trades":0,"openKrw":"1","window":5}]', 'JSON like'],
    ['SMS_ACCOUNT', 'key:secret', 'key, secret and sender number'],
    ['FOUR_EYES_KRW', '10000000.5', 'whole won'],
    ['FEE_RATE', '1', 'a rate from 0 to below 1'],
    ['FEE_RATE', '1%', 'a rate from 0 to below 1'],
    ['DEMO', 'yes', '0 or 1'],
    ['MESSAGING_GROUP_URL', 'javascript:alert(1)', 'an address like https://'],
    ['TERMS_URL', 'http://example.com', 'an address like https://example.com/terms'],
    ['WEB_PUSH_PRIVATE_KEY', 'A'.repeat(43), 'the private VAPID key'],
    ['WEB_PUSH_PRIVATE_KEY', 'AAAA', 'the private VAPID key'],
    ['WEB_PUSH_SUBJECT', 'http://example.com', 'an address like mailto:'],
    ['METRICS_TOKEN', 'short', 'at least 16 random characters'],
    ['PROJECTIONS', 'yes', 'inside or apart'],
    ['NODE_ENV', 'prod', 'development, test or production'],
  ])('%s=%s', (name, value, expected) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toContain(`${name} is not valid: expected ${expected}`);
  });

  test('without repeating it, since it may be a secret', () => {
    expect(problemsOf({ TOKEN_SECRET: 'hunter2' })).not.toContain('hunter2');
  });

  test('and all of them at once', () => {
    const problems = problemsOf({ PORT: 'x', FEE_RATE: 'x' });
    expect(problems).toContain('PORT');
    expect(problems).toContain('FEE_RATE');
  });
});

test('projections run inside the program with an embedded database, otherwise separately, unless configured', () => {
  const inside = (environment: Record<string, string>) => parseConfig(environment).projectionsInside;
  const DATABASE_URL = 'postgres://matgyo@localhost/matgyo';
  expect([inside({}), inside({ DATABASE_URL })]).toEqual([true, false]);
  expect([inside({ PROJECTIONS: 'apart' }), inside({ DATABASE_URL, PROJECTIONS: 'inside' })]).toEqual([
    false,
    true,
  ]);
});

test('the first admin has a nickname and a password, both within the rules, or there is none', () => {
  expect(problemsOf({ ADMIN_NICKNAME: 'root' })).toContain('set together');
  expect(problemsOf({ ADMIN_NICKNAME: '1234', ADMIN_PASSWORD: 'abc12' })).toContain(
    'ADMIN_NICKNAME is not valid',
  );
  expect(problemsOf({ ADMIN_NICKNAME: 'root', ADMIN_PASSWORD: 'abcdef' })).toContain(
    'ADMIN_PASSWORD is not valid',
  );
});

test('a retired admin is named by nickname, with `:again` to retire them once more', () => {
  for (const named of ['minji7', 'minji7:second'])
    expect(parseConfig({ RETIRED_ADMIN: named }).retiredAdmin).toBe(named);
  for (const wrong of ['1234', ':second', 'minji7:', 'minji7:two words', 'minji7:a:b'])
    expect(problemsOf({ RETIRED_ADMIN: wrong })).toContain('RETIRED_ADMIN is not valid');
});

test('browsers are notified with a key and an address to write to, or not at all', () => {
  expect(problemsOf({ WEB_PUSH_SUBJECT: 'https://example.com' })).toContain('set together');
  const webPush = { WEB_PUSH_SUBJECT: 'https://example.com', WEB_PUSH_PRIVATE_KEY: 'B'.repeat(43) };
  expect(parseConfig(webPush).webPush).toMatchObject({ publicKey: expect.stringMatching(/^[\w-]{87}$/) });
});

test('a provider of text messages needs an account', () => {
  expect(problemsOf({ SMS_PROVIDER: 'solapi' })).toContain('SMS_ACCOUNT is missing');
  const twilio = { SMS_PROVIDER: 'twilio', SMS_ACCOUNT: `AC${'0'.repeat(32)}:token:+15005550006` };
  expect(parseConfig(twilio).sms).toEqual({
    provider: 'twilio',
    key: `AC${'0'.repeat(32)}`,
    secret: 'token',
    from: '+15005550006',
  });
});

test('omitted limits keep their defaults', () => {
  const { ordersPerMinute, pendingOrdersMax } = parseConfig({ LIMITS: '{"ordersPerMinute":3}' });
  expect([ordersPerMinute, pendingOrdersMax]).toEqual([3, 500]);
});

describe('the demo market', () => {
  test.each([
    ['is there where everything is embedded', {}, true],
    ['is not there when it is not wanted', { DEMO: '0' }, false],
    ['is absent in a database of the operator', { DATABASE_URL: 'postgres://localhost/x' }, false],
    [
      'is absent in an event store of the operator',
      { EVENTSTORE_URL: 'esdb://localhost:2113?tls=false' },
      false,
    ],
    ['is created if requested', { DEMO: '1', DATABASE_URL: 'postgres://localhost/x' }, true],
  ])('%s', (_, environment, demo) => {
    expect(parseConfig(environment).demo).toBe(demo);
  });
});

describe('in production', () => {
  const fit = {
    NODE_ENV: 'production',
    TOKEN_SECRET: '8f0c2f64b7d1e93a5c06e4d8b21f7a93',
    SMS_PROVIDER: 'solapi',
    SMS_ACCOUNT: 'key:secret:0212345678',
  };

  test('starts with these settings', () => {
    expect(parseConfig(fit)).toMatchObject({ production: true, demo: false, sms: { provider: 'solapi' } });
  });

  test.each([
    ['console SMS', { SMS_PROVIDER: 'console' }, 'SMS_PROVIDER=console only writes codes to a file'],
    ['a missing secret', { TOKEN_SECRET: '' }, 'TOKEN_SECRET is missing'],
    [
      'a first password of common words',
      { ADMIN_NICKNAME: 'Root', ADMIN_PASSWORD: 'Password1234' },
      'ADMIN_PASSWORD is too weak',
    ],
    ['DEMO=1', { DEMO: '1' }, 'DEMO=1 would put invented members'],
    ['staff without a second factor', { REQUIRE_SECOND_FACTOR: '0' }, 'REQUIRE_SECOND_FACTOR=0 would let'],
    ['a step-up for an hour', { STEP_UP_SECONDS: '3600' }, 'STEP_UP_SECONDS is over 900'],
    ['matches at any price', { MATCH_TOLERANCE: '0.99' }, 'MATCH_TOLERANCE is over 0.05'],
  ])('%s stops the start with the reason', (_, change, reason) => {
    expect(problemsOf({ ...fit, ...change })).toContain(reason);
  });
});

test('docker-compose.yml passes on every setting, also earlier ones, which stop the start', async () => {
  const compose = await readFile(path.join(import.meta.dirname, '../../docker-compose.yml'), 'utf8');
  const isPassed = (name: string) => compose.includes(`      ${name}: \${${name}:`);
  // The image's and the compose file's own, and what production does not leave open.
  const others = ['NODE_ENV', 'PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'EVENTSTORE_URL', 'PROJECTIONS']
    .concat('CHECKPOINT_KEY_FILE', 'REQUIRE_SECOND_FACTOR', 'DEMO')
    .toSorted();
  const settings = [...Object.keys(variables.shape), ...Object.keys(moved)];
  expect(settings.filter((name) => !isPassed(name)).toSorted()).toEqual(others);
});

test.each(['.dockerignore', '.gitignore'])(
  '%s keeps the file with the secrets for compose out',
  async (name) => {
    const ignored = await readFile(path.join(import.meta.dirname, '../..', name), 'utf8');
    expect(ignored.split('\n')).toContain('.env*');
  },
);

test('docs/configuration.md is up to date', async () => {
  await expect(configurationPage()).toMatchFileSnapshot('../../docs/configuration.md');
});

/** The documentation of every variable, made from the schemas. `vitest run backend/src/config --update` writes it. */
function configurationPage(): string {
  const { properties = {} } = z.toJSONSchema(variables, { io: 'input', unrepresentable: 'any' });
  const rows = Object.entries(properties).map(([name, property]) => {
    const { description, expected, default: unset } = property as Record<string, unknown>;
    const shown = unset === undefined || name === 'LIMITS' ? '' : `\`${String(unset)}\``;
    return `| \`${name}\` | ${description} | ${expected} | ${shown} |`;
  });
  return `${[
    '# Configuration',
    '',
    'For operators: every environment variable, made from `backend/src/config-variables.ts`. The program reads them once, at its',
    'start; one set to nothing counts as unset. A wrong value ends it with exit code 78, and with `NODE_ENV=production` so do a missing',
    '`TOKEN_SECRET`, `SMS_PROVIDER=console`, a weak `ADMIN_PASSWORD`, `DEMO=1`, `REQUIRE_SECOND_FACTOR=0`, `STEP_UP_SECONDS` over 900 and',
    '`MATCH_TOLERANCE` over 0.05. `DATABASE_OWNER_URL` and `EVENTSTORE_ADMIN_URL` are in [operating.md](operating.md#what-runs).',
    '',
    '| variable | meaning | takes | default |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n')}\n`;
}
