import { chatPaths } from '@matgyo/contracts/paths/chat';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { callForFile } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useWords } from '../../i18n/index.ts';
import { onDemand } from '../../ui/on-demand.tsx';

const ImageViewer = onDemand(() => import('./image-viewer.tsx'));

/**
 * A picture's box is known before the picture: nothing moves when it comes. Of a tall one the upper part is seen, where
 * receipts say how much.
 */
export const imageClass =
  'block h-33 w-44 rounded-lg bg-well object-cover object-top outline-1 outline-line -outline-offset-1';

const imageQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.own.chat.image(id),
    queryFn: async ({ signal }) => (await callForFile(chatPaths.image, { signal, params: { id } })).blob,
    // What an address shows never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** An address for bytes that only this page has, given back when nobody looks any more. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (blob === undefined) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return url;
}

/** A message's picture. It takes the token to fetch, so it is shown from memory. */
export function ChatImage({ url, sender }: { readonly url: string; readonly sender: string }) {
  const { t } = useWords();
  const { data, isError, refetch } = useQuery(imageQuery(url.split('/').at(-1) ?? ''));
  const shown = useObjectUrl(data);
  const [view, setView] = useState<'never' | 'open' | 'closed'>('never');
  if (isError)
    return (
      <button
        type="button"
        aria-label={t('chat.imageFailed')}
        title={t('chat.imageFailed')}
        onClick={() => void refetch()}
        className={`${imageClass} grid place-items-center text-fg-subtle`}
      >
        <ImageOff size={24} strokeWidth={1.6} />
      </button>
    );
  if (shown === undefined) return <span className={`${imageClass} animate-pulse`} />;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setView('open')}
        className="block cursor-zoom-in rounded-lg"
      >
        <img src={shown} alt={t('chat.image', { sender })} className={imageClass} />
      </button>
      {view !== 'never' && (
        <ImageViewer
          url={shown}
          title={t('chat.imageOf', { sender })}
          open={view === 'open'}
          onClose={() => setView('closed')}
        />
      )}
    </>
  );
}
