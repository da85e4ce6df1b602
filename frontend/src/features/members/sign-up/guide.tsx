import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, type Opened } from '../../../ui/dialog.tsx';

interface GuideProps extends Opened {
  readonly title: string;
  /** What the picture shows, for screen readers. */
  readonly pictureLabel: string;
  /** Of the picture, which is 336 wide. */
  readonly height: number;
  /** The picture's lines and areas. */
  readonly children: ReactNode;
  readonly dos: readonly string[];
  readonly donts: readonly string[];
}

/** A picture and two short lists: how it is right, and how it is not. */
export function Guide(props: GuideProps) {
  const { open, title, pictureLabel, height, children, dos, donts, onClose } = props;
  const { t } = useTexts();
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      footer={
        <Button variant="primary" className="max-md:flex-auto" onClick={onClose}>
          {t('okay')}
        </Button>
      }
    >
      <div className="px-8 pb-6 max-md:px-5">
        <div className="grid place-items-center rounded-lg bg-inset px-4 py-5">
          <svg
            viewBox={`0 0 336 ${height}`}
            className="h-auto w-full max-w-[22rem]"
            role="img"
            aria-label={pictureLabel}
            fill="none"
            strokeWidth="1.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          >
            {children}
          </svg>
        </div>
        <ul className="mt-4 grid gap-2">
          {dos.map((line) => (
            <li key={line} className="flex gap-2">
              <Check size={18} strokeWidth={2} className="mt-[3px] text-accent" />
              <span>{line}</span>
            </li>
          ))}
          {donts.map((line) => (
            <li key={line} className="flex gap-2 text-fg-muted">
              <X size={18} strokeWidth={2} className="mt-[3px] text-danger" />
              <span>{line}</span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
