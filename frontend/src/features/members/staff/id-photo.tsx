import { imagePaths } from '@matgyo/contracts/paths/images';
import { useMutation } from '@tanstack/react-query';
import { Eye, EyeOff, Upload } from 'lucide-react';
import { useId, useState } from 'react';
import { call, callForFile } from '../../../api/call.ts';
import { isFailure } from '../../../api/call-failure.ts';
import { queryKeys } from '../../../api/queries.ts';
import { useReload } from '../../../api/use-reload.ts';
import { useErrorTexts } from '../../../i18n/error-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { shrinkPhoto } from '../../../ui/shrink-photo.ts';
import { useObjectUrl } from '../../../ui/stored-image.tsx';
import { TitledSection } from '../../../ui/titled-section.tsx';
import { toast } from '../../../ui/toast.ts';

interface IdPhotoProps {
  readonly memberId: string;
  readonly nickname: string;
  readonly there: boolean;
}

/**
 * The photo of a member's ID card. It is fetched only when requested, since every view is recorded, and kept nowhere:
 * leaving the page or hiding it lets it go.
 */
export function IdPhoto({ memberId, nickname, there }: IdPhotoProps) {
  const { t, failureText } = useTexts();
  const id = useId();
  const photo = useMutation({
    mutationFn: () => callForFile(imagePaths.idImage, { params: { id: memberId } }),
    // Not kept once it is hidden.
    gcTime: 0,
  });
  const url = useObjectUrl(photo.data?.blob);
  const Icon = url === undefined ? Eye : EyeOff;
  return (
    <TitledSection className="min-w-0" title={t('users.photo')}>
      <p className="mt-1 text-fg-subtle text-small">{t('users.photoLogged')}</p>
      {url !== undefined && (
        <img
          src={url}
          alt={t('users.photoOf', { nickname })}
          className="mt-3 max-h-[26rem] w-full rounded-lg bg-surface object-contain"
        />
      )}
      {there ? (
        <Button
          size="medium"
          className="mt-3"
          busy={photo.isPending}
          onClick={() => (url === undefined ? photo.mutate() : photo.reset())}
        >
          <Icon size={16} />
          {url === undefined ? t('users.showPhoto') : t('users.hidePhoto')}
        </Button>
      ) : (
        <p className="mt-3 text-fg-muted text-small">{t('users.noPhoto')}</p>
      )}
      <FieldError id={id} error={failureText(photo.error)} className="mt-2" />
      <ReplacePhoto memberId={memberId} onReplaced={photo.reset} />
    </TitledSection>
  );
}

interface ReplacePhotoProps {
  readonly memberId: string;
  readonly onReplaced: () => void;
}

/** Another photo in its place. Sending none is reported as such. */
function ReplacePhoto({ memberId, onReplaced }: ReplacePhotoProps) {
  const { t, failureText } = useTexts();
  const errorTexts = useErrorTexts();
  const reloadMembers = useReload(queryKeys.own.staff.members.all);
  const id = useId();
  const [file, setFile] = useState<File>();
  const [error, setError] = useState<string>();
  const replace = useMutation({
    mutationFn: async (chosen: File) => {
      const form = new FormData();
      form.set('file', await shrinkPhoto(chosen), 'id-photo.jpg');
      return call(imagePaths.replaceIdImage, { params: { id: memberId }, form });
    },
    onSuccess: () => {
      setFile(undefined);
      onReplaced();
      toast({ kind: 'done', text: t('users.photoReplaced') });
      reloadMembers();
    },
    // Any other error is of reading the photo.
    onError: (failure) => setError(isFailure(failure) ? failureText(failure) : errorTexts('IMAGE_INVALID')),
  });
  return (
    <form
      className="mt-4 border-line border-t pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        if (replace.isPending) return;
        if (file === undefined) setError(errorTexts('IMAGE_REQUIRED'));
        else replace.mutate(file, { onSuccess: () => form.reset() });
      }}
    >
      <div className="flex flex-wrap items-center gap-2">
        <label
          className={buttonClass(
            { size: 'medium' },
            'min-w-0 max-w-full has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus has-[input:focus-visible]:outline-offset-2',
          )}
        >
          <Upload size={16} />
          <span className="truncate">{file === undefined ? t('users.choosePhoto') : file.name}</span>
          <input
            id={id}
            type="file"
            accept="image/*"
            aria-describedby={`${id}-error`}
            className="sr-only"
            onChange={(event) => {
              setFile(event.target.files?.[0]);
              setError(undefined);
            }}
          />
        </label>
        <Button
          type="submit"
          size="medium"
          variant={file === undefined ? 'quiet' : 'primary'}
          busy={replace.isPending}
          className={file === undefined ? 'border border-line' : undefined}
        >
          {t('users.replacePhoto')}
        </Button>
      </div>
      <div className="mt-1.5">
        <FieldError id={id} error={error} />
      </div>
    </form>
  );
}
