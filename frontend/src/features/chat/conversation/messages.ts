import type { ChatMessageView, ChatRoomView } from '@matgyo/contracts/endpoints/chat-views';

/** A message of the user that the server has not acknowledged. */
export interface Outgoing {
  /** Idempotency key: however often the message is sent, it is stored once. */
  readonly clientId: string;
  readonly content: string;
  readonly image: Blob | undefined;
  readonly state: 'sending' | 'failed';
  /** Upload progress of the image, 0 to 1. */
  readonly progress: number;
  /** Why the server last refused it; undefined when there was no answer, and it is sent again automatically. */
  readonly refusal: string | undefined;
}

/** Whether it failed without an answer and will be sent again automatically. */
export const isWaiting = ({ state, refusal }: Outgoing): boolean =>
  state === 'failed' && refusal === undefined;

/** The union of both lists, by number. */
export function merge(
  known: readonly ChatMessageView[],
  incoming: readonly ChatMessageView[],
): readonly ChatMessageView[] {
  const last = known.at(-1)?.seq ?? 0;
  if (incoming.every(({ seq }, index) => seq > (incoming[index - 1]?.seq ?? last)))
    return incoming.length === 0 ? known : [...known, ...incoming];
  const bySeq = new Map([...known, ...incoming].map((message) => [message.seq, message]));
  return [...bySeq.values()].toSorted((one, other) => one.seq - other.seq);
}

/**
 * The number after which messages are missing: between two messages, or after the last one by the room's own count.
 * Undefined if none are. Messages before the first are pages not loaded yet, not a gap.
 */
export function gapAfter(messages: readonly ChatMessageView[], lastSeq: number): number | undefined {
  for (const [index, { seq }] of messages.entries()) {
    const next = messages[index + 1]?.seq ?? lastSeq + 1;
    if (next > seq + 1) return seq;
  }
  return messages.length === 0 && lastSeq > 0 ? 0 : undefined;
}

/** Outgoing messages that are not among the stored ones. */
export function unsent(
  outgoing: readonly Outgoing[],
  messages: readonly ChatMessageView[],
  me: string,
): readonly Outgoing[] {
  if (outgoing.length === 0) return outgoing;
  const stored = new Set(messages.filter(({ sender }) => sender === me).map(({ clientId }) => clientId));
  const left = outgoing.filter(({ clientId }) => !stored.has(clientId));
  return left.length === outgoing.length ? outgoing : left;
}

/**
 * The last message read by its intended readers: in a trade's room its two parties (not an admin who looks in),
 * otherwise the admins for the member and the member for the admins.
 */
export function readByOthers(
  { kind, reads }: Pick<ChatRoomView, 'kind' | 'reads'>,
  amAdmin: boolean,
): number {
  const meant = reads.filter(({ role }) =>
    amAdmin || kind === 'trade' ? role !== 'admin' : role === 'admin',
  );
  return Math.max(0, ...meant.map(({ seq }) => seq));
}

/** The room after a read mark; marks never move back. */
export function withRead(room: ChatRoomView, mark: ChatRoomView['reads'][number], me: string): ChatRoomView {
  if (mark.reader === me) return { ...room, readSeq: Math.max(room.readSeq, mark.seq) };
  const others = room.reads.filter(({ reader }) => reader !== mark.reader);
  const before = room.reads.find(({ reader }) => reader === mark.reader)?.seq ?? 0;
  return { ...room, reads: [...others, { ...mark, seq: Math.max(before, mark.seq) }] };
}

/** The server's view of a room, which may be older, with what the socket has delivered since. */
export function withNews(room: ChatRoomView, news: ChatRoomView, me: string): ChatRoomView {
  const known = news.reads.reduce((so, mark) => withRead(so, mark, me), room);
  return {
    ...known,
    lastSeq: Math.max(room.lastSeq, news.lastSeq),
    readSeq: Math.max(room.readSeq, news.readSeq),
    // A closed room is never reopened.
    closed: room.closed || news.closed,
    closedAt: room.closedAt ?? news.closedAt,
  };
}
