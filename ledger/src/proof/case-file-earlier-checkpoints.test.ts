import type { CaseFile } from '@matgyo/contracts/case-file';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sha256Hex } from '#sha256';
import { canonicalJson } from './canonical-json.ts';
import { tradeId } from './case-file.fixture.ts';
import { checkProofs, firstCovers } from './case-file.ts';
import {
  again,
  changedFile,
  earlierOf,
  eventOf,
  file,
  findingsIn,
  found,
  foundIfSigned,
  order,
} from './changed-case-file.fixture.ts';
import { headsPart } from './checkpoint.ts';
import { newSigner } from './signer.fixture.ts';

afterEach(() => vi.unstubAllGlobals());

describe('an earlier checkpoint of a case file', () => {
  test('was signed by a trusted key', async () => {
    const forger = await newSigner();
    const forged = await again(
      changedFile((copy) => {
        const one = earlierOf(copy, 0);
        one.key = forger.key;
        one.checkpoint.statement.keyId = forger.key.keyId;
      }),
    );
    const { checkpoint } = earlierOf(forged, 0);
    checkpoint.signature = await forger.sign(checkpoint.statement);
    forged.statement.sections.proofs = sha256Hex(canonicalJson(forged.proofs));
    const proofFindings = async (keyIds: readonly string[]) =>
      (await checkProofs(forged, { keyIds })).findings.flatMap(({ check, what }) =>
        check === 'proofs' ? [what] : [],
      );
    const own = file.proofs.key.keyId;
    expect(await proofFindings([own])).toEqual([
      `checkpoint 5 is signed by the key ${forger.key.keyId}, which is not trusted`,
    ]);
    // A key that was replaced.
    expect(await proofFindings([own, forger.key.keyId])).toEqual([]);
  });

  test('was made after the events that it covers', async () => {
    const at = Date.parse(eventOf(file, 0, 1).metadata.at);
    const madeAt = (ms: number) =>
      foundIfSigned((copy) => {
        earlierOf(copy, 0).checkpoint.statement.madeAt = new Date(at + ms).toISOString();
      });
    expect(await madeAt(-600_001)).toEqual(
      [
        [order, 1],
        [`trade-${tradeId}`, 0],
      ].map(([stream, revision]) => [
        'proofs',
        `checkpoint 5 says that it was made before an event that it covers: ${stream} revision ${revision}`,
        stream,
      ]),
    );
    // As much as clocks differ.
    expect(await madeAt(-600_000)).toEqual([]);
  });

  test('was signed', async () => {
    const findings = await found((copy) => {
      earlierOf(copy, 1).checkpoint.statement.madeAt = '2020-01-01T00:00:00.000Z';
    });
    expect(findings).toContainEqual(['proofs', 'checkpoint 6 is not what was signed']);
    vi.stubGlobal('crypto', {});
    expect(await findingsIn(file)).toEqual([]);
  });

  test('was signed over the lists of heads in the file', async () => {
    const findings = await foundIfSigned((copy) => {
      const { lists } = earlierOf(copy, 0);
      lists[0] = headsPart([]).text;
    });
    expect(findings).toEqual([['proofs', 'checkpoint 5 was not signed over a list of heads in the file']]);
  });

  test('was signed over the events in the file', async () => {
    const findings = await foundIfSigned((copy) => {
      const { lists, checkpoint } = earlierOf(copy, 1);
      const text = headsPart([{ stream: order, revision: 2, hash: '0'.repeat(64) }]).text;
      lists[0] = text;
      checkpoint.statement.heads = [sha256Hex(text)];
    });
    expect(findings).toEqual([
      ['proofs', `checkpoint 6 was signed over another event: ${order} revision 2`, order],
    ]);
    const longer = await foundIfSigned((copy) => {
      const { lists, checkpoint } = earlierOf(copy, 1);
      const text = headsPart([{ stream: order, revision: 99, hash: '0'.repeat(64) }]).text;
      lists[0] = text;
      checkpoint.statement.heads = [sha256Hex(text)];
    });
    expect(longer).toEqual([
      ['proofs', `checkpoint 6 was signed over another event: ${order} revision 99`, order],
    ]);
  });

  test('of which a list is unreadable shows nothing of the file’s events', async () => {
    const unreadable = (copy: CaseFile) => {
      const { lists, checkpoint } = earlierOf(copy, 1);
      lists[0] = 'no list';
      checkpoint.statement.heads = [sha256Hex('no list')];
    };
    expect(await foundIfSigned(unreadable)).toEqual([]);
    expect(firstCovers(changedFile(unreadable)).get(eventOf(file, 0, 2).id)?.sequence).toBe(7);
  });
});

describe('the first checkpoint that covered an event', () => {
  const sequences = (of: CaseFile) => {
    const covers = firstCovers(of);
    return of.streams.map(({ events }) => events.map(({ id }) => covers.get(id)?.sequence));
  };

  test('is the first of those with a head of its stream at or after it', () => {
    expect(sequences(file)).toEqual([[5, 5, 6, 7], [5, 7, 7, 7], [7, 7], [7]]);
    expect(sequences(changedFile(({ proofs }) => proofs.earlier?.reverse()))).toEqual(sequences(file));
    const { statement } = file.proofs.checkpoint;
    expect(firstCovers(file).get(eventOf(file, 0, 3).id)).toEqual(statement);
  });

  test('is unknown for events after the last checkpoint', () => {
    const later = changedFile(({ proofs }) => {
      Object.assign(proofs.heads[0] as object, { revision: 2 });
      proofs.heads.pop();
    });
    expect(sequences(later)).toEqual([[5, 5, 6, undefined], [5, 7, 7, 7], [7, 7], [undefined]]);
  });

  test('is the only one in a file made before', () => {
    const before = changedFile(({ proofs }) => Reflect.deleteProperty(proofs, 'earlier'));
    expect(sequences(before)).toEqual([[7, 7, 7, 7], [7, 7, 7, 7], [7, 7], [7]]);
  });
});
