import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  joinServer,
  processAdmin,
  type ServerProcess,
  signInTo,
  startOnTestDatabase,
} from '../../server-process.fixture.ts';

const pollOptions = { timeout: 60_000, interval: 50 };
let program: Awaited<ReturnType<typeof startOnTestDatabase>>;
let server: ServerProcess;

beforeAll(async () => {
  program = await startOnTestDatabase();
  server = program.server;
});
afterAll(() => program?.close(server));

const eventsOf = async (type: string): Promise<string[]> => {
  const { rows } = await program.pool.query('select id from event_log.events where type = $1', [type]);
  return rows.map(({ id }) => id);
};

test('records a staff action once after kill -9 between the ledger and the audit log', async () => {
  await joinServer(server, program.dataDir, '01044440001');
  const { rows: members } = await program.pool.query(
    `select nickname from app.members where nickname <> 'RootAdmin'`,
  );
  const { nickname } = members[0];
  const token = await signInTo(server, processAdmin.nickname, processAdmin.password);

  // An append to the audit log waits for this lock, after the append to the ledger.
  const holder = await program.pool.connect();
  await holder.query(`select pg_advisory_lock(hashtextextended('app.audit_log', 0))`);
  const actions = [
    server.request('PUT', `/user/users/${nickname}`, {
      token,
      body: { manager: true, confirmAlone: nickname },
    }),
    server.request('POST', '/tetherprice/update-tether-price', { token, body: { tetherPrice: '1400' } }),
  ];
  const unanswered = Promise.allSettled(actions);
  await vi.waitFor(async () => {
    // The first admin's role is an event of this type, too.
    expect(await eventsOf('RoleGranted')).toHaveLength(2);
    expect(await eventsOf('PriceSet')).toHaveLength(1);
  }, pollOptions);
  expect(await server.end('SIGKILL')).toBe('SIGKILL');
  holder.release(true);
  await unanswered;
  const recorded = async () => {
    const { rows } =
      await program.pool.query(`select action, content -> 'details' -> 'events' ->> 0 as event, subject_id
      from app.audit_log where action = 'price-set' or content -> 'details' -> 'fields' ->> 0 = 'manager' order by action`);
    return rows;
  };
  expect(await recorded()).toEqual([]);

  // As if a minute had passed.
  await program.pool.query(`update app.ledger_acts set look_after = now() - interval '1 s'`);
  server = await program.start();
  await vi.waitFor(async () => expect(await recorded()).toHaveLength(2), pollOptions);
  const granted = await eventsOf('RoleGranted');
  const [edited, set] = await recorded();
  expect(granted).toContain(edited.event);
  expect(set.subject_id).toBe((await eventsOf('PriceSet'))[0]);
  const { rows: left } = await program.pool.query('select from app.ledger_acts where recorded_at is null');
  expect(left).toEqual([]);
});
