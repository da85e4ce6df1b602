import { ImagePlus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { Button } from './button.tsx';
import { isHeic, shrinkPhoto } from './shrink-photo.ts';
import { useObjectUrl } from './stored-image.tsx';
import { toast } from './toast.ts';

interface PhotoFieldProps {
  readonly image: Blob | undefined;
  readonly onImage: (image: Blob | undefined) => void;
}

/** At most one photo, made small before it is sent. */
export function PhotoField({ image, onImage }: PhotoFieldProps) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [working, setWorking] = useState(false);
  const shown = useObjectUrl(image);
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    setWorking(true);
    await shrinkPhoto(file).then(onImage, () =>
      toast({ kind: 'failed', text: isHeic(file) ? t('photo.heic') : t('photo.unreadable') }),
    );
    setWorking(false);
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
      <Button size="medium" busy={working} onClick={() => input.current?.click()}>
        <ImagePlus size={18} />
        {image === undefined ? t('photo.add') : t('photo.other')}
      </Button>
      {image !== undefined && (
        <Button size="medium" variant="quiet" onClick={() => onImage(undefined)}>
          <X size={18} />
          {t('photo.remove')}
        </Button>
      )}
    </div>
  );
}
