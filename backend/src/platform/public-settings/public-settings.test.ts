import { afterAll, expect, test } from 'vitest';
import webPush from 'web-push';
import { startTestServer } from '../../../../test/server.ts';

const { publicKey: webPushPublicKey, privateKey } = webPush.generateVAPIDKeys();

const server = await startTestServer({
  FEE_RATE: '0.0125',
  LIMITS: '{"orderKrwMin":"10000"}',
  LEVELS: '[{"trades":0,"openKrw":"5000000"}]',
  PHONE_COUNTRIES: 'KR,JP',
  MESSAGING_GROUP_URL: 'https://t.me/matgyo',
  TERMS_URL: 'https://example.com/terms',
  METRICS_TOKEN: 'a token that only the test knows',
  WEB_PUSH_PRIVATE_KEY: privateKey,
  WEB_PUSH_SUBJECT: 'mailto:operator@example.com',
});
afterAll(() => server.close());

test('visitors get the client’s settings and nothing else of the configuration', async () => {
  const { status, body, headers } = await server.request('GET', '/config');
  expect([status, headers.get('etag')]).toEqual([200, expect.any(String)]);
  expect(body).toEqual({
    feeRate: '0.0125',
    leastOrderKrw: '10000',
    levels: [{ trades: 0, openKrw: '5000000', windowMinutes: 60 }],
    claims: { markets: '140', paymentMethods: '500+' },
    languages: ['ko', 'en'],
    phoneCountries: ['KR', 'JP'],
    codes: { length: 6, resendAfterSeconds: 60, validSeconds: 180 },
    messagingGroupUrl: 'https://t.me/matgyo',
    termsUrl: 'https://example.com/terms',
    privacyUrl: null,
    webPushPublicKey,
  });
});
