import { describe, expect, test } from 'vitest';
import { approvalId, otherTrade } from './case-file.fixture.ts';
import { checkProofs } from './case-file.ts';
import {
  changedFile,
  eventOf,
  found,
  foundIfSigned,
  hashAgain,
  noKeys,
  order,
  streamOf,
} from './changed-case-file.fixture.ts';

describe('the proofs of a case file', () => {
  test('begin with a signed checkpoint', async () => {
    expect(
      await found(({ proofs }) => Object.assign(proofs.checkpoint.statement, { events: 21 })),
    ).toContainEqual(['proofs', 'checkpoint 7 is not what was signed', 'checkpoint']);
    const { isCheckpointSigned } = await checkProofs(
      changedFile(({ proofs }) => Object.assign(proofs.checkpoint.statement, { events: 21 })),
      noKeys,
    );
    expect(isCheckpointSigned).toBe(false);
  });

  test('are of the last event of each stream in the file', async () => {
    const notOf = (name: string) => [
      'proofs',
      `the proof of ${name} is not of the stream as it is in the file`,
      name,
    ];
    expect(await foundIfSigned((copy) => streamOf(copy, 0).events.pop())).toEqual([notOf(order)]);
    expect(await foundIfSigned((copy) => streamOf(copy, 0).events.splice(0))).toContainEqual(notOf(order));
    for (const [name, other] of [
      ['stream', 'order-other'],
      ['hash', '0'.repeat(64)],
      ['revision', 2],
    ] as const)
      expect(
        await foundIfSigned(({ proofs }) => Object.assign(proofs.heads[0] as object, { [name]: other })),
        name,
      ).toEqual([
        [
          'proofs',
          `the proof of ${name === 'stream' ? other : order} is not of the stream as it is in the file`,
          order,
        ],
        [
          'proofs',
          `the proof of ${name === 'stream' ? other : order} does not lead to the signed root`,
          order,
        ],
      ]);
  });

  test('lead to the signed root, also of a stream whose hashes were computed again', async () => {
    const forged = await foundIfSigned((copy) => {
      Object.assign(eventOf(copy, 2, 1).data, { reason: 'FORGED' });
      hashAgain(copy, 2);
    });
    const stream = `trade-${otherTrade}`;
    expect(forged).toEqual([['proofs', `the proof of ${stream} does not lead to the signed root`, stream]]);
  });

  test('are one for each stream', async () => {
    const missing = await foundIfSigned(({ proofs }) => proofs.heads.pop());
    expect(missing).toEqual([
      ['proofs', 'there is not one proof for each stream'],
      ['proofs', `there is no proof of approval-${approvalId}`, `approval-${approvalId}`],
    ]);
    const more = await foundIfSigned(({ proofs }) => proofs.heads.push(proofs.heads[0] as never));
    expect(more).toEqual([
      ['proofs', 'there is not one proof for each stream'],
      ['proofs', `the proof of ${order} is not of the stream as it is in the file`, ''],
    ]);
  });

  test('state since when and why nothing is signed', async () => {
    const refused = {
      since: '2026-01-03T00:00:00.000Z',
      why: 'log-cut',
      checkpoint: null,
      subject: null,
    } as const;
    const findings = await foundIfSigned((copy) => {
      copy.proofs.refused = refused;
      copy.proofs.heads = [];
      for (const chat of copy.chats) Reflect.deleteProperty(chat, 'proof');
    });
    expect(findings.slice(0, 2)).toEqual([
      ['proofs', `the signer vouches for nothing since ${refused.since}: log-cut`, 'signer'],
      ['proofs', 'there is not one proof for each stream'],
    ]);
    // Without proofs, chats are checked by their chains only.
    expect(findings.filter(([check]) => check === 'chats')).toEqual([]);
  });
});
