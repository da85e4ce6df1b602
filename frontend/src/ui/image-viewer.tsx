import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { IconButton } from './button.tsx';
import type { Opened } from './dialog.tsx';
import { useDismissal } from './use-dismissal.ts';

interface ImageViewerProps extends Opened {
  readonly url: string;
  readonly title: string;
}

/** An image over the whole window; a click shows it in full size, because receipts must be readable. */
export default function ImageViewer({ url, title, open, onClose }: ImageViewerProps) {
  const { t } = useTexts();
  const [large, setLarge] = useState(false);
  const dismissal = useDismissal(open, () => {
    setLarge(false);
    onClose();
  });
  return (
    <Base.Root open={open} onOpenChange={dismissal}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-scrim" />
        <Base.Popup aria-label={title} className="fixed inset-0 z-50 flex flex-col bg-canvas outline-none">
          <div className="flex flex-none items-center justify-between gap-3 border-line border-b py-1.5 pr-2 pl-5">
            <Base.Title className="truncate text-small font-strong">{title}</Base.Title>
            <Base.Close render={<IconButton label={t('close')} />}>
              <X size={20} />
            </Base.Close>
          </div>
          <div className="min-h-0 flex-auto overflow-auto overscroll-contain bg-inset">
            <button
              type="button"
              aria-pressed={large}
              aria-label={t('chat.imageSize')}
              onClick={() => setLarge(!large)}
              className={
                large
                  ? 'grid min-h-full min-w-full cursor-zoom-out place-items-center'
                  : 'block size-full cursor-zoom-in'
              }
            >
              <img src={url} alt={title} className={large ? 'max-w-none' : 'size-full object-scale-down'} />
            </button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
