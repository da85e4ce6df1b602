import type { ApprovalId, MemberId } from '@matgyo/contracts/ids';
import { approvalStream } from '@matgyo/contracts/streams';
import { createPostgresEventLog } from '@matgyo/event-store/postgres/postgres-event-log';
import { grant } from '@matgyo/ledger/approval/decisions';
import { invariant } from '@matgyo/ledger/invariant';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signUpForm } from '../../../../test/sign-up-form.ts';
import { testAll } from '../../../../test/test-all.ts';
import { executeOnStream } from '../../platform/commands/execute-on-stream.ts';
import { ofApproval } from '../../platform/commands/ledger-streams.ts';
import { systemTiming } from '../../platform/commands/timing.ts';
import {
  joinServer,
  processAdmin,
  type ServerProcess,
  signInTo,
  startOnTestDatabase,
} from '../../server-process.fixture.ts';
import { approvalPath, figures, pair } from '../orders/market.fixture.ts';

const pollOptions = { timeout: 60_000, interval: 50 };
let program: Awaited<ReturnType<typeof startOnTestDatabase>>;
let server: ServerProcess;
let admin: string;
let second: string;
let seller: string;
let buyer: string;

beforeAll(async () => {
  program = await startOnTestDatabase();
  server = program.server;
  seller = await joinServer(server, program.dataDir, '01055550001');
  buyer = await joinServer(server, program.dataDir, '01055550002');
  await joinServer(server, program.dataDir, '01055550003');
  const { rows } = await program.pool.query(
    'select nickname from app.members order by created_at desc limit 1',
  );
  const { nickname } = rows[0];
  admin = await signInTo(server, processAdmin.nickname, processAdmin.password);
  await send('PUT', admin, `/user/users/${nickname}`, { admin: true, confirmAlone: nickname });
  second = await signInTo(server, nickname, signUpForm().password);
  await post(admin, '/tetherprice/update-tether-price', { tetherPrice: 1400 });
});
afterAll(() => program?.close(server));

async function send(method: string, token: string, where: string, body: object = {}, headers = {}) {
  const answer = await server.request(method, where, { token, body, headers });
  if (answer.status >= 300)
    throw new Error(`${where} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}
const post = (token: string, where: string, body: object = {}, headers = {}) =>
  send('POST', token, where, body, headers);

async function requestedReversal(): Promise<{ tradeId: string; approvalId: ApprovalId }> {
  const [sell, buy] = [
    (await post(seller, '/sell', figures('140000', '1400'))).order._id,
    (await post(buyer, '/buy', figures('140000', '1400'))).order._id,
  ];
  await post(admin, approvalPath('sell', sell));
  await post(admin, approvalPath('buy', buy));
  const tradeId = (await post(admin, '/sell/admin/match-orders', pair(sell, buy))).trade._id;
  await post(admin, '/sell/admin/complete-orders', { ...pair(sell, buy), reason: 'SEEN_ELSEWHERE' });
  const why = { kind: 'reversal', tradeId, reason: 'MONEY_RETURNED', statement: 'Both sent it back' };
  return { tradeId, approvalId: (await post(admin, '/approvals', why)).approvalId };
}

const typesOf = async (stream: string): Promise<string[]> => {
  const { rows } = await program.pool.query(
    'select type from event_log.events where stream = $1 order by revision',
    [stream],
  );
  return rows.map(({ type }) => type);
};
const reversalsOf = async (tradeId: string) =>
  (await typesOf(`trade-${tradeId}`)).filter((type) => type === 'TradeReversed').length;

test.runIf(testAll)(
  'after kill -9 during the append of a reversal, the repeated approval leads to exactly one',
  async () => {
    const { tradeId, approvalId } = await requestedReversal();
    const key = { 'idempotency-key': `approve ${approvalId}` };
    const approve = () => post(second, `/approvals/${approvalId}/approve`, {}, key);
    const holder = await program.pool.connect();
    await holder.query('begin; lock table event_log.events in share mode');
    const unanswered = Promise.allSettled([approve()]);
    await vi.waitFor(async () => {
      const { rows } = await program.pool.query(
        `select from pg_locks where relation = 'event_log.events'::regclass and not granted`,
      );
      expect(rows.length).toBeGreaterThan(0);
    }, pollOptions);
    expect(await server.end('SIGKILL')).toBe('SIGKILL');
    await holder.query('rollback');
    holder.release();
    await unanswered;
    server = await program.start();
    expect(await approve()).toMatchObject({ message: 'Approved and carried out.' });
    expect(await typesOf(approvalStream(approvalId))).toEqual([
      ...['ApprovalRequested', 'ApprovalGranted', 'ApprovalFulfilled'],
    ]);
    expect(await reversalsOf(tradeId)).toBe(1);
  },
);

test.runIf(testAll)(
  'a reversal approved when the process died is carried out once after the start',
  async () => {
    const { tradeId, approvalId } = await requestedReversal();
    expect(await server.end('SIGKILL')).toBe('SIGKILL');
    await appendGrant(approvalId);
    expect(await reversalsOf(tradeId)).toBe(0);
    for (let starts = 0; starts < 2; starts += 1) {
      server = await program.start();
      await vi.waitFor(async () => {
        expect((await typesOf(approvalStream(approvalId))).at(-1)).toBe('ApprovalFulfilled');
      }, pollOptions);
      expect(await reversalsOf(tradeId)).toBe(1);
      const again = await server.request('POST', `/approvals/${approvalId}/approve`, {
        token: second,
        body: {},
      });
      expect([again.status, again.body.code]).toEqual([409, 'APPROVAL_OVER']);
      expect(await server.end('SIGKILL')).toBe('SIGKILL');
    }
  },
);

/** As after a crash on a log without appends to several streams: the approval is stored, the approved action is not. */
async function appendGrant(approvalId: ApprovalId): Promise<void> {
  const log = await createPostgresEventLog({ connection: program.database.connection });
  const { rows } = await program.pool.query<{ id: MemberId }>(
    `select member_id as id from read_accounts.accounts where admin`,
  );
  const commandId = crypto.randomUUID();
  const ids = { commandId, correlationId: approvalId, causationId: commandId };
  const at = new Date().toISOString();
  await executeOnStream({
    ledger: { log, timing: systemTiming },
    ...ofApproval(approvalId),
    command: { ...ids, actorId: 'x', actorRole: 'admin', at },
    decide(approval) {
      invariant(approval.state === 'waiting', 'it waits');
      const approver = rows.find(({ id }) => id !== approval.askedBy);
      const { action: approvedAction } = approval;
      const referralCode = 'sellerReferralCode' in approvedAction ? approvedAction.sellerReferralCode : null;
      const staff = approver && { memberId: approver.id, inviteCode: undefined };
      return grant(approval, {
        approver: staff,
        isRequestedByAdmin: true,
        now: { revision: approvedAction.revision, referralCode },
        at,
      });
    },
  });
  await log.close();
}
