import type { casePaths } from '@matgyo/contracts/paths/cases';
import type { chatPaths } from '@matgyo/contracts/paths/chat';
import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { callForFile } from '../api/call.ts';
import { fetchedOnce, queryKeys } from '../api/queries.ts';
import { useTexts } from '../i18n/index.ts';
import { onDemandDialog } from './on-demand.tsx';

const ImageViewer = onDemandDialog(() => import('./image-viewer.tsx'));

/** Its size is known before it loads, so nothing moves. Of a tall one the upper part, with the amount, is shown. */
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
  /** Ends with the picture's id. */
  readonly url: string;
  readonly route: typeof casePaths.image | typeof chatPaths.image;
  readonly alt: string;
  /** Title of the large view. */
  readonly title: string;
}

/** A picture from the server. It takes the token to fetch, so it is shown from memory. */
export function StoredImage({ url, route, alt, title }: StoredImageProps) {
  const { t } = useTexts();
  const id = url.split('/').at(-1) ?? '';
  const { data, isError, refetch } = useQuery({
    queryKey: [...queryKeys.own.all, 'image', id],
    queryFn: async ({ signal }) => (await callForFile(route, { signal, params: { id } })).blob,
    // The image of a URL never changes.
    staleTime: fetchedOnce,
  });
  const shown = useObjectUrl(data);
  const [isLarge, setLarge] = useState(false);
  if (isError)
    return (
      <button
        type="button"
        aria-label={t('chat.imageFailed')}
        title={t('chat.imageFailed')}
        onClick={() => void refetch()}
        className={`${imageClass} grid place-items-center text-fg-subtle`}
      >
        <ImageOff size={24} />
      </button>
    );
  if (shown === undefined) return <span className={`${imageClass} animate-pulse`} />;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setLarge(true)}
        className="block cursor-zoom-in rounded-lg"
      >
        <img src={shown} alt={alt} className={imageClass} />
      </button>
      <ImageViewer url={shown} title={title} open={isLarge} onClose={() => setLarge(false)} />
    </>
  );
}
