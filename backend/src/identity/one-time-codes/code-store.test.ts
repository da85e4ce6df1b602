import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db, pool, setUpDatabase } from '../../platform/database/migrated-database.fixture.ts';
import { sweepRows } from '../../platform/database/sweep-rows.ts';
import { RequestFailure } from '../../platform/http/request-failure.ts';
import { keysFrom } from '../../platform/keys.ts';
import { expiredRows } from '../expired-rows.ts';
import { type CodeStore, type CodeSubject, createCodeStore } from './code-store.ts';
import { createVerifiedPhones, type VerifiedPhones } from './verified-phones.ts';

let store: CodeStore;
let verified: VerifiedPhones;

const phone = '+821012345678';
const signUp = { purpose: 'sign-up', phone } as const;
const account = { purpose: 'account', nickname: 'Gildong' } as const;

setUpDatabase();
beforeAll(() => {
  const { lookup } = keysFrom('a secret of this test only');
  store = createCodeStore(db, lookup);
  verified = createVerifiedPhones(db, lookup);
});
beforeEach(() => pool.query('truncate app.one_time_codes, app.verified_phones'));

const ageCodesBy = (seconds: number) =>
  pool.query(
    `update app.one_time_codes set created_at = created_at - make_interval(secs => $1),
       expires_at = expires_at - make_interval(secs => $1)`,
    [seconds],
  );
const wrong = (code: string): string => (code === '000000' ? '111111' : '000000');
const refusal = (outcome: Promise<unknown>): Promise<unknown> =>
  outcome.then(
    () => 'issued',
    (error) => (error instanceof RequestFailure ? [error.code, error.retryAfterSeconds] : error),
  );

describe('a code', () => {
  test('has six digits, is valid for its subject and phone only, and can be used once', async () => {
    const { code } = await store.issue(signUp, phone);
    expect(code).toMatch(/^\d{6}$/);
    expect(await store.redeem({ purpose: 'sign-up', phone: '+821099999999' }, phone, code)).toBe(false);
    expect(await store.redeem({ purpose: 'account', nickname: phone }, phone, code)).toBe(false);
    expect(await store.redeem(signUp, phone, code)).toBe(true);
    expect(await store.redeem(signUp, phone, code)).toBe(false);
  });

  test('sent to the previous phone of an account does not verify its new phone', async () => {
    const { code } = await store.issue(account, phone);
    expect(await store.redeem(account, '+821077777777', code)).toBe(false);
    expect(await store.redeem({ purpose: 'account', nickname: 'gILDONG' }, phone, code)).toBe(true);
  });

  test('is invalid after 3 minutes', async () => {
    const { code } = await store.issue(signUp, phone);
    await ageCodesBy(181);
    expect(await store.redeem(signUp, phone, code)).toBe(false);
  });

  test('is invalid once the clock that it was issued by was set back', async () => {
    const { code } = await store.issue(signUp, phone);
    await ageCodesBy(-172_800);
    expect(await store.redeem(signUp, phone, code)).toBe(false);
  });

  test('is invalid after 5 wrong tries, also concurrent ones', async () => {
    const { code } = await store.issue(signUp, phone);
    const tries = await Promise.all(
      Array.from({ length: 16 }, () => store.redeem(signUp, phone, wrong(code))),
    );
    expect(tries).not.toContain(true);
    expect(await store.redeem(signUp, phone, code)).toBe(false);
    const { rows } = await pool.query('select tries from app.one_time_codes');
    expect(rows).toEqual([{ tries: 5 }]);
  });

  test('entered correctly twice at once is accepted once', async () => {
    const { code } = await store.issue(signUp, phone);
    const bothCounted = Promise.withResolvers<void>();
    let counted = 0;
    const refuse = () => {
      counted += 1;
      if (counted === 2) bothCounted.resolve();
      return bothCounted.promise;
    };
    const redeem = () => store.redeem(signUp, phone, code, { refuse });
    const both = await Promise.all([redeem(), redeem()]);
    expect(both.toSorted()).toEqual([false, true]);
  });

  test('invalidates the previous code', async () => {
    const first = await store.issue(signUp, phone);
    await ageCodesBy(61);
    const second = await store.issue(signUp, phone);
    expect(await store.redeem(signUp, phone, first.code === second.code ? 'none' : first.code)).toBe(false);
    expect(await store.redeem(signUp, phone, second.code)).toBe(true);
  });

  test('of a network that the account knows is not used up by strangers', async () => {
    const own = { ...account, byKnown: true };
    for (let sent = 0; sent < 5; sent++) {
      await store.issue(account, phone);
      await ageCodesBy(61);
    }
    expect(await refusal(store.issue(account, phone))).toEqual(['TOO_MANY_REQUESTS', expect.any(Number)]);
    await ageCodesBy(61);
    const { code, deliverable } = await store.issue(own, phone);
    expect(await refusal(store.issue(account, phone))).toEqual(['CODE_TOO_SOON', expect.closeTo(60, 0)]);
    expect(deliverable).toBe(true);
    for (let tries = 0; tries < 5; tries++)
      await store.redeem(own, phone, wrong(code), { isElsewhere: true });
    expect(await store.redeem(own, phone, code, { isElsewhere: true })).toBe(false);
    expect(await store.redeem(own, phone, code)).toBe(true);
    expect((await store.issue({ purpose: 'payout', changeId: 'c1' }, phone)).deliverable).toBe(true);
  });

  test('is not stored in plain text, and neither are the phone and the nickname', async () => {
    const { code } = await store.issue(signUp, phone);
    await store.issue(account, phone);
    const { rows } = await pool.query('select * from app.one_time_codes');
    expect(
      JSON.stringify(rows.map(({ subject, phone, code_hash }) => [subject, phone, code_hash])),
    ).not.toMatch(new RegExp(`"${code}"|1012345678|gildong`, 'i'));
  });
});

