import { imageOnlyContent } from '@matgyo/contracts/chat-rules';
import { chatPaths } from '@matgyo/contracts/paths/chat';
import { Check, CheckCheck, Clock3, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { classes } from '../../ui/class-names.ts';
import { imageClass, StoredImage, useObjectUrl } from '../../ui/stored-image.tsx';
import type { Item } from './conversation/conversation-items.ts';
import { isWaiting, type Outgoing } from './conversation/messages.ts';
import type { Typist } from './conversation/typing.ts';
import { piecesOf } from './links.ts';

const bubbleClass =
  'whitespace-pre-wrap rounded-[16px] px-[13px] py-2 leading-[1.375rem] forced-colors:border';
const metaClass = 'grid whitespace-nowrap pb-0.5 text-fg-subtle text-micro leading-4';
const pieceClass = 'grid min-w-0 gap-1';
const smallClass = 'min-h-6 px-0.5 underline underline-offset-[3px] tap-target';

interface MessageGroupProps {
  readonly group: Extract<Item, { kind: 'group' }>;
  readonly readSeq: number;
}

const lastSeqOf = ({ messages }: MessageGroupProps['group']): number => messages.at(-1)?.seq ?? 0;

/** Whether a group looks the same, so that only changed groups of a long conversation are rendered again. */
function looksAsBefore(before: MessageGroupProps, now: MessageGroupProps): boolean {
  const [one, other] = [before.group, now.group];
  const last = lastSeqOf(other);
  return (
    last <= before.readSeq === last <= now.readSeq &&
    one.mine === other.mine &&
    one.named === other.named &&
    one.messages.length === other.messages.length &&
    one.messages.every((message, index) => message === other.messages[index])
  );
}

/** Members see no admin's name. */
export function useSenderName() {
  const { t } = useTexts();
  const seesNames = useSession()?.admin === true;
  return ({ sender, role }: Typist) => (role === 'admin' && !seesNames ? t('role.admin') : sender);
}

/** Messages of one sender within a minute: the name above, the time and the read mark once, beside the last. */
export const MessageGroup = memo(function MessageGroup(props: MessageGroupProps) {
  const { group, readSeq } = props;
  const { t } = useTexts();
  const { mine, messages, named, time } = group;
  const sender = useSenderName()(group);
  const last = lastSeqOf(group);
  return (
    <li className={classes('grid min-w-0 gap-1', mine ? 'justify-items-end' : 'justify-items-start')}>
      {mine && <p className="sr-only">{t('chat.me')}</p>}
      {named && <p className="px-0.5 text-fg-subtle text-micro">{sender}</p>}
      {messages.map(({ seq, content, image }) => (
        <div
          key={seq}
          data-seq={seq}
          className={classes('flex max-w-[88%] items-end gap-1.5', mine && 'flex-row-reverse')}
        >
          <div className={classes(pieceClass, mine && 'justify-items-end')}>
            {image !== null && (
              <StoredImage
                url={image}
                route={chatPaths.image}
                alt={t('chat.image', { sender })}
                title={t('chat.imageOf', { sender })}
              />
            )}
            {!(image !== null && content === imageOnlyContent) && (
              <p
                className={classes(
                  bubbleClass,
                  mine ? 'rounded-tr-[5px] bg-accent-soft' : 'rounded-tl-[5px] bg-well',
                )}
              >
                <MessageText text={content} />
              </p>
            )}
          </div>
          {seq === last && (
            <span className={classes(metaClass, mine ? 'justify-items-end' : 'justify-items-start')}>
              {mine && <Receipt read={seq <= readSeq} />}
              <span>{time}</span>
            </span>
          )}
        </div>
      ))}
    </li>
  );
}, looksAsBefore);

/** A message's text with links. The linked site gets no referrer. */
function MessageText({ text }: { readonly text: string }) {
  return piecesOf(text).map((piece, place) =>
    piece.href === undefined ? (
      piece.text
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes
        key={place}
        href={piece.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="underline decoration-from-font underline-offset-[3px]"
      >
        {piece.text}
      </a>
    ),
  );
}

function Receipt({ read }: { readonly read: boolean }) {
  const { t } = useTexts();
  return (
    <span className={read ? 'text-accent' : undefined}>
      {read ? <CheckCheck size={14} strokeWidth={1.8} /> : <Check size={14} strokeWidth={1.8} />}
      <span className="sr-only">{read ? t('chat.read') : t('chat.sent')}</span>
    </span>
  );
}

interface OutgoingMessageProps {
  readonly message: Outgoing;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
}

/** A message that the server has not stored yet: being sent, or failed. */
export function OutgoingMessage({ message, onRetry, onDiscard }: OutgoingMessageProps) {
  const { t } = useTexts();
  const { content, image, state, progress, refusal } = message;
  const preview = useObjectUrl(image);
  // It is sent again by itself: nothing has gone wrong yet.
  const waits = isWaiting(message);
  const failed = state === 'failed' && !waits;
  const uploading = image !== undefined && state === 'sending' && progress < 1;
  const percent = Math.round(progress * 100);
  return (
    <li className="grid min-w-0 justify-items-end gap-1">
      <div className="flex max-w-[88%] flex-row-reverse items-end gap-1.5">
        <div className={classes(pieceClass, 'justify-items-end')}>
          {image !== undefined && (
            <span
              className={classes('relative block rounded-lg', failed && 'outline-[1.5px] outline-danger')}
            >
              {preview === undefined ? (
                <span className={imageClass} />
              ) : (
                <img src={preview} alt={t('chat.attached')} className={imageClass} />
              )}
              {uploading && (
                <progress
                  aria-label={t('chat.uploading', { percent })}
                  max={100}
                  value={percent}
                  className="upload-bar absolute inset-x-3 bottom-3 block h-1 w-[calc(100%-1.5rem)]"
                />
              )}
            </span>
          )}
          {content !== '' && (
            <p
              className={classes(
                bubbleClass,
                'rounded-tr-[5px] inset-ring',
                failed
                  ? 'bg-canvas inset-ring-[1.5px] inset-ring-danger'
                  : 'bg-surface text-fg-muted inset-ring-line',
              )}
            >
              {content}
            </p>
          )}
        </div>
        {state === 'sending' && (
          <span className="flex items-center gap-1 whitespace-nowrap pb-1 text-fg-subtle text-micro leading-4">
            {!uploading && <Clock3 size={14} strokeWidth={1.8} />}
            {uploading ? t('chat.uploading', { percent }) : t('chat.sending')}
          </span>
        )}
      </div>
      {state === 'failed' && (
        <p
          className={classes(
            'flex flex-wrap items-center justify-end gap-x-2 text-micro',
            failed ? 'text-danger' : 'text-fg-muted',
          )}
        >
          <span role={failed ? 'alert' : 'status'} className="flex items-center gap-1">
            {failed ? <TriangleAlert size={14} strokeWidth={1.8} /> : <Clock3 size={14} strokeWidth={1.8} />}
            {failed ? refusal || t('failure.unknown') : t('chat.waits')}
          </span>
          <span className="flex flex-wrap justify-end gap-x-2">
            <button type="button" onClick={onRetry} className={`${smallClass} font-strong`}>
              {t('chat.retry')}
            </button>
            <button type="button" onClick={onDiscard} className={`${smallClass} text-fg-subtle font-medium`}>
              {t('chat.discard')}
            </button>
          </span>
        </p>
      )}
    </li>
  );
}
