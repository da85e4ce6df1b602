import { ArrowDown } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { weekdayInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import type { OpenConversation } from './conversation/conversation.ts';
import { itemsOf } from './conversation/conversation-items.ts';
import type { Conversation } from './conversation/conversation-state.ts';
import { MessageGroup, OutgoingMessage } from './message-group.tsx';

interface LogProps {
  readonly label: string;
  readonly open: OpenConversation;
  readonly now: Conversation;
  /** Nothing is left to talk about: the trade or the chat has ended. */
  readonly isOver: boolean;
}

/** Distance from the end that still counts as at the end. */
const endPx = 60;
const dividerClass = 'flex items-center justify-center gap-3 text-micro';

/** The conversation, newest message at the bottom. Older pages are inserted above without moving what is on screen. */
export function Log({ label, open, now, isOver }: LogProps) {
  const { t, language } = useTexts();
  const me = useSession()?.nickname ?? '';
  const { messages, outgoing, unread, older } = now;
  const items = useMemo(() => itemsOf(messages, me, unread), [messages, me, unread]);
  const { scroller, atEnd, onScroll } = useScroll(now, open);
  const top = useOlder(scroller, now, open);
  const shown = useRef(messages.at(-1)?.seq);
  if (atEnd) shown.current = messages.at(-1)?.seq;
  const below = !atEnd && (messages.at(-1)?.seq ?? 0) > (shown.current ?? 0);
  return (
    <div className="relative min-h-0 flex-auto">
      <div
        ref={scroller}
        role="log"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
        className="relative flex h-full flex-col overflow-y-auto overscroll-contain px-4 pt-1 pb-3 -outline-offset-2 [overflow-anchor:none] md:pr-5 md:pl-6"
      >
        <div ref={top} className="flex justify-center">
          {older.has && (
            <Button variant="quiet" size="small" busy={older.loading} onClick={open.older}>
              {t('chat.older')}
            </Button>
          )}
        </div>
        {messages.length + outgoing.length === 0 && (
          <div className="m-auto py-8 text-center">
            <p className="font-strong">{t('chat.none')}</p>
            {!isOver && <p className="text-fg-muted text-small">{t('chat.noneText')}</p>}
          </div>
        )}
        <ol className="mx-auto mt-auto grid w-full max-w-[60rem] grid-cols-[minmax(0,1fr)] gap-3.5">
          {items.map((item) =>
            item.kind === 'group' ? (
              <MessageGroup key={item.key} group={item} readSeq={now.readSeq} />
            ) : item.kind === 'day' ? (
              <li key={item.key} className={`${dividerClass} py-1 text-fg-subtle`}>
                {weekdayInKorea(item.at, language)}
              </li>
            ) : (
              <li
                key={item.key}
                data-unread
                className={`${dividerClass} text-accent font-medium before:h-px before:flex-1 before:bg-accent before:opacity-40 after:h-px after:flex-1 after:bg-accent after:opacity-40`}
              >
                {t('chat.unreadHere', { count: item.count })}
              </li>
            ),
          )}
          {outgoing.map((message) => (
            <OutgoingMessage
              key={message.clientId}
              message={message}
              onRetry={() => open.retry(message.clientId)}
              onDiscard={() => open.discard(message.clientId)}
            />
          ))}
        </ol>
      </div>
      {below && (
        <Button
          variant="primary"
          size="medium"
          onClick={() => toEnd(scroller.current)}
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-float"
        >
          <ArrowDown size={16} strokeWidth={1.8} />
          {t('chat.newBelow')}
        </Button>
      )}
    </div>
  );
}

const toEnd = (box: HTMLElement | null) => {
  if (box !== null) box.scrollTop = box.scrollHeight;
};

/** Scrolls to the end after a change if it was there or if the user sent a message; else keeps its position. */
function useScroll({ messages, outgoing }: Conversation, open: OpenConversation) {
  const scroller = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const before = useRef({ first: 0, height: 0, outgoing: 0, drawn: false });
  const update = useEffectEvent(() => {
    const box = scroller.current;
    if (box === null) return;
    const end = box.scrollHeight - box.scrollTop - box.clientHeight < endPx;
    setAtEnd(end);
    open.attend(end && document.visibilityState === 'visible');
  });
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null || messages.length + outgoing.length === 0) return;
    const { first, height, drawn, outgoing: wrote } = before.current;
    const firstNow = messages[0]?.seq ?? 0;
    if (!drawn) {
      const divider = box.querySelector<HTMLElement>('[data-unread]');
      if (divider === null) toEnd(box);
      else box.scrollTop = divider.offsetTop - box.clientHeight / 3;
    } else if (firstNow < first) box.scrollTop += box.scrollHeight - height;
    else if (atEnd || outgoing.length > wrote) toEnd(box);
    before.current = { first: firstNow, height: box.scrollHeight, outgoing: outgoing.length, drawn: true };
  }, [messages, outgoing, atEnd]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message moves the end without a scroll event
  useEffect(() => update(), [messages]);
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    document.addEventListener('visibilitychange', update);
    return () => {
      document.removeEventListener('visibilitychange', update);
      open.attend(false);
    };
  }, [open]);
  // Keeps the end in view when the window shrinks, for example for an on-screen keyboard.
  useEffect(() => {
    const box = scroller.current;
    if (box === null || !atEnd) return;
    const observer = new ResizeObserver(() => toEnd(box));
    observer.observe(box);
    return () => observer.disconnect();
  }, [atEnd]);
  return { scroller, atEnd, onScroll: update };
}

/** Loads the previous page when the user scrolls near the top. */
function useOlder(
  scroller: React.RefObject<HTMLDivElement | null>,
  { older, messages }: Conversation,
  open: OpenConversation,
) {
  const top = useRef<HTMLDivElement>(null);
  const wanted = older.has && !older.loading && !older.failed;
  const first = messages[0]?.seq;
  useEffect(() => {
    const place = top.current;
    if (place === null || !wanted || first === undefined) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && open.older(), {
      root: scroller.current,
      rootMargin: '400px 0px 0px 0px',
    });
    observer.observe(place);
    return () => observer.disconnect();
  }, [wanted, first, open, scroller]);
  return top;
}
