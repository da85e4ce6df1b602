import { expect, test } from 'vitest';
import { sharedTestServer } from '../../../../test/server.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { createAssertMembersShown } from './members-shown.ts';

const server = await sharedTestServer();
const db = createDatabase(server.pool);

const assertShown = (isVisible: boolean) =>
  createAssertMembersShown({ log: server.log, visibility: { waitUntilVisible: async () => isVisible } });

test('a check that needs all members is refused while their list is behind the log', async () => {
  await server.member();
  await expect(assertShown(false)(db)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await assertShown(true)(db);
});
