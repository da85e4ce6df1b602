import type { CaseFile } from '@matgyo/contracts/case-file';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { sha256Hex } from '#sha256';
import { canonicalJson } from './canonical-json.ts';
import {
  approvalId,
  firstStatement,
  grounds,
  orderId,
  otherTrade,
  type Signed,
  signedCaseFile,
  stated,
  tradeId,
} from './case-file.fixture.ts';
import {
  approvalsIn,
  changedSections,
  checkProofs,
  fingerprintOf,
  firstCovers,
  statementHash,
  statementsNamedIn,
} from './case-file.ts';
import { headsPart } from './checkpoint.ts';
import { chainStart, contentHashOf, hashOf } from './room-chain.ts';
import { newSigner } from './signer.fixture.ts';
import { sealEvents } from './stream-chain.ts';

let file: CaseFile;
let again: Signed['again'];
beforeAll(async () => {
  ({ file, again } = await signedCaseFile());
});
afterEach(() => vi.unstubAllGlobals());

type Change = (copy: CaseFile) => unknown;
const order = `order-${orderId}`;
const noKeys = { keyIds: [] };

function changedFile(change: Change): CaseFile {
  const copy = structuredClone(file);
  change(copy);
  return copy;
}

const findingsIn = async (changed: CaseFile) =>
  (await checkProofs(changed, noKeys)).findings.map(({ check, what, subject }) =>
    subject === undefined ? [check, what] : [check, what, subject],
  );

/** Findings in a file that was changed after it was signed. */
const found = (change: Change) => findingsIn(changedFile(change));

/** Findings in a file that the key's owner changed and then signed. */
const foundIfSigned = async (change: Change) => findingsIn(await again(changedFile(change)));

const streamOf = (copy: CaseFile, index: number) => copy.streams[index] as CaseFile['streams'][number];
const eventOf = (copy: CaseFile, stream: number, revision: number) =>
  streamOf(copy, stream).events[revision] as CaseFile['streams'][number]['events'][number];
const chatOf = (copy: CaseFile, index = 0) => copy.chats[index] as CaseFile['chats'][number];
const earlierOf = (copy: CaseFile, index: number) =>
  (copy.proofs.earlier ?? [])[index] as NonNullable<CaseFile['proofs']['earlier']>[number];

