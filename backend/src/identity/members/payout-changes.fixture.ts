import { verifyPayoutRows } from '@matgyo/projections/verify/check-payout-rows';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { ApiAnswer } from '../../../../test/api-call.ts';
import {
  applicationWithMembers,
  type Person,
  startTestServer,
  type TestServer,
  testSecret,
} from '../../../../test/server.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { keysFrom } from '../../platform/keys.ts';
import { enterAsFound, rowCheckOf } from '../../proof/sealed-rows/row-check.fixture.ts';
import { type Market, openMarket } from '../../trading/orders/market.fixture.ts';
import { notifyOfEndedHolds } from './notify-of-ended-holds.ts';
import { createPayoutChanges } from './payout-changes.ts';

export let server: TestServer;
export let market: Market;
export let manager: Person;
/** Whose payout data is changed; another one in each test, unless it names one. */
export let member: Person;
export const setMember = (person: Person): void => {
  member = person;
};

/** For the tests of a file. `start`: an application of their own, where it matters who is admin or what verify finds. */
export function setUpMemberWhosePayoutChanges(start: () => Promise<TestServer>): void {
  beforeAll(async () => {
    server = await start();
    market = await openMarket(server);
    manager = await server.member({ active: true, manager: true });
  });
  beforeEach(async () => {
    member = await server.member({ active: true });
  });
}

/** The same in an application of their own, in which verify has to find the needed consent for every change at the end. */
export function setUpApplicationWithPayoutChanges(): void {
  setUpMemberWhosePayoutChanges(() => startTestServer({}, applicationWithMembers));
  afterAll(async () => {
    const found = await verifyPayoutRows(server.pool);
    await server.close();
    expect(found).toEqual([]);
  });
}

export const before = {
  bankName: '한국은행',
  bankAccount: '00123456789',
  tetherAddress: 'So11111111111111111111111111111111111111112',
};
export const bank = { bankName: before.bankName, bankAccount: before.bankAccount, accountHolder: '홍길동' };
export const wallet = { network: 'Solana', tetherAddress: before.tetherAddress };
export const replacement = {
  bankName: '도둑은행',
  bankAccount: '9998887771234',
  tetherAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
};
export const newBank = { ...bank, bankName: replacement.bankName, bankAccount: replacement.bankAccount };

export const edit = async (by: Person, body: object) =>
  expect(
    (await server.request('PUT', `/user/users/${member.nickname}`, { token: by.token, body })).status,
  ).toBe(200);
export const get = async ({ token }: Person, where: string) =>
  (await server.request('GET', where, { token, language: 'ko' })).body;
export const methods = () => get(member, '/user/payment-methods');
export const shownToAdmin = async () =>
  (await get(market.admin, `/admin/members/${member.memberId}`)).payoutChanges;
export const ageChangeBy = async (hours: number) => {
  const { rows } = await server.pool.query(
    `update app.payout_changes set changed_at = changed_at - make_interval(hours => $1),
       effective_at = effective_at - make_interval(hours => $1) where member_id = $2 returning id`,
    [hours, member.memberId],
  );
  for (const { id } of rows) await enterAsFound(server.pool, 'app.payout_changes', id);
};

export const answerChange = (what: string, body: object, { token } = member) =>
  server.request('POST', `/user/payment-methods/${what}`, { token, body });
export const changeId = async (): Promise<string> => (await methods()).next.id;
export async function codeFor(id: string, phone: string): Promise<string> {
  expect((await answerChange('code', { changeId: id })).status).toBe(200);
  const [message] = await server.messages(phone, '바로 사용하는 인증번호');
  return message?.code ?? 'none';
}

export const decide = async ({ token }: Person, way: 'approve' | 'refuse', id?: string) =>
  server.request('POST', `/admin/payout-changes/${id ?? (await changeId())}/${way}`, {
    token,
    // What the only admin types to confirm.
    body: way === 'approve' ? { confirmAlone: member.nickname } : {},
  });
export const answerOf = ({ status, body }: ApiAnswer) => [status, body.code];
export const waitingFor = async (admin: Person) =>
  (await get(admin, '/admin/payout-changes')).items.find(
    ({ member: { _id } }: { member: { _id: string } }) => _id === member.memberId,
  );
export const lastDecision = async () =>
  (await get(market.admin, `/audit/log?subject=${member.nickname}&limit=1`)).items[0];

export const runHoldNotifier = () => {
  const db = createDatabase(server.pool);
  const payoutChanges = createPayoutChanges(db, rowCheckOf(testSecret), keysFrom(testSecret).payouts);
  const assertMembersShown = async () => undefined;
  return notifyOfEndedHolds({
    db,
    payoutChanges,
    assertMembersShown,
    log: server.log,
    notifier: { notify: () => undefined },
  });
};
export const holdNotifications = async (admin: Person): Promise<readonly string[]> =>
  (await get(admin, '/notification?isForAdmin=true&limit=100')).items
    .filter(({ code }: { code: string }) => code === 'PAYOUT_APPROVABLE')
    .map(({ message }: { message: string }) => message);
