import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { beforeEach, describe, expect, test } from 'vitest';
import { ApprovalCheck } from './check-approvals.ts';

const id = (letter: string) => letter.repeat(24);
const [first, second, seller, buyer, other] = ['a', 'b', 'c', 'd', 'e'].map(id) as [
  ...[string, string, string, string, string],
];
const [tradeId, approvalId] = [id('1'), id('2')];
const noon = Date.parse('2026-01-02T12:00:00.000Z');

/** A log, written event by event. */
let log: RecordedEvent[];
beforeEach(() => {
  log = [];
  for (const memberId of [first, second, seller, buyer, other])
    write(
      'MemberRegistered',
      { memberId, referralCode: null, inviteCode: `CODE${memberId[0]}` },
      { by: memberId },
    );
  for (const memberId of [first, second]) makeAdmin(memberId);
  write('TradeProposed', { tradeId, sellerId: seller, buyerId: buyer }, { at: noon });
});

interface Written {
  readonly by?: string;
  readonly role?: string;
  /** Milliseconds; default: an hour before noon. */
  readonly at?: number;
}

function write(
  type: string,
  data: object,
  { by = first, role = 'admin', at = noon - 3_600_000 }: Written = {},
) {
  const stream = 'tradeId' in data ? 'trade-' : 'memberId' in data ? 'member-' : 'approval-';
  const metadata = { actorId: by, actorRole: role, at: new Date(at).toISOString() };
  log.push({ type, data, metadata, stream: `${stream}1`, revision: 0, id: String(log.length) } as never);
}

function makeAdmin(memberId: string, written: Written = { by: 'system', role: 'system' }, approval?: string) {
  const marked = approval === undefined ? {} : { approval };
  write('MemberActivated', { memberId, ...marked }, written);
  write('RoleGranted', { memberId, role: 'admin', ...marked }, written);
}

function requestAndGrant({
  by = second,
  at = noon + 2,
}: {
  readonly by?: string;
  readonly at?: number;
} = {}) {
  write('ApprovalRequested', { approvalId, askedBy: first, minutes: 1_440 }, { at: noon + 1 });
  write('ApprovalGranted', { approvalId, askedBy: first, by }, { by, at });
}

const complete = (data: object = {}, written: Written = { at: noon + 3 }) =>
  write('TradeCompleting', { tradeId, sellerReferralCode: null, ...data }, written);

function found(): readonly string[] {
  const check = new ApprovalCheck();
  return log.flatMap((event) => check.event(event)).map(({ what }) => what);
}

test('finds nothing if another admin granted in time', () => {
  requestAndGrant();
  complete({ approval: approvalId });
  expect(found()).toEqual([]);
});

test('finds nothing if the approving admin lost the role just before', () => {
  write('RoleRevoked', { memberId: second, role: 'admin' }, { at: noon });
  requestAndGrant({ at: noon + 30_000 });
  expect(found()).toEqual([]);
});

test('finds an approval granted after its end', () => {
  requestAndGrant({ at: noon + 1 + 86_400_000 });
  expect(found()).toEqual(['an approval is granted after its time was over']);
});

test('finds an approval granted by a person who was not an active admin at that time', () => {
  requestAndGrant({ by: other });
  expect(found()).toEqual([`an approval is granted, and ${other} was no active admin then`]);
  log = log.slice(0, -2);
  write('MemberDeactivated', { memberId: second }, { by: 'operator', role: 'system' });
  requestAndGrant();
  expect(found()).toEqual([`an approval is granted, and ${second} was no active admin then`]);
});

