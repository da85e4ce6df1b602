import { maxChatImageBytes, maxChatLength } from '@matgyo/contracts/chat-rules';
import { Image, SendHorizontal, TriangleAlert, X } from 'lucide-react';
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useErrorWords } from '../../i18n/error-words.ts';
import { useWords } from '../../i18n/index.ts';
import { mention } from '../../realtime/socket.ts';
import { readDraft, writeDraft } from '../../session/draft.ts';
import { IconButton } from '../../ui/button.tsx';
import { shrinkPhoto } from '../../ui/shrink-photo.ts';
import { useObjectUrl } from '../../ui/stored-image.tsx';

/** A notice about a picture that was not taken is read by then, and stays no longer. */
const noticeForMs = 6_000;
/** Once in this time is enough to be seen writing. */
const typingEveryMs = 2_000;
const mostLines = 5;

interface ComposerProps {
  readonly roomId: string;
  readonly label: string;
  readonly onSend: (content: string, image: Blob | undefined) => void;
  /** What lies above, onto which a picture may be dropped too. */
  readonly children: ReactNode;
}

/** Where one writes, and picks, pastes or drops a picture. What was typed does not get lost. */
export function Composer({ roomId, label, onSend, children }: ComposerProps) {
  const { t } = useWords();
  const [text, setText] = useState(() => readDraft(`chat:${roomId}`));
  const picture = usePicture();
  const [over, setOver] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const told = useRef(0);
  const empty = text.trim() === '' && picture.image === undefined;
  const idle = empty || picture.busy;
  const write = (next: string) => {
    setText(next);
    writeDraft(`chat:${roomId}`, next);
    if (next.trim() === '' || performance.now() - told.current < typingEveryMs) return;
    told.current = performance.now();
    mention(roomId);
  };
  const send = () => {
    if (idle) return;
    picture.goOn();
    onSend(text.trim(), picture.image);
    write('');
    picture.clear();
    input.current?.focus();
  };
  const paste = (event: ClipboardEvent) => {
    const [first] = event.clipboardData.files;
    if (first === undefined) return;
    event.preventDefault();
    void picture.take(first);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [first] = event.dataTransfer.files;
    if (first !== undefined) void picture.take(first);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way to what the button beside the field does
    <div
      className="relative flex min-h-0 flex-auto flex-col"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
    >
      {children}
      {over && (
        <p className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-lg bg-accent-soft text-accent font-strong outline-2 outline-accent outline-dashed">
          {t('chat.drop')}
        </p>
      )}
      <div className="flex-none pt-1 pb-[calc(0.625rem+env(safe-area-inset-bottom))] md:pb-3.5">
        <p
          role="alert"
          className="flex items-center gap-1.5 px-4 pb-1.5 text-danger text-small empty:hidden md:px-6"
        >
          {picture.error !== undefined && (
            <>
              <TriangleAlert size={16} strokeWidth={1.6} />
              {picture.error}
            </>
          )}
        </p>
        {(picture.busy || picture.image !== undefined) && <Attached picture={picture} />}
        <form
          aria-label={label}
          className="mx-auto flex w-full max-w-[63rem] items-end gap-1 pr-3 pl-2 md:pl-3.5"
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <IconButton label={t('chat.attach')} onClick={() => file.current?.click()}>
            <Image size={20} strokeWidth={1.6} />
          </IconButton>
          <input
            ref={file}
            type="file"
            accept="image/*"
            tabIndex={-1}
            aria-label={t('chat.attach')}
            className="hidden"
            onChange={(event) => {
              const [first] = event.target.files ?? [];
              if (first !== undefined) void picture.take(first);
              event.target.value = '';
              input.current?.focus();
            }}
          />
          <textarea
            ref={input}
            aria-label={label}
            placeholder={label}
            value={text}
            maxLength={maxChatLength}
            rows={Math.min(mostLines, text.split('\n').length)}
            enterKeyHint={hasFinePointer() ? 'send' : 'enter'}
            onChange={(event) => {
              picture.goOn();
              write(event.target.value);
            }}
            onPaste={paste}
            onKeyDown={(event) => {
              if (!isSend(event)) return;
              event.preventDefault();
              send();
            }}
            className="max-h-34 min-h-11 w-full min-w-0 flex-auto resize-none rounded-md bg-well px-3 py-2.5 leading-6 [field-sizing:content]"
          />
          <IconButton
            type="submit"
            label={t('chat.send')}
            aria-disabled={idle || undefined}
            // The keyboard of a phone stays open.
            onPointerDown={(event) => event.preventDefault()}
            className={idle ? 'cursor-default text-fg-subtle' : 'text-accent'}
          >
            <SendHorizontal size={20} strokeWidth={1.8} />
          </IconButton>
        </form>
      </div>
    </div>
  );
}

const hasFinePointer = (): boolean => matchMedia('(pointer: fine)').matches;

/** Enter sends where there is a keyboard; it never ends a Korean syllable that is still being put together. */
const isSend = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !nativeEvent.isComposing && hasFinePointer();

type Picture = ReturnType<typeof usePicture>;

/** The picture to be sent: an image under 5 MB (specification, section 5), made smaller before it goes. */
function usePicture() {
  const errorWords = useErrorWords();
  const [image, setImage] = useState<Blob>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (error === undefined) return;
    const timer = setTimeout(() => setError(undefined), noticeForMs);
    return () => clearTimeout(timer);
  }, [error]);
  const take = async (file: File) => {
    setError(undefined);
    if (!file.type.startsWith('image/')) return setError(errorWords('IMAGE_INVALID'));
    if (file.size >= maxChatImageBytes) return setError(errorWords('CHAT_IMAGE_TOO_LARGE'));
    setBusy(true);
    try {
      setImage(await shrinkPhoto(file));
    } catch {
      setError(errorWords('IMAGE_INVALID'));
    } finally {
      setBusy(false);
    }
  };
  return {
    image,
    error,
    busy,
    take,
    /** The person goes on without the picture that was wrong. */
    goOn: () => setError(undefined),
    clear: () => setImage(undefined),
  };
}

function Attached({ picture }: { readonly picture: Picture }) {
  const { t } = useWords();
  const url = useObjectUrl(picture.image);
  return (
    <div className="flex px-4 pb-2 md:px-6">
      <span className="relative">
        {url === undefined ? (
          <span
            role="status"
            aria-label={t('chat.preparing')}
            className="block size-18 animate-pulse rounded-lg bg-well"
          />
        ) : (
          <>
            <img src={url} alt={t('chat.attached')} className="block size-18 rounded-lg object-cover" />
            <IconButton
              small
              label={t('chat.detach')}
              onClick={picture.clear}
              className="absolute -top-2 -right-2 rounded-full! bg-inverse text-on-inverse hover:bg-inverse hover:text-on-inverse"
            >
              <X size={16} strokeWidth={1.8} />
            </IconButton>
          </>
        )}
      </span>
    </div>
  );
}