describe('a further request for a code', () => {
  test('is refused within 60 seconds with the time to wait, also if both are made at once', async () => {
    const both = await Promise.all([store.issue(signUp, phone), store.issue(signUp, phone)].map(refusal));
    expect(both.filter((one) => one === 'issued')).toHaveLength(1);
    expect(both.find((one) => one !== 'issued')).toEqual(['CODE_TOO_SOON', expect.closeTo(60, 0)]);
    await ageCodesBy(61);
    expect(await refusal(store.issue(signUp, phone))).toBe('issued');
  });

  test('is refused after 5 codes in an hour, until the first of these is an hour old', async () => {
    for (let sent = 0; sent < 5; sent++) {
      await store.issue(signUp, phone);
      await ageCodesBy(61);
    }
    expect(await refusal(store.issue(signUp, phone))).toEqual([
      'TOO_MANY_REQUESTS',
      expect.closeTo(3_600 - 305, -1),
    ]);
    await ageCodesBy(3_600 - 305);
    expect(await refusal(store.issue(signUp, phone))).toBe('issued');
  });

  test('is refused after 10 codes in a day, even if no hour had 5, until the first of these is a day old', async () => {
    for (const subject of [account, { purpose: 'recovery', nickname: 'unknown' }, signUp] as const) {
      await pool.query('truncate app.one_time_codes');
      const number = subject.purpose === 'recovery' ? undefined : phone;
      for (let sent = 0; sent < 10; sent++) {
        await store.issue(subject, number);
        await ageCodesBy(3_600);
      }
      await sweepRows(db, expiredRows);
      expect(await refusal(store.issue(subject, number))).toEqual([
        'TOO_MANY_REQUESTS',
        expect.closeTo(14 * 3_600, -2),
      ]);
      await ageCodesBy(14 * 3_600);
      expect(await refusal(store.issue(subject, number))).toBe('issued');
    }
  });

  test('is possible at once after the clock was set back, and sent although the codes of later times were the most', async () => {
    for (let count = 0; count < 5; count += 1) {
      await store.issue(account, phone);
      await ageCodesBy(60);
    }
    await ageCodesBy(-172_800);
    expect(await store.issue(account, phone)).toMatchObject({ deliverable: true });
  });

  test('for other subjects sends a phone no more than 15 messages in a day', async () => {
    const deliverable = [];
    for (let sent = 0; sent < 16; sent++) {
      deliverable.push((await store.issue({ purpose: 'account', nickname: `n${sent}` }, phone)).deliverable);
      await ageCodesBy(1_200);
    }
    expect(deliverable).toEqual([...Array(15).fill(true), false]);
  });

  test('for a nickname without an account is answered as for an existing one, and no message is sent', async () => {
    const unknown = { purpose: 'account', nickname: 'unknown' } as const;
    expect(await store.issue(unknown, undefined)).toMatchObject({ deliverable: false });
    expect(await refusal(store.issue(unknown, undefined))).toEqual(['CODE_TOO_SOON', expect.closeTo(60, 0)]);
  });

  test('for other subjects sends a phone no more than 5 messages in an hour', async () => {
    for (let sent = 0; sent < 5; sent++)
      await store.issue({ purpose: 'account', nickname: `n${sent}` }, phone);
    expect(await store.issue({ purpose: 'account', nickname: 'n5' }, phone)).toMatchObject({
      deliverable: false,
    });
  });

  test('to sign up does not show whether codes to an account went to the same phone, nor the reverse', async () => {
    const sendFive = async (subject: CodeSubject): Promise<void> => {
      for (let sent = 0; sent < 5; sent++) {
        await store.issue(subject, phone);
        await ageCodesBy(61);
      }
    };
    await sendFive(account);
    expect((await store.issue(signUp, phone)).deliverable).toBe(true);
    await pool.query('truncate app.one_time_codes');
    await sendFive(signUp);
    expect((await store.issue(account, phone)).deliverable).toBe(true);
  });

  test('is possible at once when the message could not be sent', async () => {
    const { id } = await store.issue(signUp, phone);
    await store.withdraw(id);
    expect(await refusal(store.issue(signUp, phone))).toBe('issued');
  });
});

const here = { network: '192.0.2.1', ticket: undefined };

test('a phone stays verified for an hour and for one sign-up', async () => {
  await verified.add(phone, here.network);
  const taken = await Promise.all([verified.take(db, phone, here), verified.take(db, phone, here)]);
  expect(taken.toSorted()).toEqual([false, true]);
  await verified.add(phone, here.network);
  expect(await verified.has(phone, here)).toBe(true);
  await pool.query(`update app.verified_phones set verified_at = now() - interval '61 minutes'`);
  expect(await verified.has(phone, here)).toBe(false);
  expect(await verified.take(db, phone, here)).toBe(false);
});

test('a phone counts as verified only on the network where it was verified or with its newest ticket', async () => {
  const elsewhere = (ticket?: string) => ({ network: '198.51.100.1', ticket });
  const first = await verified.add(phone, here.network);
  const ticket = await verified.add(phone, here.network);
  for (const given of [undefined, '', first, `${ticket}x`]) {
    expect(await verified.has(phone, elsewhere(given))).toBe(false);
    expect(await verified.take(db, phone, elsewhere(given))).toBe(false);
  }
  expect(await verified.has(phone, elsewhere(ticket))).toBe(true);
  expect(await verified.has(phone, here)).toBe(true);
  expect(await verified.take(db, phone, elsewhere(ticket))).toBe(true);
  const { rows } = await pool.query('select * from app.verified_phones');
  expect(JSON.stringify(rows)).not.toContain(ticket);
});