describe('finds nothing for admins who were deactivated meanwhile', () => {
  const hourMs = 3_600_000;
  const setActive = (memberId: string, active: boolean, at: number) =>
    write(active ? 'MemberActivated' : 'MemberDeactivated', { memberId }, { by: other, role: 'system', at });

  test.each([
    ['the requester', first],
    ['the approver', second],
  ])('%s, after the action', (_, memberId) => {
    requestAndGrant();
    complete({ approval: approvalId });
    setActive(memberId, false, noon + hourMs);
    write(
      'TradeCompleted',
      { tradeId, sellerId: seller, buyerId: buyer },
      { role: 'system', at: noon + 2 * hourMs },
    );
    expect(found()).toEqual([]);
  });

  test.each([
    ['the requester', first],
    ['the approver', second],
  ])('%s, from the request to shortly before the grant', (_, memberId) => {
    write('ApprovalRequested', { approvalId, askedBy: first, minutes: 1_440 }, { at: noon });
    setActive(memberId, false, noon + hourMs);
    setActive(memberId, true, noon + 2 * hourMs);
    write(
      'ApprovalGranted',
      { approvalId, askedBy: first, by: second },
      { by: second, at: noon + 3 * hourMs },
    );
    complete({ approval: approvalId }, { at: noon + 3 * hourMs });
    expect(found()).toEqual([]);
  });

  test('the requester, so that the request lapses', () => {
    write('ApprovalRequested', { approvalId, askedBy: first, minutes: 1_440 }, { at: noon });
    setActive(first, false, noon + hourMs);
    write(
      'ApprovalLapsed',
      { approvalId, reason: 'APPROVAL_BY_NO_ADMIN' },
      { role: 'system', at: noon + 2 * hourMs },
    );
    expect(found()).toEqual([]);
  });
});

describe('finds an admin for whom the fee of the trade counts', () => {
  const sellerReferralCode = 'codea';
  const forOwnCode = (type: string) => [`${type} is by an admin for whom the fee of the trade counts`];

  test('in an approved completion', () => {
    requestAndGrant();
    complete({ approval: approvalId, sellerReferralCode });
    expect(found()).toEqual(forOwnCode('TradeCompleting'));
  });

  test('in a completion below the limit, unless an earlier version named none', () => {
    complete({ sellerReferralCode });
    expect(found()).toEqual([]);
    complete({ fourEyesKrw: '10000000', sellerReferralCode });
    expect(found()).toEqual(forOwnCode('TradeCompleting'));
  });

  test('in a reversal', () => {
    requestAndGrant();
    complete();
    write('TradeReversed', { tradeId, approval: approvalId, sellerReferralCode }, { at: noon + 4 });
    expect(found()).toEqual(forOwnCode('TradeReversed'));
  });
});

test('finds an action without approval although another admin was no party', () => {
  complete({ approval: 'no-second-admin' });
  expect(found()).toEqual([`TradeCompleting says that there was no other admin, and ${second} was one`]);
});

test('finds nothing if the other admin was a party, not yet or no longer an admin', () => {
  const before = [...log];
  write('TradeProposed', { tradeId, sellerId: second, buyerId: buyer }, { at: noon });
  complete({ approval: 'no-second-admin' });
  expect(found()).toEqual([]);
  log = [...before];
  write('RoleRevoked', { memberId: second, role: 'admin' }, { by: 'operator', role: 'system' });
  complete({ approval: 'no-second-admin' });
  makeAdmin(other, { at: noon + 4 }, 'no-second-admin');
  expect(found()).toEqual([]);
});

test('finds nothing if the other admin had left by a clock that was set back since', () => {
  write('RoleRevoked', { memberId: second, role: 'admin' }, { role: 'system', at: noon + 3_600_000 });
  complete({ approval: 'no-second-admin' });
  expect(found()).toEqual([]);
});

test('uses the parties in a reversal, since those of a completed trade are dropped', () => {
  complete();
  write('TradeCompleted', { tradeId, sellerId: second, buyerId: buyer }, { at: noon + 4 });
  const reversal = { tradeId, sellerId: second, buyerId: buyer, approval: 'no-second-admin' };
  write('TradeReversed', reversal, { at: noon + 5 });
  expect(found()).toEqual([]);
  write('TradeReversed', { ...reversal, sellerId: seller }, { at: noon + 6 });
  expect(found()).toEqual([`TradeReversed says that there was no other admin, and ${second} was one`]);
});

