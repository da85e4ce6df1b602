import { type QueryKey, useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { onDemand } from './on-demand.tsx';

const ImageViewer = onDemand(() => import('./image-viewer.tsx'));

/**
 * The picture's size is known before it loads, so nothing moves. Of a tall one the upper part is shown, where receipts
 * have the amount.
 */
export const imageClass =
  'block h-33 w-44 rounded-lg bg-well object-cover object-top outline-1 outline-line -outline-offset-1';

/** An object URL, revoked when it is no longer shown. */
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

interface StoredImageProps {
  readonly queryKey: QueryKey;
  readonly fetchImage: (signal: AbortSignal) => Promise<Blob>;
  readonly alt: string;
  /** Title of the large view. */
  readonly title: string;
}

/** A picture from the server. It takes the token to fetch, so it is shown from memory. */
export function StoredImage({ queryKey, fetchImage, alt, title }: StoredImageProps) {
  const { t } = useTexts();
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchImage(signal),
    // The image of a URL never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
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
        <img src={shown} alt={alt} className={imageClass} />
      </button>
      {view !== 'never' && (
        <ImageViewer url={shown} title={title} open={view === 'open'} onClose={() => setView('closed')} />
      )}
    </>
  );
}
