import type { MemberId } from '@matgyo/contracts/ids';
import { memberStream } from '@matgyo/contracts/streams';
import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { signUpForm, smallJpeg } from '../../../../test/sign-up-form.ts';
import { systemTiming } from '../../platform/commands/timing.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { createRegistration } from './registration.ts';

const server = await startTestServer();
afterAll(() => server.close());

/** Rows as left by a crash between the row and its event. */
async function leftOver(letter: string, referralCode: string): Promise<MemberId> {
  const memberId = letter.repeat(24) as MemberId;
  await server.pool.query(
    `insert into app.members (id, nickname, nickname_key, username, full_name, phone_verified, bank_name, bank_account, telegram, tether_address)
     values ($1, $2, $2, '', '', true, '', '', '', '')`,
    [memberId, `crashed${letter}`],
  );
  await server.pool.query(
    `insert into app.pending_registrations (member_id, kind, command_id, referral_code, invite_code, created_at)
     values ($1, 'sign-up', gen_random_uuid(), $2, $3, now() - interval '1 minute')`,
    [memberId, referralCode, `INVITE${letter}`],
  );
  return memberId;
}

const registeredTypes = (memberId: MemberId) => server.typesOf(memberStream(memberId));

test('a new member whose event cannot be appended is answered, and is in the ledger later', async () => {
  const form = signUpForm({ phone: await server.verifiedPhone() });
  const append = vi.spyOn(server.log, 'append').mockRejectedValue(new EventLogUnavailable('none'));
  const { status, body, headers } = await server.request('POST', '/user/users', {
    form: { fields: form, file: { field: 'tetherIdImage', bytes: smallJpeg() } },
  });
  append.mockRestore();
  expect([status, headers.get('ledger-visible'), headers.get('ledger-event')]).toEqual([201, 'false', null]);
  expect(body.user).toMatchObject({ nickname: form.nickname, status: 'inactive' });
  await server.completeRegistrations();
  const { memberId } = await server.signIn(form.nickname, form.password);
  expect(memberId).toBe(body.user._id);
});

describe('a new member whose event a crash prevented', () => {
  const warn = vi.fn();
  const registration = () =>
    createRegistration(createDatabase(server.pool), { log: server.log, timing: systemTiming }, { warn });

  test('is registered in the ledger later, once', async () => {
    const memberId = await leftOver('c', 'WELCOME');
    const before = Date.now();
    await Promise.all([registration().completeLeftOver(), registration().completeLeftOver()]);
    expect(await registeredTypes(memberId)).toEqual(['MemberRegistered']);
    expect((await server.pool.query('select 1 from app.pending_registrations')).rowCount).toBe(0);
    const [registered] = await server.log.readStream(memberStream(memberId), {
      direction: 'forwards',
      limit: 1,
    });
    // The row is a minute old: an event of that time would appear in reports already made as of later times.
    expect(Date.parse(registered?.metadata.at ?? '')).toBeGreaterThanOrEqual(before);
    expect(warn).not.toHaveBeenCalled();
  });

  test('that cannot be registered does not block others, and is retried later', async () => {
    const broken = await leftOver('d', 'no code of ours, 010-1234-5678');
    const whole = await leftOver('e', 'WELCOME');
    expect(await registration().completeLeftOver()).toBe(1);
    expect([await registeredTypes(broken), await registeredTypes(whole)]).toEqual([[], ['MemberRegistered']]);
    expect(warn).toHaveBeenCalledOnce();
    expect(warn.mock.calls[0]?.[0]).toMatchObject({ memberId: broken });
    expect(JSON.stringify(warn.mock.calls)).not.toContain('1234-5678');
    const { rows } = await server.pool.query('delete from app.pending_registrations returning member_id');
    expect(rows).toEqual([{ member_id: broken }]);
  });
});
