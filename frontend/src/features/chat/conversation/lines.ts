import type { ChatMessageView, ChatRole } from '@matgyo/contracts/endpoints/chat-views';
import { dateInKorea, timeInKorea } from '../../../format/moment.ts';

/** From which message on somebody had not read when they came, and how many those were. */
export interface Unread {
  readonly fromSeq: number;
  readonly count: number;
}

/** What a conversation shows, from top to bottom. */
export type Line =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'unread'; readonly key: string; readonly count: number }
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly mine: boolean;
      readonly sender: string;
      readonly role: ChatRole;
      /** Said above the first of several groups of one sender. */
      readonly named: boolean;
      readonly time: string;
      readonly messages: readonly ChatMessageView[];
    };

/**
 * Messages by sender and minute, with a line where a day begins in Korea and one where the unread begin.
 *
 * @param messages in the order of their numbers
 */
export function linesOf(
  messages: readonly ChatMessageView[],
  me: string,
  unread: Unread | undefined,
): readonly Line[] {
  const lines: Line[] = [];
  let day = '';
  let open: { sender: string; time: string; messages: ChatMessageView[] } | undefined;
  let namedLast = '';
  const interrupt = (line: Line) => {
    lines.push(line);
    open = undefined;
    namedLast = '';
  };
  for (const message of messages) {
    const { seq, sender, role, timestamp } = message;
    const date = dateInKorea(timestamp);
    if (date !== day) interrupt({ kind: 'day', key: `day-${date}-${seq}`, at: timestamp });
    day = date;
    if (seq === unread?.fromSeq) interrupt({ kind: 'unread', key: 'unread', count: unread.count });
    const time = timeInKorea(timestamp);
    if (open !== undefined && open.sender === sender && open.time === time) {
      open.messages.push(message);
      continue;
    }
    open = { sender, time, messages: [message] };
    const mine = sender === me;
    const named = !mine && namedLast !== sender;
    lines.push({ kind: 'group', key: `group-${seq}`, mine, role, named, ...open });
    namedLast = sender;
  }
  return lines;
}
