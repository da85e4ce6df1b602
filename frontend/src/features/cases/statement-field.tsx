import { longestStatement } from '@matgyo/contracts/cases';
import { ImagePlus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatCount } from '../../format/amount.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { FieldError } from '../../ui/field.tsx';
import { shrinkPhoto } from '../../ui/shrink-photo.ts';
import { useObjectUrl } from '../../ui/stored-image.tsx';
import { toast } from '../../ui/toast.ts';

interface StatementFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error?: string | undefined;
  readonly rows?: number;
}

/** What one has to say, in one's own words. */
export function StatementField({ id, label, value, onChange, error, rows = 5 }: StatementFieldProps) {
  const { language } = useTexts();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-fg-muted text-small font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={rows}
        maxLength={longestStatement}
        value={value}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-error ${id}-length`}
        onChange={(event) => onChange(event.target.value)}
        className={classes(
          'w-full resize-y rounded-md border bg-canvas px-3 py-2.5 outline-offset-[-1px]',
          error === undefined ? 'border-line-strong' : 'border-danger',
        )}
      />
      <div className="flex justify-between gap-3">
        <FieldError id={id} error={error} />
        <p id={`${id}-length`} className="ml-auto text-fg-subtle text-micro">
          {formatCount(value.length, language)} / {formatCount(longestStatement, language)}
        </p>
      </div>
    </div>
  );
}

interface EvidenceFieldProps {
  readonly image: Blob | undefined;
  readonly onImage: (image: Blob | undefined) => void;
}

/** At most one photo, made small before it is sent. */
export function EvidenceField({ image, onImage }: EvidenceFieldProps) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [working, setWorking] = useState(false);
  const shown = useObjectUrl(image);
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    setWorking(true);
    await shrinkPhoto(file).then(onImage, () =>
      toast({ kind: 'failed', text: t('dispute.imageUnreadable') }),
    );
    setWorking(false);
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={t('dispute.image')}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {shown !== undefined && (
        <img src={shown} alt={t('dispute.imageChosen')} className="size-16 rounded-md object-cover" />
      )}
      <Button size="medium" busy={working} onClick={() => input.current?.click()}>
        <ImagePlus size={18} strokeWidth={1.6} />
        {image === undefined ? t('dispute.addImage') : t('dispute.otherImage')}
      </Button>
      {image !== undefined && (
        <Button size="medium" variant="quiet" onClick={() => onImage(undefined)}>
          <X size={18} strokeWidth={1.6} />
          {t('dispute.removeImage')}
        </Button>
      )}
    </div>
  );
}
