import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sharedTestServer } from '../../../../test/server.ts';
import { parseConfig } from '../../config.ts';
import { boundsShared, clientNetwork, createRateLimits, surroundingNetwork } from './rate-limits.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:FFFF:203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['[2001:db8:1:2::3]:51234', '2001:db8:1:2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
  ['2001:db8::7', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s is counted as %s', (ip, network) => {
  expect(clientNetwork(ip)).toBe(network);
});

test.each([
  ['203.0.113.9', '203.0.113'],
  ['::ffff:203.0.113.9', '203.0.113'],
  ['::ffff:cb00:7109', '203.0.113'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
  ['2001:db8::7', '2001:db8:0'],
])('the surrounding network of %s is %s', (ip, network) => {
  expect(surroundingNetwork(ip)).toBe(network);
});

/** Each allows one. */
const limitsOfOne = async () =>
  createRateLimits({
    pool: (await sharedTestServer()).pool,
    hashed: (...parts) => JSON.stringify(parts),
    codesPerIpPerHour: 1,
    codesPerDay: 1,
    chatMessagesPerMinute: 1,
    chatMessagesPerDay: 1,
    ordersPerMinute: 1,
  });

test('the addresses of one surrounding network may upload as much as two of them, so that few networks do not hold all places', async () => {
  const limits = await limitsOfOne();
  const upload = (group: number) => limits.countUpload(`2001:db8:6:${group}::1`);
  for (let count = 0; count < 12; count += 1) await upload(count);
  await expect(upload(12)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await limits.countUpload('2001:db8:7::1');
});

test('docs/decisions/limits.md names the limits that are in force', async () => {
  const bounds = boundsShared({
    ...parseConfig({}),
    pool: undefined as never,
    hashed: String,
    ordersPerMinute: 0,
  });
  const most = (name: keyof typeof bounds): string => bounds[name][1].toLocaleString('en-US');
  const page = await readFile(path.join(import.meta.dirname, '../../../../docs/decisions/limits.md'), 'utf8');
  const rows = [
    `of a nickname from one address | ${most('signInHere')}`,
    `of a nickname | ${most('signInAnywhere')}`,
    `of an address | ${most('signInFrom')}`,
    `of a network, except from known addresses | ${most('signInFromSurrounding')}`,
    `of a network with solved challenges, once its own or an address's are used up | ${most('challengedSignInsSurrounding')}`,
    `by passkey, of an address | ${most('passkeySignInsFrom')}`,
    `of an address, except from known addresses | ${most('codesFrom')} |`,
    `of a network, not counting codes requested from known addresses or signed in | | ${most('codesFromSurrounding')}`,
    `to phones that sign up, and as many to phones of accounts | | ${most('codesInAll')} (\`CODES_PER_DAY\`)`,
    `codes | the last fifth of the day's; ${most('challengedCodesSurrounding')} more a day for a network, ${most('challengedCodesFrom')} for an address`,
    `failed sign-ins | ${most('challengedSignInsSurrounding')} more of a network and its addresses together`,
    `images in chats and statements | ${most('chatImagesOf')} an hour, ${most('chatImagesOfDay')} in 24 hours: a picture of noise is stored with 3 MB`,
    `changes of password, app and passkeys; new names of a passkey | ${most('credentialChangesOf')} a day; ${most('passkeyNamesOf')} a day`,
    `checks of the current password | ${most('ownPasswordChecksOf')} in 15 minutes, since each takes a core for a while`,
    `wrong second-factor codes | ${most('secondFactorOf')} in 15 minutes at sign-in, as many in sessions; ${most('secondFactorOfPassword')} a day at sign-in after the same right password`,
    `prices, approvals | ${most('pricesOf')} a day each`,
    `edits of the same member; of their phone or payout data by all staff | ${most('editsOf')} a day; ${most('guardedEditsOf')} a day`,
    `ID photos; case files, audit logs and transactions as files | ${most('idImagesOf')} an hour; ${most('personalExportsOf')} an hour`,
    `uploads of visitors, counted before they are read | ${most('uploadsFrom')} an hour by address, ${most('uploadsFromSurrounding')} by network; the newest 1,000 unclaimed ones stay`,
  ];
  expect(page.split('\n')).toEqual(expect.arrayContaining(rows.map((row) => `| ${row} |`)));
});
