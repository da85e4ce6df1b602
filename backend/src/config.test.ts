import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseConfig, WrongConfiguration } from './config.ts';

const problemsOf = (environment: Record<string, string>): string => {
  try {
    parseConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(WrongConfiguration);
    return (error as Error).message;
  }
  return 'none';
};

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
    chatMessagesPerMinute: 600,
    ordersPerMinute: 120,
    pendingOrders: 500,
    leastOrderKrw: '0',
    drainSeconds: 0,
    firstAdmin: undefined,
    feeRate: '0.01',
    demo: true,
    messagingGroupUrl: undefined,
    metricsToken: undefined,
    webPush: undefined,
  });
});

test('a variable set to nothing counts as unset', () => {
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
    ['TOKEN_SECRET', 'short', 'at least 32 random characters'],
    ['SMS_PROVIDER', 'pigeon', 'console, solapi or twilio'],
    ['PHONE_COUNTRIES', 'KR,XX', 'country codes'],
    ['CODES_PER_IP_PER_HOUR', '1.5', 'a whole number'],
    ['LEAST_ORDER_KRW', 'ten', 'won'],
    ['FEE_RATE', '1', 'a rate from 0 to below 1'],
    ['FEE_RATE', '1%', 'a rate from 0 to below 1'],
    ['DEMO', 'yes', '0 or 1'],
    ['MESSAGING_GROUP_URL', 'javascript:alert(1)', 'an address like https://'],
    ['WEB_PUSH_PUBLIC_KEY', 'BAAA', 'the public VAPID key'],
    ['WEB_PUSH_PRIVATE_KEY', 'AAAA', 'the private VAPID key'],
    ['WEB_PUSH_SUBJECT', 'http://example.com', 'an address like mailto:'],
    ['METRICS_TOKEN', 'short', 'at least 16 random characters'],
    ['PROJECTIONS', 'yes', 'inside or apart'],
    ['NODE_ENV', 'prod', 'development, test or production'],
  ])('%s=%s', (name, value, expected) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toContain(`${name} is not valid: expected ${expected}`);
  });

  test('without repeating it, for it may be a secret', () => {
    expect(problemsOf({ TOKEN_SECRET: 'hunter2' })).not.toContain('hunter2');
  });

  test('and all of them at once', () => {
    const problems = problemsOf({ PORT: 'x', FEE_RATE: 'x' });
    expect(problems).toContain('PORT');
    expect(problems).toContain('FEE_RATE');
  });
});

test('projections run inside where the database is its own, apart from it elsewhere, or as told', () => {
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

test('browsers are notified with a pair of keys and whom to write to, or not at all', () => {
  expect(problemsOf({ WEB_PUSH_SUBJECT: 'https://example.com' })).toContain('set together');
  expect(
    problemsOf({
      WEB_PUSH_SUBJECT: 'https://example.com',
      WEB_PUSH_PUBLIC_KEY: `B${'A'.repeat(86)}`,
      WEB_PUSH_PRIVATE_KEY: 'B'.repeat(43),
    }),
  ).toContain('not the public key of WEB_PUSH_PRIVATE_KEY');
});

test('a provider of text messages needs its credentials, each named when it is missing', () => {
  const problems = problemsOf({ SMS_PROVIDER: 'solapi', SOLAPI_API_KEY: 'k' });
  expect(problems).toContain('SOLAPI_API_SECRET is missing');
  expect(problems).toContain('SOLAPI_FROM is missing');
  expect(problems).not.toContain('SOLAPI_API_KEY is missing');
  const twilio = {
    SMS_PROVIDER: 'twilio',
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 't',
    TWILIO_FROM: '+15005550006',
  };
  expect(parseConfig(twilio).sms).toMatchObject({ provider: 'twilio', from: '+15005550006' });
});

describe('the demo market', () => {
  test.each([
    ['is there where everything is embedded', {}, true],
    ['is not there when it is not wanted', { DEMO: '0' }, false],
    ['is not there in a database of the operator', { DATABASE_URL: 'postgres://localhost/x' }, false],
    ['is not there in an event store of the operator', { EVENTSTORE_URL: 'esdb://localhost:2113' }, false],
    ['is there when it is wanted', { DEMO: '1', DATABASE_URL: 'postgres://localhost/x' }, true],
  ])('%s', (_, environment, demo) => {
    expect(parseConfig(environment).demo).toBe(demo);
  });
});

describe('in production', () => {
  const fit = {
    NODE_ENV: 'production',
    TOKEN_SECRET: 'x'.repeat(32),
    SMS_PROVIDER: 'solapi',
    SOLAPI_API_KEY: 'k',
    SOLAPI_API_SECRET: 's',
    SOLAPI_FROM: '0212345678',
  };

  test('everything said is enough', () => {
    expect(parseConfig(fit)).toMatchObject({ production: true, demo: false, sms: { provider: 'solapi' } });
  });

  test.each([
    ['console SMS', { SMS_PROVIDER: 'console' }, 'SMS_PROVIDER=console only writes codes to a file'],
    ['a missing secret', { TOKEN_SECRET: '' }, 'TOKEN_SECRET is missing'],
    ['DEMO=1', { DEMO: '1' }, 'DEMO=1 would put invented members'],
  ])('%s stops the start and says why', (_, change, reason) => {
    expect(problemsOf({ ...fit, ...change })).toContain(reason);
  });
});
