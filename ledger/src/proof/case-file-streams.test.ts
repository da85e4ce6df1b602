import type { CaseFile } from '@matgyo/contracts/case-file';
import { describe, expect, test } from 'vitest';
import { approvalId, newEvent, otherTrade } from './case-file.fixture.ts';
import { approvalsIn } from './case-file.ts';
import { changedFile, eventOf, foundIfSigned, order } from './changed-case-file.fixture.ts';

describe('the streams of a case file', () => {
  test.each([
    ['is not what was sealed', (copy: CaseFile) => Object.assign(eventOf(copy, 0, 1), { type: 'Other' })],
    [
      'does not follow the one before it',
      (copy: CaseFile) => Object.assign(eventOf(copy, 0, 1), { revision: 9 }),
    ],
    [
      'does not continue the one before it',
      (copy: CaseFile) => Object.assign(eventOf(copy, 0, 1).metadata, { prevHash: '0'.repeat(64) }),
    ],
  ])('name the event that %s', async (what, change) => {
    const { id, revision } = eventOf(changedFile(change), 0, 1);
    expect(await foundIfSigned(change)).toEqual([
      ['streams', `event ${id}, ${order} revision ${revision}, ${what}`, order],
    ]);
  });

  test('include every trade of the order', async () => {
    const without = await foundIfSigned(({ streams, proofs }) => {
      streams.splice(2, 1);
      proofs.heads.splice(2, 1);
    });
    expect(without).toEqual([['streams', `the events of trade ${otherTrade} are missing`, order]]);
  });

  test('include every approval that an action of a trade had', async () => {
    const without = await foundIfSigned(({ streams, proofs }) => {
      streams.pop();
      proofs.heads.pop();
    });
    expect(without).toEqual([['streams', `the events of approval ${approvalId} are missing`, order]]);
  });

  test('have approvals where a trade was completed or reversed with one', () => {
    const events = [
      newEvent('TradeCompleting', { approval: 'a1' }),
      newEvent('TradeReversed', { approval: 'a2' }),
      newEvent('TradeReversed', { approval: 'no-second-admin' }),
      newEvent('TradeCompleting'),
      newEvent('RoleGranted', { approval: 'a3' }),
    ];
    expect(approvalsIn(events)).toEqual(['a1', 'a2']);
  });
});
