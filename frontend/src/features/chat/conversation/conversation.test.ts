import type { ChatMessageView, ChatRoomView } from '@matgyo/contracts/endpoints/chat-views';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type OpenConversation, openConversation } from './conversation.ts';

/* A room while the socket is down: nothing here ever connects one. */

let open: OpenConversation | undefined;
let server: ReturnType<typeof startServer>;
let visibility: 'visible' | 'hidden';
let seen: () => void;

/** A room as it answers over HTTP. */
function startServer() {
  const messages: ChatMessageView[] = [];
  const state = { messages, answers: true, closed: false, reads: [] as ChatRoomView['reads'] };
  const asked: string[] = [];
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
    ...{ _id: 'r', kind: 'order', orderId: 'r', orderType: 'sell', currentOrderInProgress: null },
    ...{ tradeId: null, lastSeq: messages.length, readSeq: 0, reads: state.reads },
    ...{ closed: state.closed, closedAt: null },
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
    asked.push(`${init.method} ${url.pathname.replace('/api/v1/chat', '')}${url.search}`);
    const answered = answer(init.method ?? '', url, JSON.parse(String(init.body ?? '{}')));
    if (!state.answers) throw new TypeError('the line is cut');
    return Response.json(answered);
  };
  return { ...state, state, asked, store, serve };
}

const contents = () => open?.current().messages.map(({ content }) => content);
const waiting = () => open?.current().outgoing.map(({ content, state }) => [content, state]);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

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
  await pass(0);
  server.asked.length = 0;
});
afterEach(() => {
  open?.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('without the socket asks every 3 s for what is new, and only while it is seen', async () => {
  server.store('other', 'two');
  server.state.reads = [{ reader: 'boss', role: 'admin', seq: 1 }];
  await pass(3_000);
  expect(contents()).toEqual(['one', 'two']);
  expect(open?.current().readSeq).toBe(1);
  expect(server.asked.filter((call) => call.startsWith('GET'))[0]).toBe('GET /messages/r?after=1&limit=100');
  visibility = 'hidden';
  server.asked.length = 0;
  await pass(30_000);
  expect(server.asked).toEqual([]);
  visibility = 'visible';
  server.store('other', 'three');
  server.state.closed = true;
  seen();
  await pass(0);
  expect(contents()).toEqual(['one', 'two', 'three']);
  expect(open?.current().room?.closed).toBe(true);
  open?.close();
  server.asked.length = 0;
  await pass(30_000);
  expect(server.asked).toEqual([]);
});

it('without the socket says along with a poll what was read, and not while nobody looks', async () => {
  await pass(3_000);
  expect(server.asked.filter((call) => call.startsWith('PUT'))).toEqual([]);
  open?.attend(true);
  await pass(6_000);
  expect(server.asked.filter((call) => call.startsWith('PUT'))).toEqual(['PUT /read/r']);
});

it('without the socket sends over HTTP at once, in the order in which it was written', async () => {
  for (const content of ['a', 'b', 'c']) open?.send(content);
  await pass(0);
  expect(contents()).toEqual(['one', 'a', 'b', 'c']);
  expect(waiting()).toEqual([]);
});

it('sends what nobody acknowledged again under its name and in its order once somebody answers: none doubles', async () => {
  server.state.answers = false;
  // Each is stored, and the answer is lost.
  for (const content of ['a', 'b']) open?.send(content);
  await pass(0);
  expect(waiting()).toEqual([
    ['a', 'failed'],
    ['b', 'failed'],
  ]);
  expect(server.messages.map(({ content }) => content)).toEqual(['one', 'a']);
  await pass(9_000);
  expect(waiting()?.length).toBe(2);
  server.state.answers = true;
  await pass(3_000);
  open?.send('c');
  await pass(0);
  expect(server.messages.map(({ content }) => content)).toEqual(['one', 'a', 'b', 'c']);
  expect(contents()).toEqual(['one', 'a', 'b', 'c']);
  expect(waiting()).toEqual([]);
});
