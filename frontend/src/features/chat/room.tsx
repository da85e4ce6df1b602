import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { isFailure } from '../../api/call-failure.ts';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { OfflineNotice } from '../../shell/offline-notice.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { Empty, LoadFailure, Loading, Skeleton } from '../../ui/placeholder.tsx';
import { Composer } from './composer.tsx';
import type { Typist } from './conversation/typing.ts';
import type { useConversation } from './conversation/use-conversation.ts';
import { Log } from './log.tsx';
import { useSenderName } from './message-group.tsx';

interface RoomProps {
  /** Undefined until the room is loaded. */
  readonly conversation: ReturnType<typeof useConversation>;
  /** The other party. */
  readonly name: string;
  readonly writeLabel: string;
  /** Where all rooms are listed, for a room that is not found. */
  readonly list?: string;
  /** What the room is about has ended. */
  readonly isOver?: boolean;
}

/** A room below its header: the conversation and the message field, or why the user cannot write. */
export function Room({ conversation, name, writeLabel, list, isOver = false }: RoomProps) {
  const { t } = useTexts();
  if (conversation === undefined) return <RoomSkeleton />;
  const { open, now } = conversation;
  const { room, failure, refusal } = now;
  if (room === undefined) {
    if (failure === undefined) return <RoomSkeleton />;
    return (
      <div className="page-x flex-auto">
        {isFailure(failure, 'CHAT_NOT_FOUND') ? (
          <Empty
            title={t('chat.notFoundTitle')}
            text={t('chat.notFoundText')}
            action={list !== undefined && <ButtonLink to={list}>{t('chat.all')}</ButtonLink>}
          />
        ) : (
          <LoadFailure title={t('chat.loadFailed')} error={failure} onRetry={open.load} />
        )}
      </div>
    );
  }
  const log = <Log open={open} now={now} label={t('chat.log', { name })} isOver={isOver || room.closed} />;
  if (room.closed || refusal !== undefined)
    return (
      <div className="flex min-h-0 flex-auto flex-col">
        {log}
        <p className="flex-none bg-surface px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] text-center text-fg-muted text-small">
          {room.closed ? t('chat.closed') : refusal}
          {room.closedAt !== null && (
            <span className="block text-fg-subtle text-micro">{dateTimeInKorea(room.closedAt)}</span>
          )}
        </p>
      </div>
    );
  return (
    <Composer key={room._id} roomId={room._id} label={writeLabel} onSend={open.send}>
      {log}
      <Typing typists={now.typing} />
    </Composer>
  );
}

/** Takes its line even when empty, so that nothing moves. */
function Typing({ typists }: { readonly typists: readonly Typist[] }) {
  const { t } = useTexts();
  const names = [...new Set(typists.map(useSenderName()))];
  return (
    <p aria-live="polite" className="h-5 flex-none truncate px-4 text-fg-subtle text-micro leading-5 md:px-6">
      {names.length > 0 && (
        <span className="animate-pulse">{t('chat.typing', { name: names.join(', ') })}</span>
      )}
    </p>
  );
}

function RoomSkeleton() {
  return (
    <div className="flex min-h-0 flex-auto flex-col justify-end gap-4 px-4 pb-20 md:px-6">
      <Loading>
        <div className="grid gap-3.5">
          <Skeleton className="h-9 w-52 rounded-[16px]" />
          <Skeleton className="h-9 w-64 justify-self-end rounded-[16px]" />
          <Skeleton className="h-9 w-40 rounded-[16px]" />
        </div>
      </Loading>
    </div>
  );
}

/** A link in the head of a room. */
export const IconLink = ({ label, ...rest }: ComponentProps<typeof Link> & { readonly label: string }) => (
  <Link
    {...rest}
    aria-label={label}
    title={label}
    className="inline-grid size-10 flex-none place-items-center rounded-md text-fg-muted hover:bg-well hover:text-fg"
  />
);

interface RoomFrameProps {
  /** Which shell it is in: their top bars differ in height on a desktop. */
  readonly below: 'member' | 'staff';
  readonly children: ReactNode;
}

const heights = { member: 'md:h-[calc(100dvh-4rem)]', staff: 'md:h-[calc(100dvh-3.25rem)]' };

/** As tall as the rest of the window; on a phone, the visible part above the keyboard. */
export function RoomFrame({ below, children }: RoomFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const seen = window.visualViewport;
    if (seen === null) return;
    const follow = () => {
      frame.current?.style.setProperty('--seen-height', `${seen.height}px`);
      frame.current?.style.setProperty('--seen-top', `${seen.offsetTop}px`);
    };
    follow();
    seen.addEventListener('resize', follow);
    seen.addEventListener('scroll', follow);
    return () => {
      seen.removeEventListener('resize', follow);
      seen.removeEventListener('scroll', follow);
    };
  }, []);
  return (
    <div
      ref={frame}
      data-room
      className={classes(
        'flex min-w-0 flex-col bg-canvas max-md:fixed max-md:inset-x-0 max-md:top-[var(--seen-top,0)] max-md:z-40 max-md:h-[var(--seen-height,100dvh)]',
        'md:min-h-[24rem]',
        heights[below],
      )}
    >
      <OfflineNotice />
      {children}
    </div>
  );
}
