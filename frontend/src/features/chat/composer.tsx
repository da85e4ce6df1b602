import { chatImageBytesMax, chatLengthMax } from '@matgyo/contracts/chat-rules';
import { useMutation } from '@tanstack/react-query';
import { Image, SendHorizontal, X } from 'lucide-react';
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useErrorTexts } from '../../i18n/error-texts.ts';
import { useTexts, withTexts } from '../../i18n/index.ts';
import { announceTyping } from '../../realtime/socket.ts';
import { useDraft } from '../../session/use-draft.ts';
import { IconButton } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Form } from '../../ui/form-page.tsx';
import { isHeic, shrinkPhoto } from '../../ui/shrink-photo.ts';
import { useObjectUrl } from '../../ui/stored-image.tsx';

/** How often typing is announced to the room. */
const typingEveryMs = 2_000;
const linesMax = 5;

interface ComposerProps {
  readonly roomId: string;
  readonly label: string;
  readonly onSend: (content: string, image: Blob | undefined) => void;
  /** The area above the field; a picture may be dropped there too. */
  readonly children: ReactNode;
}

/** Message field and picture picker; a picture may also be pasted or dropped. The draft survives a reload. */
export function Composer({ roomId, label, onSend, children }: ComposerProps) {
  const [text, write] = useAnnouncedDraft(roomId);
  const picture = usePicture();
  const errorTexts = useErrorTexts();
  const input = useRef<HTMLTextAreaElement>(null);
  const empty = text.trim() === '' && picture.image === undefined;
  const tooLong = text.trim().length > chatLengthMax;
  const disabled = empty || tooLong || picture.busy;
  const send = () => {
    if (disabled) return;
    picture.dismissError();
    onSend(text.trim(), picture.image);
    write('');
    picture.clear();
    input.current?.focus();
  };
  const paste = (event: ClipboardEvent) => {
    const [first] = event.clipboardData.files;
    if (first === undefined) return;
    event.preventDefault();
    picture.take(first);
  };
  return (
    <DropZone onFile={picture.take}>
      {children}
      <div className="flex-none pt-1 pb-[calc(0.625rem+env(safe-area-inset-bottom))] md:pb-3.5">
        <div className="px-4 pb-1.5 has-[>p:empty]:hidden md:px-6">
          <FieldError id={roomId} error={tooLong ? errorTexts('CHAT_MESSAGE_TOO_LONG') : picture.error} />
        </div>
        {(picture.busy || picture.image !== undefined) && <Attached picture={picture} />}
        <Form
          aria-label={label}
          className="mx-auto flex w-full max-w-[63rem] items-end gap-1 pr-3 pl-2 md:pl-3.5"
          onSubmit={send}
        >
          <AttachButton
            onFile={(file) => {
              if (file !== undefined) picture.take(file);
              input.current?.focus();
            }}
          />
          <textarea
            ref={input}
            aria-label={label}
            placeholder={label}
            value={text}
            rows={Math.min(linesMax, text.split('\n').length)}
            enterKeyHint={hasFinePointer() ? 'send' : 'enter'}
            onChange={(event) => {
              picture.dismissError();
              write(event.target.value);
            }}
            onPaste={paste}
            onKeyDown={(event) => {
              if (!isSend(event)) return;
              event.preventDefault();
              send();
            }}
            className="max-h-34 min-h-11 w-full min-w-0 flex-auto resize-none rounded-md bg-well px-3 py-2.5 leading-6 field-sizing-content forced-colors:border"
          />
          <SendButton disabled={disabled} />
        </Form>
      </div>
    </DropZone>
  );
}

/** A draft, kept over reloads; typing in it is announced to the room. */
function useAnnouncedDraft(roomId: string): readonly [text: string, write: (next: string) => void] {
  const [text, keep] = useDraft(`chat:${roomId}`);
  const announcedAt = useRef(0);
  const write = (next: string) => {
    keep(next);
    if (next.trim() === '' || performance.now() - announcedAt.current < typingEveryMs) return;
    announcedAt.current = performance.now();
    announceTyping(roomId);
  };
  return [text, write];
}

function AttachButton({ onFile }: { readonly onFile: (file: File | undefined) => void }) {
  const { t } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={t('chat.attach')} onClick={() => field.current?.click()}>
        <Image size={20} />
      </IconButton>
      <input
        ref={field}
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label={t('chat.attach')}
        className="hidden"
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </>
  );
}

function SendButton({ disabled }: { readonly disabled: boolean }) {
  const { t } = useTexts();
  return (
    <IconButton
      type="submit"
      label={t('chat.send')}
      aria-disabled={disabled || undefined}
      // Keeps a phone's keyboard open.
      onPointerDown={(event) => event.preventDefault()}
      className={disabled ? 'cursor-default text-fg-subtle' : 'text-accent'}
    >
      <SendHorizontal size={20} strokeWidth={1.8} />
    </IconButton>
  );
}

const hasFinePointer = (): boolean => matchMedia('(pointer: fine)').matches;

/** Enter sends where there is a keyboard, but never while a Korean syllable is being composed. */
const isSend = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !nativeEvent.isComposing && hasFinePointer();

function Attached({ picture }: { readonly picture: Picture }) {
  const { t } = useTexts();
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
              className="absolute! -top-2 -right-2 rounded-full! bg-inverse text-on-inverse hover:bg-inverse hover:text-on-inverse"
            >
              <X size={16} strokeWidth={1.8} />
            </IconButton>
          </>
        )}
      </span>
    </div>
  );
}

interface DropZoneProps {
  readonly onFile: (file: File) => void;
  readonly children: ReactNode;
}

/** Takes dropped files, and is highlighted while one is dragged over it. */
function DropZone({ onFile, children }: DropZoneProps) {
  const { t } = useTexts();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [first] = event.dataTransfer.files;
    if (first !== undefined) onFile(first);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button beside the field does the same
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
    </div>
  );
}

/** How long an error about a picture is shown. */
const noticeForMs = 6_000;

type Picture = ReturnType<typeof usePicture>;

/** The picture to send: an image under 5 MB (specification, section 5), shrunk before sending. */
function usePicture() {
  const { t } = useTexts();
  const errorTexts = useErrorTexts();
  const [image, setImage] = useState<Blob>();
  // Not every page with a chat has loaded it.
  const heicText = () => withTexts('cases', Promise.resolve()).then(() => t('photo.heic'));
  const shrinking = useMutation({
    mutationFn: async (file: File) => {
      if (!file.type.startsWith('image/') && !isHeic(file)) throw new Error(errorTexts('IMAGE_INVALID'));
      if (file.size >= chatImageBytesMax) throw new Error(errorTexts('CHAT_IMAGE_TOO_LARGE'));
      return shrinkPhoto(file).catch(async () => {
        throw new Error(isHeic(file) ? await heicText() : errorTexts('IMAGE_INVALID'));
      });
    },
  });
  const { error, isPending, reset } = shrinking;
  const dismissError = () => {
    if (error !== null) reset();
  };
  useEffect(() => {
    if (error === null) return;
    const timer = setTimeout(reset, noticeForMs);
    return () => clearTimeout(timer);
  }, [error, reset]);
  return {
    image,
    error: error?.message,
    busy: isPending,
    // Of two taken quickly, the later one.
    take: (file: File) => shrinking.mutate(file, { onSuccess: setImage }),
    dismissError,
    clear: () => setImage(undefined),
  };
}
