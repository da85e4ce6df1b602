import type { ChatMessageView, ChatRoomView } from '@matgyo/contracts/endpoints/chat-views';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession, startSession } from '../../../session/session.ts';
import { type OpenConversation, openConversation } from './conversation.ts';
import { unsentOf } from './send-queue.ts';

/* A room while the socket is down: these tests never connect one. */

let open: OpenConversation | undefined;
let server: ReturnType<typeof startServer>;
let visibility: 'visible' | 'hidden';
let seen: () => void;

/** The server's HTTP endpoints of one room. */
function startServer() {
  const messages: ChatMessageView[] = [];
  const state = { messages, answers: true, busy: false, closed: false, reads: [] as ChatRoomView['reads'] };
  const requests: string[] = [];
  const store = (sender: string, content: string, clientId: string | null = null): ChatMessageView => {
    const known = messages.find((each) => clientId !== null && each.clientId === clientId);
    if (known !== undefined) return known;
    const seq = messages.length + 1;
    const about = { orderId: 'r', orderType: 'sell', currentOrderInProgress: null } as const;
    const when = { timestamp: '2026-11-20T05:00:00.000Z', image: null, storedLanguage: 'ko' } as const;
    const message = { _id: `m${seq}`, room: 'r', seq, content, sender, role: 'seller', clientId } as const;
    messages.push({ ...message, ...about, ...when });
    return { ...message, ...about, ...when };
  };
  const room = () => ({
    _id: 'r',
    kind: 'order',
    orderId: 'r',
    orderType: 'sell',
    currentOrderInProgress: null,
    tradeId: null,
    lastSeq: messages.length,
    readSeq: 0,
    reads: state.reads,
    closed: state.closed,
    closedAt: null,
  });
  const answer = (method: string, url: URL, body: Record<string, string>): unknown => {
    if (method === 'POST')
      return { ok: true, message: store('mina', body['content'] ?? '', body['clientId']) };
    if (method === 'PUT') return { room: room() };
    const after = Number(url.searchParams.get('after') ?? 0);
    return { room: room(), items: messages.filter(({ seq }) => seq > after), nextCursor: null };
  };
  const serve = async (where: string, init: RequestInit): Promise<Response> => {
    const url = new URL(where, 'http://here');
    requests.push(`${init.method} ${url.pathname.replace('/api/v1/chat', '')}${url.search}`);
    const answered = answer(init.method ?? '', url, JSON.parse(String(init.body ?? '{}')));
    if (!state.answers) throw new TypeError('connection lost');
    if (state.busy) return Response.json({ code: 'UNAVAILABLE', error: 'Busy.' }, { status: 503 });
    return Response.json(answered);
  };
  return { ...state, state, requests, store, serve };
}

const contents = () => open?.current().messages.map(({ content }) => content);
const waiting = () => open?.current().outgoing.map(({ content, state }) => [content, state]);
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(async () => {
  vi.useFakeTimers();
  server = startServer();
  visibility = 'visible';
  vi.stubGlobal('fetch', server.serve);
  vi.stubGlobal('document', {
    get visibilityState() {
      return visibility;
    },
    documentElement: { lang: 'ko' },
    addEventListener: (_: string, listener: () => void) => {
      seen = listener;
    },
    removeEventListener: () => undefined,
  });
  server.store('other', 'one');
  open = openConversation({ orderId: 'r' }, { nickname: 'mina', admin: false });
  await advance(0);
  server.requests.length = 0;
});
afterEach(() => {
  open?.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('polls every 3 s without the socket, only while the page is visible', async () => {
  server.store('other', 'two');
  server.state.reads = [{ reader: 'boss', role: 'admin', seq: 1 }];
  await advance(3_000);
  expect(contents()).toEqual(['one', 'two']);
  expect(open?.current().readSeq).toBe(1);
  expect(server.requests.filter((call) => call.startsWith('GET'))[0]).toBe(
    'GET /messages/r?after=1&limit=100',
  );
  visibility = 'hidden';
  server.requests.length = 0;
  await advance(30_000);
  expect(server.requests).toEqual([]);
  visibility = 'visible';
  server.store('other', 'three');
  server.state.closed = true;
  seen();
  await advance(0);
  expect(contents()).toEqual(['one', 'two', 'three']);
  expect(open?.current().room?.closed).toBe(true);
  open?.close();
  server.requests.length = 0;
  await advance(30_000);
  expect(server.requests).toEqual([]);
});

const readMarks = () => server.requests.filter((call) => call.startsWith('PUT'));

it('sends read marks with the polls without the socket, only while the user looks', async () => {
  await advance(3_000);
  expect(readMarks()).toEqual([]);
  open?.attend(true);
  server.store('other', 'two');
  await advance(6_000);
  expect(readMarks()).toEqual(['PUT /read/r', 'PUT /read/r']);
});

it('sends a read mark again that a busy server refused', async () => {
  server.state.busy = true;
  open?.attend(true);
  await advance(0);
  server.state.busy = false;
  await advance(3_000);
  expect(readMarks()).toEqual(['PUT /read/r', 'PUT /read/r']);
  await advance(30_000);
  expect(readMarks()).toHaveLength(2);
});

it('marks a room as read that is left before the socket has joined it', async () => {
  open?.attend(true);
  open?.close();
  await advance(0);
  expect(readMarks()).toEqual(['PUT /read/r']);
});

it('sends over HTTP at once without the socket, in the order written', async () => {
  for (const content of ['a', 'b', 'c']) open?.send(content);
  await advance(0);
  expect(contents()).toEqual(['one', 'a', 'b', 'c']);
  expect(waiting()).toEqual([]);
});

it('lists and keeps no message as unsent that was stored after its room was left', async () => {
  const drafts = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => drafts.get(key) ?? null,
    setItem: (key: string, text: string) => drafts.set(key, text),
    removeItem: (key: string) => drafts.delete(key),
  });
  startSession(`.${btoa(JSON.stringify({ sub: 'm1', exp: 4_000_000_000 }))}.`, { _id: 'm1' });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal('fetch', async (where: string, init: RequestInit) => {
    await held;
    return server.serve(where, init);
  });
  open?.send('a');
  await advance(0);
  open?.close();
  open = undefined;
  expect(unsentOf('r').map(({ content }) => content)).toEqual(['a']);
  expect(drafts.size).toBe(1);
  answer();
  await advance(0);
  expect(server.messages.map(({ content }) => content)).toEqual(['one', 'a']);
  expect(unsentOf('r')).toEqual([]);
  expect(drafts.size).toBe(0);
  endSession('signed-out');
});

it('resends unacknowledged messages in order with the same client id: none is stored twice', async () => {
  server.state.answers = false;
  // The server stores each message, but the response is lost.
  for (const content of ['a', 'b']) open?.send(content);
  await advance(0);
  expect(waiting()).toEqual([
    ['a', 'failed'],
    ['b', 'failed'],
  ]);
  expect(server.messages.map(({ content }) => content)).toEqual(['one', 'a']);
  await advance(9_000);
  expect(waiting()?.length).toBe(2);
  server.state.answers = true;
  await advance(3_000);
  open?.send('c');
  await advance(0);
  expect(server.messages.map(({ content }) => content)).toEqual(['one', 'a', 'b', 'c']);
  expect(contents()).toEqual(['one', 'a', 'b', 'c']);
  expect(waiting()).toEqual([]);
});
