import { expect } from 'vitest';
import { type Person, type TestServer, testSecret } from '../../../../test/server.ts';
import { keyedHash, keysFrom } from '../../identity/sessions/keys.ts';

/** Uses up a member's chat images of the hour; they have sent one. */
export async function useUpChatImages({ pool }: TestServer, { memberId }: Person): Promise<void> {
  const key = `chat-images:${keyedHash(keysFrom(testSecret).lookup, 'limit', memberId)}`;
  const used = await pool.query('update app.rate_limits set points = 120 where key = $1', [key]);
  expect(used.rowCount).toBe(1);
}
