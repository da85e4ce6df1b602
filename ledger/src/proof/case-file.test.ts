import type { CaseFile } from '@matgyo/contracts/case-file';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { orderId } from './case-file.fixture.ts';
import { changedSections, checkProofs, fingerprintOf } from './case-file.ts';
import {
  again,
  type Change,
  changedFile,
  eventOf,
  file,
  findingsIn,
  found,
  foundIfSigned,
  hashAgain,
  noKeys,
  streamOf,
} from './changed-case-file.fixture.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a case file', () => {
  test('is valid if unchanged and signed by a trusted key', async () => {
    const trust = { keyIds: ['0'.repeat(32), file.proofs.key.keyId] };
    expect(await checkProofs(file, trust)).toEqual({
      findings: [],
      isSigned: true,
      isCheckpointSigned: true,
    });
    expect(await findingsIn(file)).toEqual([]);
  });

  test('from before statements, earlier checkpoints and proofs of rooms is valid', async () => {
    const before = changedFile((copy) => {
      Reflect.deleteProperty(copy, 'statements');
      Reflect.deleteProperty(copy.statement.sections, 'statements');
      Reflect.deleteProperty(copy.proofs, 'earlier');
      Reflect.deleteProperty(copy.proofs.checkpoint.statement, 'rooms');
      for (const chat of copy.chats) Reflect.deleteProperty(chat, 'proof');
    });
    expect(await findingsIn(await again(before))).toEqual([]);
  });

  test('has as fingerprint the SHA-256 of its bytes', () => {
    expect(fingerprintOf(new TextEncoder().encode('abc'))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});

describe('the signature of a case file', () => {
  test('is invalid if the statement was changed', async () => {
    expect(await found((copy) => Object.assign(copy.statement, { requestId: 'other' }))).toEqual([
      ['signature', 'the statement is not what was signed'],
    ]);
  });

  test('has an untrusted key if other keys are trusted', async () => {
    const { findings } = await checkProofs(file, { keyIds: ['0'.repeat(32)] });
    expect(findings).toEqual([
      { check: 'signature', what: `the key ${file.proofs.key.keyId} is not trusted` },
    ]);
  });

  test('names the key in the file', async () => {
    expect(await foundIfSigned((copy) => Object.assign(copy.statement, { keyId: '0'.repeat(32) }))).toEqual([
      ['signature', `the file is signed by key ${'0'.repeat(32)}, which is not in it`],
    ]);
  });

  test('is unknown, and no finding, without WebCrypto', async () => {
    vi.stubGlobal('crypto', {});
    expect(await checkProofs(file, noKeys)).toEqual({
      findings: [],
      isSigned: undefined,
      isCheckpointSigned: undefined,
    });
  });

  test('covers each section, also the order of the people, and a missing section', async () => {
    for (const section of ['order', 'streams', 'trail', 'proofs', 'chats', 'people', 'statements'] as const) {
      const what = `the section "${section}" is not what was signed`;
      expect(
        await found((copy) => Object.assign(copy.statement.sections, { [section]: '0'.repeat(64) })),
      ).toEqual([
        [section, what],
        ['signature', 'the statement is not what was signed'],
      ]);
      expect(changedSections({ ...file, [section]: undefined }, file.statement)).toEqual([section]);
    }
    expect(await found(({ people }) => people.push({ memberId: orderId, nickname: 'other' }))).toEqual([
      ['people', 'the section "people" is not what was signed'],
    ]);
    const { statements: _, ...sections } = file.statement.sections;
    expect(changedSections({ ...file }, { sections })).toEqual(['statements']);
  });
});

describe('the order of a case file', () => {
  test('is the one whose stream comes first, and which that stream places', async () => {
    const other = [['order', `the first stream is not that of order ${orderId}`]];
    const placing = (copy: CaseFile) => Object.assign(eventOf(copy, 0, 0), { type: 'OrderApproved' });
    const checked = async (change: Change) =>
      (await foundIfSigned(change)).filter(([check]) => check === 'order');
    expect(await checked(placing)).toEqual(other);
    expect(await checked(({ streams }) => streams.reverse())).toEqual(other);
    const ofOther = (copy: CaseFile) => Object.assign(streamOf(copy, 0), { stream: 'order-other' });
    expect(await checked(ofOther)).toEqual(other);
    expect(await checked(({ streams }) => streams.splice(0))).toEqual(other);
    expect(await checked((copy) => streamOf(copy, 0).events.splice(0))).toEqual(other);
  });

  test.each([
    ['orderId', 'f'.repeat(24)],
    ['side', 'buy'],
    ['amount', '10.0001'],
  ])('has the %s of the event by which it was placed', async (field, value) => {
    const findings = await foundIfSigned((copy) => {
      Object.assign(eventOf(copy, 0, 0).data, { [field]: value });
      hashAgain(copy, 0);
    });
    expect(findings[0]).toEqual(['order', `its ${field} is not that of the event by which it was placed`]);
  });
});
