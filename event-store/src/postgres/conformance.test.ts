import { createTestDatabase } from '../../../test/database.ts';
import { describeEventLog } from '../conformance/event-log-conformance.ts';
import { createPostgresEventLog } from './postgres-event-log.ts';

describeEventLog('the Postgres log', async () => {
  const { connection, drop } = await createTestDatabase();
  return {
    open: ({ throughPort, deadlineMs = 6_000 } = {}) =>
      createPostgresEventLog({
        connection: throughPort ? { ...connection, host: '127.0.0.1', port: throughPort } : connection,
        deadlineMs,
      }),
    address: { path: `${connection.host}/.s.PGSQL.${connection.port ?? 5432}` },
    pristine: true,
    stop: drop,
  };
});
