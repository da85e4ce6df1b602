import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CaseFile } from '@matgyo/contracts/case-file';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkCase } from './check-case.ts';

const golden = path.join(import.meta.dirname, '../../../../../../../test/golden/case-file.json');
const exported: CaseFile = JSON.parse(readFileSync(golden, 'utf8'));
const [own = '', settled = ''] = exported.streams.map(({ stream }) => stream);
const rooms = exported.chats.map(({ roomId }) => roomId);

async function verdictsOf(change: (file: CaseFile) => void) {
  const file = structuredClone(exported);
  change(file);
  return checkCase(file);
}

afterEach(() => vi.unstubAllGlobals());

describe('the printed case file is valid', () => {
  it('when unchanged', async () => {
    const { signature, checkpoint, streams, rooms: chats } = await checkCase(exported);
    expect([signature, checkpoint]).toEqual([true, true]);
    expect([...streams]).toEqual(exported.streams.map(({ stream }) => [stream, { chain: true, root: true }]));
    expect([...chats]).toEqual(rooms.map((room) => [room, true]));
  });

  it('except for signatures, where the browser has no WebCrypto', async () => {
    vi.stubGlobal('crypto', {});
    const { signature, checkpoint, streams } = await checkCase(exported);
    expect([signature, checkpoint, streams.get(own)]).toEqual([
      undefined,
      undefined,
      { chain: true, root: true },
    ]);
  });
});

describe('the printed case file is invalid', () => {
  it('when another key has the id of the signing one', async () => {
    const other = 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=';
    const { signature, checkpoint } = await verdictsOf((file) => {
      file.proofs.key.publicKey = other;
    });
    expect([signature, checkpoint]).toEqual([false, false]);
  });

  it('when the statement names only some sections', async () => {
    const { signature } = await verdictsOf((file) => {
      Reflect.deleteProperty(file.statement.sections, 'chats');
    });
    expect(signature).toBe(false);
  });

  it.each([
    [
      'an event',
      (file: CaseFile) => Object.assign(file.streams[1]?.events[1] ?? {}, { type: 'TradeRejected' }),
    ],
    [
      'an event’s time',
      (file: CaseFile) => Object.assign(file.streams[1]?.events[1]?.metadata ?? {}, { at: '' }),
    ],
  ])('of the stream of which %s was changed', async (_, change) => {
    const { streams, signature } = await verdictsOf(change);
    expect([streams.get(own)?.chain, streams.get(settled)?.chain, signature]).toEqual([true, false, false]);
  });

  it('in the order’s stream when one of its trades is missing, and in the file when there are too many proofs', async () => {
    const { streams, signature } = await verdictsOf((file) => {
      file.streams.pop();
    });
    expect([streams.get(own)?.chain, signature]).toEqual([false, false]);
  });

  it('in the room whose message was changed', async () => {
    const at = exported.chats.findIndex(({ messages }) => messages.length > 0);
    const { rooms: chats } = await verdictsOf((file) => {
      Object.assign(file.chats[at]?.messages[0] ?? {}, { content: '' });
    });
    expect([...chats].filter(([, holds]) => holds === false)).toEqual([[rooms[at], false]]);
  });
});
