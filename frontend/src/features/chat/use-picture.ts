import { chatImageBytesMax } from '@matgyo/contracts/chat-rules';
import { useEffect, useState } from 'react';
import { useErrorTexts } from '../../i18n/error-texts.ts';
import { shrinkPhoto } from '../../ui/shrink-photo.ts';

/** How long an error about a picture is shown. */
const noticeForMs = 6_000;

export type Picture = ReturnType<typeof usePicture>;

/** The picture to send: an image under 5 MB (specification, section 5), shrunk before sending. */
export function usePicture() {
  const errorTexts = useErrorTexts();
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
    if (!file.type.startsWith('image/')) return setError(errorTexts('IMAGE_INVALID'));
    if (file.size >= chatImageBytesMax) return setError(errorTexts('CHAT_IMAGE_TOO_LARGE'));
    setBusy(true);
    try {
      setImage(await shrinkPhoto(file));
    } catch {
      setError(errorTexts('IMAGE_INVALID'));
    } finally {
      setBusy(false);
    }
  };
  return {
    image,
    error,
    busy,
    take,
    /** Removes the error. */
    dismissError: () => setError(undefined),
    clear: () => setImage(undefined),
  };
}
