import { ImagePlus, X } from 'lucide-react';
import { useRef } from 'react';
import { useTexts } from '../i18n/index.ts';
import { Button } from './button.tsx';
import { isHeic, shrinkPhoto } from './shrink-photo.ts';
import { useObjectUrl } from './stored-image.tsx';
import { toast } from './toast.ts';

/** 'loading': it has been chosen, and is being made small. */
export type Photo = Blob | 'loading' | undefined;

interface PhotoFieldProps {
  readonly image: Photo;
  readonly onImage: (image: Photo) => void;
}

/** At most one photo, made small before it is sent. */
export function PhotoField({ image, onImage }: PhotoFieldProps) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const isLoading = image === 'loading';
  const shown = useObjectUrl(isLoading ? undefined : image);
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    onImage('loading');
    await shrinkPhoto(file).then(onImage, () => {
      onImage(image);
      toast({ kind: 'failed', text: isHeic(file) ? t('photo.heic') : t('photo.unreadable') });
    });
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={t('photo.file')}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {shown !== undefined && (
        <img src={shown} alt={t('photo.chosen')} className="size-16 rounded-md object-cover" />
      )}
      <Button size="medium" busy={isLoading} onClick={() => input.current?.click()}>
        <ImagePlus size={18} />
        {shown === undefined ? t('photo.add') : t('photo.other')}
      </Button>
      {shown !== undefined && (
        <Button size="medium" variant="quiet" onClick={() => onImage(undefined)}>
          <X size={18} />
          {t('photo.remove')}
        </Button>
      )}
    </div>
  );
}