describe('an appeal', () => {
  const ruled = (completed: object = {}) => {
    write('CaseRuled', { tradeId, caseId: id('3') });
    complete(completed);
    write('TradeCompleted', { tradeId, sellerId: seller, buyerId: buyer }, { at: noon + 4 });
  };
  const decided = (data: object = { approval: 'no-second-admin' }, by = first) =>
    write('AppealRuled', { tradeId, caseId: id('3'), outcome: 'confirm', ...data }, { by, at: noon + 5 });

  test('decided by the admin who ruled is found if another admin had no interest', () => {
    ruled();
    decided();
    expect(found()).toEqual([`AppealRuled says that there was no other admin, and ${second} was one`]);
  });

  test('decided by the admin who ruled is valid if the fee counts for the other admin, or that one approved the ruling', () => {
    const before = [...log];
    ruled({ sellerReferralCode: 'codeb' });
    decided();
    expect(found()).toEqual([]);
    log = before;
    requestAndGrant();
    ruled({ approval: approvalId });
    decided();
    expect(found()).toEqual([]);
    makeAdmin(other);
    decided({ approval: 'no-second-admin' }, second);
    expect(found()).toEqual([`AppealRuled says that there was no other admin, and ${other} was one`]);
  });

  test('decided by the admin for whom the fee counts is found', () => {
    ruled({ sellerReferralCode: 'codeb' });
    decided({}, second);
    expect(found()).toEqual(['an appeal is decided by an admin for whom the fee of the trade counts']);
  });
});

test('finds a role change without approval after the first one with approval', () => {
  write('RoleGranted', { memberId: other, role: 'manager' });
  write('MemberActivated', { memberId: buyer });
  expect(found()).toEqual([]);
  write('RoleRevoked', { memberId: second, role: 'admin', approval: approvalId });
  write('MemberActivated', { memberId: other });
  write('RoleGranted', { memberId: buyer, role: 'admin' });
  write('MemberDeactivated', { memberId: buyer });
  write('MemberActivated', { memberId: seller });
  expect(found()).toEqual(
    ['MemberActivated', 'RoleGranted', 'MemberDeactivated'].map(
      (type) => `${type} moves a power, and no one agreed`,
    ),
  );
});

test('finds the same by a manager or the program, except an admin retired by the operator', () => {
  write(
    'RoleGranted',
    { memberId: other, role: 'manager', approval: 'no-second-admin' },
    { at: noon - 7_200_000 },
  );
  write('MemberDeactivated', { memberId: other });
  const manager = { by: seller, role: 'manager' };
  const program = { by: 'program', role: 'system' };
  write('MemberActivated', { memberId: other }, manager);
  write('MemberActivated', { memberId: buyer }, manager);
  write('RoleGranted', { memberId: buyer, role: 'admin' }, program);
  write('MemberDeactivated', { memberId: buyer }, program);
  write('RoleRevoked', { memberId: second, role: 'admin' }, { by: 'operator', role: 'system' });
  expect(found()).toEqual(
    ['MemberActivated', 'RoleGranted', 'MemberDeactivated'].map(
      (type) => `${type} moves a power, and no one agreed`,
    ),
  );
});

describe('the limit of one admin that an event names', () => {
  const day = 24 * 3_600_000;
  const limits = (fourEyesKrw: string, at: number, fourEyesPercent = '5') =>
    write('LevelsSet', { levels: [], limits: { fourEyesKrw, fourEyesPercent } }, { at });
  const wrong = (limit: string) => [
    `the limit for one admin that it names, ${limit}, was not the configured one`,
  ];

  test('is the one recorded for that time', () => {
    limits('10000000', noon - 2 * day);
    complete({ fourEyesKrw: '10000000' });
    write('PriceSet', { price: '1400', fourEyesPercent: '5' }, { at: noon + 4 });
    expect(found()).toEqual([]);
    complete({ fourEyesKrw: '99000000' }, { at: noon + 5 });
    expect(found()).toEqual(wrong('99000000'));
  });

  test('of a price is compared as well', () => {
    limits('10000000', noon - 2 * day);
    write('PriceSet', { price: '1', fourEyesPercent: '99' }, { at: noon });
    expect(found()).toEqual(wrong('99'));
  });

  test('may be the previous one for a day, but no longer', () => {
    limits('10000000', noon - 2 * day);
    limits('20000000', noon);
    for (const fourEyesKrw of ['10000000', '20000000']) complete({ fourEyesKrw }, { at: noon + day - 1 });
    expect(found()).toEqual([]);
    complete({ fourEyesKrw: '10000000' }, { at: noon + day });
    expect(found()).toEqual(wrong('10000000'));
  });

  test('is not compared if none was recorded, or the first one less than a day ago', () => {
    complete({ fourEyesKrw: '30000000' }, { at: noon - 2 * day });
    write('LevelsSet', { levels: [] }, { at: noon - 2 * day });
    limits('10000000', noon);
    complete({ fourEyesKrw: '30000000' }, { at: noon + day - 1 });
    expect(found()).toEqual([]);
  });
});
