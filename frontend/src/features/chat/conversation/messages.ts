import type { ChatMessageView, ChatRoomView } from '@matgyo/contracts/endpoints/chat-views';

/** A message of one's own that the server has not acknowledged. */
export interface Outgoing {
  /** Its name for both sides: however often it is sent, it is stored once. */
  readonly clientId: string;
  readonly content: string;
  readonly image: Blob | undefined;
  /** When it was written, ISO 8601, by this device's clock. */
  readonly writtenAt: string;
  readonly state: 'sending' | 'failed';
  /** Of the image, from 0 to 1, while it is uploaded. */
  readonly progress: number;
  /** Why it failed, in the server's words; undefined where nobody answered, and it is sent again by itself. */
  readonly refusal: string | undefined;
}

/** Whether it was not sent because nobody answered: then it is sent again by itself. */
export const isWaiting = ({ state, refusal }: Outgoing): boolean =>
  state === 'failed' && refusal === undefined;

/** What is known of a room's messages: by number, each once, whatever came twice or in another order. */
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
 * After which number something is missing: between two messages, or after the last one if the room's own count says
 * so. Undefined when nothing is. What is older than the first is a page not yet read, not a gap.
 */
export function gapAfter(messages: readonly ChatMessageView[], lastSeq: number): number | undefined {
  for (const [index, { seq }] of messages.entries()) {
    const next = messages[index + 1]?.seq ?? lastSeq + 1;
    if (next > seq + 1) return seq;
  }
  return messages.length === 0 && lastSeq > 0 ? 0 : undefined;
}

/** What is still to be sent once these messages of one's own have been stored. */
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
 * How far those have read for whom one writes: the other side of a trade and, in a room with the admins, the admins
 * for the member and the member for the admins. An admin looking into a trade's room is not who was meant.
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

/** The room once somebody has read it up to a message; never back. */
export function withRead(room: ChatRoomView, mark: ChatRoomView['reads'][number], me: string): ChatRoomView {
  if (mark.reader === me) return { ...room, readSeq: Math.max(room.readSeq, mark.seq) };
  const others = room.reads.filter(({ reader }) => reader !== mark.reader);
  const before = room.reads.find(({ reader }) => reader === mark.reader)?.seq ?? 0;
  return { ...room, reads: [...others, { ...mark, seq: Math.max(before, mark.seq) }] };
}

/** A room as it says of itself, with what was heard of it since: it may have answered before that. */
export function withNews(room: ChatRoomView, heard: ChatRoomView, me: string): ChatRoomView {
  const known = heard.reads.reduce((so, mark) => withRead(so, mark, me), room);
  return {
    ...known,
    lastSeq: Math.max(room.lastSeq, heard.lastSeq),
    readSeq: Math.max(room.readSeq, heard.readSeq),
    // A room that was closed stays so.
    closed: room.closed || heard.closed,
    closedAt: room.closedAt ?? heard.closedAt,
  };
}
