import { expect, test } from 'vitest';
import { sharedTestServer } from '../../../../test/server.ts';
import { clientNetwork, createRateLimits, surroundingNetwork } from './rate-limits.ts';

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