/** Seals the events of a stream again and puts the new head into its proof, as a forger would. */
function sealAgain(copy: CaseFile, index: number) {
  const { stream, events } = streamOf(copy, index);
  const sealed = sealEvents(stream, 'no-stream', events as never);
  streamOf(copy, index).events = sealed.map(({ stream: _, ...event }) => event) as never;
  const head = copy.proofs.heads[index];
  const last = sealed.at(-1);
  if (head && last) Object.assign(head, { revision: last.revision, hash: last.metadata.hash });
}

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
      sealAgain(copy, 0);
    });
    expect(findings[0]).toEqual(['order', `its ${field} is not that of the event by which it was placed`]);
  });
});

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
      stated('TradeCompleting', { approval: 'a1' }),
      stated('TradeReversed', { approval: 'a2' }),
      stated('TradeReversed', { approval: 'no-second-admin' }),
      stated('TradeCompleting'),
      stated('RoleGranted', { approval: 'a3' }),
    ];
    expect(approvalsIn(events)).toEqual(['a1', 'a2']);
  });
});

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

  test('lead to the signed root, also of a stream that was sealed again', async () => {
    const forged = await foundIfSigned((copy) => {
      Object.assign(eventOf(copy, 2, 1).data, { reason: 'FORGED' });
      sealAgain(copy, 2);
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

describe('the chats of a case file', () => {
  test('name the message that was changed', async () => {
    expect(
      await foundIfSigned((copy) => Object.assign(chatOf(copy).messages[1] as object, { content: '' })),
    ).toEqual([['chats', `message 2 of room ${orderId} does not hold (content)`, orderId]]);
  });

  test('have the images of their messages', async () => {
    const image = { type: 'image/jpeg', bytes: 1, width: 1, height: 1 };
    const missing = `the image of message 2 of room ${orderId} is missing or another one`;
    const withImage = (of: typeof image | null) =>
      foundIfSigned((copy) => {
        const chat = chatOf(copy);
        const text = { salt: '', content: '', imageSha256: '0'.repeat(64) };
        const message = { ...(chat.messages[1] as (typeof chat.messages)[number]), ...text };
        const link = { ...message, contentHash: contentHashOf(text) };
        const last = hashOf(link);
        chat.messages[1] = { ...link, hash: last, image: of as never };
        chat.lastHash = last;
      });
    const findings = await withImage(image);
    expect(findings).not.toContainEqual(['chats', missing, orderId]);
    expect(await withImage(null)).toEqual([...findings, ['chats', missing, orderId]]);
  });

  test('end as they did when the checkpoint was signed', async () => {
    const missing = ['chats', `room ${orderId} does not end as it did: messages are missing`, orderId];
    expect(await foundIfSigned((copy) => chatOf(copy).messages.pop())).toEqual([missing]);
    const notAsSigned = ['chats', `room ${orderId} is not as it was when the checkpoint was signed`, orderId];
    for (const change of [{ lastSeq: 3 }, { lastHash: '0'.repeat(64) }])
      expect(await foundIfSigned((copy) => Object.assign(chatOf(copy), change))).toEqual([
        notAsSigned,
        missing,
      ]);
  });

  test('have all their messages where the signed head says so, also if none is left', async () => {
    const notAsSigned = ['chats', `room ${orderId} is not as it was when the checkpoint was signed`, orderId];
    const emptied = { messages: [], lastSeq: 0, lastHash: chainStart };
    expect(await foundIfSigned((copy) => Object.assign(chatOf(copy), emptied))).toEqual([notAsSigned]);
  });

  test('have a proof that leads from their end to the signed root', async () => {
    const notAsSigned = ['chats', `room ${orderId} is not as it was when the checkpoint was signed`, orderId];
    const noPath = ['chats', `the proof of room ${orderId} does not lead to the signed root`, orderId];
    for (const change of [{ stream: `room-${tradeId}` }, { revision: 1 }, { hash: '0'.repeat(64) }])
      expect(await foundIfSigned((copy) => Object.assign(chatOf(copy).proof as object, change))).toEqual([
        notAsSigned,
        noPath,
      ]);
    expect(await foundIfSigned((copy) => chatOf(copy).proof?.path.pop())).toEqual([noPath]);
    expect(await foundIfSigned((copy) => Reflect.deleteProperty(chatOf(copy), 'proof'))).toEqual([
      ['chats', `there is no proof of room ${orderId}`, orderId],
    ]);
  });
});

describe('the statements of a case file', () => {
  const [first, second] = [statementHash(firstStatement), statementHash(grounds)];

  test('are those that the events name', async () => {
    const changed = [['statements', `the text of statement ${first} is not what the event names`, first]];
    for (const other of [{ text: 'I paid a day ago' }, { salt: 'other' }, { imageSha256: '0'.repeat(64) }])
      expect(
        await foundIfSigned(({ statements }) => Object.assign(statements?.[0] as object, other)),
      ).toEqual(changed);
  });

  test('include all that events name, and no others', async () => {
    expect(await foundIfSigned(({ statements }) => statements?.shift())).toEqual([
      ['statements', `the statement ${first} is missing`, first],
    ]);
    const more = { text: 'more', salt: '', imageSha256: null };
    const hash = statementHash(more);
    expect(await foundIfSigned(({ statements }) => statements?.push({ hash, ...more }))).toEqual([
      ['statements', `the statement ${hash} is in no event`, hash],
    ]);
  });

  test('have their text', async () => {
    expect(
      await foundIfSigned(({ statements }) => Object.assign(statements?.[0] as object, { text: null })),
    ).toEqual([['statements', `the text of statement ${first} was removed`, first]]);
  });

  test('are named in events by a statement or the grounds of a ruling', () => {
    expect([...statementsNamedIn(file.streams.flatMap(({ events }) => events))]).toEqual([first, second]);
    expect([...statementsNamedIn([stated('Other', { statement: 7 }), stated('Other')])]).toEqual([]);
  });

  test('are hashed with a salt and their image', () => {
    expect(first).toBe(sha256Hex(`["${firstStatement.salt}","${firstStatement.text}",null]`));
  });
});
