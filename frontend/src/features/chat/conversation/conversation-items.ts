import type { ChatMessageView, ChatRole } from '@matgyo/contracts/endpoints/chat-views';
import { dateInKorea, timeInKorea } from '../../../format/date-time.ts';

/** Where the unread messages begin, and how many there are. */
export interface Unread {
  readonly fromSeq: number;
  readonly count: number;
}

/** The items of a conversation, from top to bottom. */
export type Item =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'unread'; readonly key: string; readonly count: number }
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly mine: boolean;
      readonly sender: string;
      readonly role: ChatRole;
      /** The sender's name is shown, on the first of several groups in a row. */
      readonly named: boolean;
      readonly time: string;
      readonly messages: readonly ChatMessageView[];
    };

/**
 * Groups messages by sender and minute, with a divider for each Korean day and before the unread messages.
 *
 * @param messages in the order of their numbers
 */
export function itemsOf(
  messages: readonly ChatMessageView[],
  me: string,
  unread: Unread | undefined,
): readonly Item[] {
  const items: Item[] = [];
  let day = '';
  let open: { sender: string; time: string; messages: ChatMessageView[] } | undefined;
  let namedLast = '';
  const interrupt = (item: Item) => {
    items.push(item);
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
    items.push({ kind: 'group', key: `group-${seq}`, mine, role, named, ...open });
    namedLast = sender;
  }
  return items;
}
