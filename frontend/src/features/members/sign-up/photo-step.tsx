import { bankNameFor } from '@matgyo/contracts/bank-names';
import { useMutation } from '@tanstack/react-query';
import { Camera } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { useErrorTexts } from '../../../i18n/error-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { classes } from '../../../ui/class-names.ts';
import { Facts } from '../../../ui/facts.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { onDemandDialog } from '../../../ui/on-demand.tsx';
import { isHeic, shrinkPhoto } from '../../../ui/shrink-photo.ts';
import { useObjectUrl } from '../../../ui/stored-image.tsx';
import { useMedia } from '../../../ui/use-media.ts';
import { GuideButton } from './guide-button.tsx';
import type { SignUpForm } from './sign-up-form.ts';

const PhotoGuide = onDemandDialog(() => import('./photo-guide.tsx'));

interface PhotoStepProps {
  readonly photo: Blob | undefined;
  readonly onPhoto: (photo: Blob | undefined) => void;
  readonly fault: string | undefined;
}

/** A photo of the person holding their ID card: chosen, taken or dropped, made smaller here before it is sent. */
export function PhotoStep({ photo, onPhoto, fault }: PhotoStepProps) {
  const { t } = useTexts();
  const errorTexts = useErrorTexts();
  const preview = useObjectUrl(photo);
  const isTouch = useMedia('(pointer: coarse)');
  const shrinking = useMutation({ mutationFn: (file: File) => shrinkPhoto(file) });
  const take = (file: File | undefined) => {
    // Of two chosen quickly, the later one counts.
    if (file !== undefined) shrinking.mutate(file, { onSuccess: onPhoto, onError: () => onPhoto(undefined) });
  };
  const unreadable = () =>
    shrinking.variables !== undefined && isHeic(shrinking.variables)
      ? t('signUp.photoHeic')
      : errorTexts('IMAGE_INVALID');
  const error = shrinking.isError ? unreadable() : fault;
  return (
    <div className="grid gap-2">
      <label
        className={classes(
          'relative grid min-h-56 place-items-center overflow-clip rounded-lg border border-dashed bg-surface text-center',
          'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus has-[input:focus-visible]:outline-offset-2',
          error === undefined ? 'border-line-strong' : 'border-danger',
        )}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          take(event.dataTransfer.files[0]);
        }}
      >
        <input
          type="file"
          accept="image/*"
          className="sr-only"
          aria-describedby="photo-error"
          onChange={(event) => {
            take(event.target.files?.[0]);
            // Choosing the same file again is a choice too.
            event.target.value = '';
          }}
        />
        {preview === undefined ? (
          <span className="grid justify-items-center gap-2 p-6">
            <Camera size={28} strokeWidth={1.4} className="text-fg-subtle" />
            <span className="font-strong">
              {shrinking.isPending ? t('signUp.photoWorking') : t('signUp.photoChoose')}
            </span>
            <span className="text-fg-subtle text-small">
              {t(isTouch ? 'signUp.photoHintTouch' : 'signUp.photoHint')}
            </span>
          </span>
        ) : (
          <>
            <img src={preview} alt={t('signUp.photoPreview')} className="max-h-96 w-full object-contain" />
            <span className="absolute right-3 bottom-3 rounded-[8px] bg-notice px-3 py-2 text-on-notice text-small font-strong">
              {t('signUp.photoReplace')}
            </span>
          </>
        )}
      </label>
      <FieldError id="photo" error={error} />
      <GuideButton label={t('signUp.photoGuideOpen')} Guide={PhotoGuide} />
      <PayoutReview />
    </div>
  );
}

/** What members cannot change themselves later, once more before it is sent. */
function PayoutReview() {
  const { t, language } = useTexts();
  const { bankName, bankAccount, tetherAddress } = useFormContext<SignUpForm>().getValues();
  return (
    <section aria-label={t('signUp.review')} className="mt-2">
      <p className="mb-2 text-fg-muted text-small">{t('signUp.reviewText')}</p>
      <dl className="grid gap-2 rounded-lg bg-surface px-4 py-3 text-small">
        <Facts
          rows={{
            [t('member.bankName')]: bankNameFor(language, bankName),
            [t('member.bankAccount')]: bankAccount,
            [t('member.tetherAddress')]: (
              <span className="break-all font-mono text-micro">{tetherAddress}</span>
            ),
          }}
        />
      </dl>
    </section>
  );
}
