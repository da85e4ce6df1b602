import { randomInt } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { applicationWithMembers, type Person, startTestServer } from '../../../../test/server.ts';
import { enterAsFound } from '../../proof/sealed-rows/row-check.fixture.ts';
import { openMarket } from '../../trading/orders/market.fixture.ts';

let seller: Person;
let buyer: Person;
const server = await startTestServer({}, applicationWithMembers);
const market = await openMarket(server);
afterAll(() => server.close());
beforeEach(async () => {
  [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
});

const mismatch = { status: 409, body: { code: 'RECORD_MISMATCH' } };
const sql = (text: string, values: unknown[]) => server.pool.query(text, values);
const setMember = ({ memberId }: Person, assignment: string) =>
  sql(`update app.members set ${assignment} where id = $1`, [memberId]);
const edit = async ({ nickname }: Person, body: object) =>
  expect(
    (await server.request('PUT', `/user/users/${nickname}`, { token: market.admin.token, body })).status,
  ).toBe(200);
const methods = async ({ token }: Person) =>
  (await server.request('GET', '/user/payment-methods', { token })).body;
async function matched(): Promise<string> {
  const sell = await market.open(seller, 'sell', '14000');
  const buy = await market.open(buyer, 'buy', '14000');
  return (await market.match(sell, buy))._id;
}
const card = (tradeId: string, { token } = buyer) =>
  server.request('GET', `/trades/${tradeId}/payment`, { token });
const wallet = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const confirmedBy = async (member: Person) => {
  const { next } = await methods(member);
  const { body } = await server.request('GET', `/user/users/${member.nickname}`, { token: member.token });
  const requested = { token: member.token, body: { changeId: next.id } };
  expect((await server.request('POST', '/user/payment-methods/code', requested)).status).toBe(200);
  const code = await server.codeSentTo(body.phone);
  const confirm = { token: member.token, body: { changeId: next.id, code } };
  expect((await server.request('POST', '/user/payment-methods/confirm', confirm)).status).toBe(200);
};

/** Approves the waiting change after 24 hours. */
async function approved(member: Person): Promise<void> {
  const { id } = (await methods(member)).next;
  await sql(`update app.payout_changes set changed_at = changed_at - interval '1 day' where id = $1`, [id]);
  await enterAsFound(server.pool, 'app.payout_changes', id);
  const approve = `/admin/payout-changes/${id}/approve`;
  const body = { confirmAlone: member.nickname };
  const { status } = await server.request('POST', approve, { token: market.admin.token, body });
  expect(status).toBe(200);
}

describe('a bank account or wallet that was changed by SQL', () => {
  test('is not shown to payers, in earlier or later matches, until it is restored', async () => {
    const before = await matched();
    await setMember(seller, `bank_account = bank_account || '6'`);
    const after = await matched();
    for (const id of [before, after]) expect(await card(id)).toMatchObject(mismatch);
    expect(await card(before, market.admin)).toMatchObject(mismatch);
    await setMember(seller, `bank_account = left(bank_account, -1)`);
    expect((await card(before)).status).toBe(200);
    await setMember(buyer, `tether_address = '${wallet}'`);
    expect(await card(before, seller)).toMatchObject(mismatch);
  });

  test('is not shown even after the program has written the row for another reason', async () => {
    const tradeId = await matched();
    await setMember(seller, `bank_account = '666'`);
    await edit(seller, { telegram: 'another' });
    expect(await card(tradeId)).toMatchObject(mismatch);
  });

  test('is not used while a new one waits; with consent the new one is used', async () => {
    const tradeId = await matched();
    await setMember(seller, `bank_account = '666'`);
    await edit(seller, { bankAccount: '777' });
    expect(await methods(seller)).toMatchObject({ bank: null, wallet: null });
    expect(await card(tradeId)).toMatchObject({ status: 200, body: { bank: null } });
    await approved(seller);
    expect(await card(await matched())).toMatchObject({ body: { bank: { bankAccount: '777' } } });
  });
});

describe('a waiting change of payout data', () => {
  const change = async (what: string) => sql(`${what} where member_id = $1`, [seller.memberId]);

  test.each([
    ['as confirmed', `update app.payout_changes set settled_at = now(), outcome = 'confirmed'`],
    ['as in use by time', 'update app.payout_changes set effective_at = changed_at'],
    ['as of another member', `update app.payout_changes set changed_by = member_id`],
    ['removed', 'delete from app.payout_changes'],
  ])('does not come into use if SQL marks it: %s', async (_, what) => {
    await edit(seller, { bankAccount: '777' });
    await change(what);
    expect(await card(await matched())).toMatchObject(mismatch);
  });

  test('does not block a member with earlier changes that the program made and settled', async () => {
    for (const bankAccount of ['771', '772', '773']) {
      await edit(seller, { bankAccount });
      await confirmedBy(seller);
    }
    expect(await card(await matched())).toMatchObject({ body: { bank: { bankAccount: '773' } } });
  });
});

describe('a phone that was changed by SQL', () => {
  const theirs = () => `+8210${randomInt(30_000_000, 50_000_000)}`;
  const sentTo = async (phone: string) => (await server.messages(phone)).length;
  const recover = async ({ nickname }: Person) =>
    expect(await server.request('POST', '/user/recover-password/code', { body: { nickname } })).toMatchObject(
      { status: 200 },
    );

  /** Codes are sent after the response: once a code requested later has been sent, an earlier one is not pending. */
  async function expectNoCodeFor(member: Person, phone: string): Promise<void> {
    const profile = await server.request('GET', `/user/users/${buyer.nickname}`, { token: buyer.token });
    const before = await sentTo(profile.body.phone);
    await recover(member);
    await recover(buyer);
    await expect.poll(() => sentTo(profile.body.phone)).toBe(before + 1);
    expect(await sentTo(phone)).toBe(0);
  }

  test('gets no recovery code, and the response does not show that', async () => {
    const phone = theirs();
    await setMember(seller, `phone = '${phone}'`);
    await expectNoCodeFor(seller, phone);
  });

  test('gets no code to confirm payout data', async () => {
    await edit(seller, { bankAccount: '777' });
    const { next } = await methods(seller);
    await setMember(seller, `phone = '${theirs()}'`);
    const requested = { token: seller.token, body: { changeId: next.id } };
    expect(await server.request('POST', '/user/payment-methods/code', requested)).toMatchObject(mismatch);
  });

  test('gets no code to confirm payout data after staff has set another one', async () => {
    await setMember(seller, `phone = '${theirs()}'`);
    await edit(seller, { phone: theirs(), bankAccount: '777' });
    const { next } = await methods(seller);
    const requested = { token: seller.token, body: { changeId: next.id } };
    expect(await server.request('POST', '/user/payment-methods/code', requested)).toMatchObject({
      body: { code: 'SMS_FAILED' },
    });
  });

  test('gets no recovery code if SQL ends the waiting time after a change by staff', async () => {
    const phone = theirs();
    await edit(seller, { phone });
    await sql('delete from app.phone_changes_by_staff where member_id = $1', [seller.memberId]);
    await expectNoCodeFor(seller, phone);
  });
});
