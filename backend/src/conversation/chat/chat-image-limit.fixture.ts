import { expect } from 'vitest';
import { type Person, type TestServer, testSecret } from '../../../../test/server.ts';
import { keyedHash, keysFrom } from '../../platform/keys.ts';

/** Uses up a member's chat images of the hour, or of the day; they have sent one. */
export async function useUpChatImages(
  { pool }: TestServer,
  { memberId }: Person,
  [name, points]: readonly [string, number] = ['chat-images', 120],
): Promise<void> {
  const key = `${name}:${keyedHash(keysFrom(testSecret).lookup, 'limit', memberId)}`;
  const used = await pool.query('update app.rate_limits set points = $2 where key = $1', [key, points]);
  expect(used.rowCount).toBe(1);
}
