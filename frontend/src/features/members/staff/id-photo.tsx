import { imagePaths } from '@matgyo/contracts/paths/images';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff, Upload } from 'lucide-react';
import { useId, useState } from 'react';
import { call, callForFile } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
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
  const { t } = useTexts();
  const id = useId();
  const { url, show, hide, loading, failure } = usePhoto(memberId);
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
      <div className="mt-3 flex flex-wrap gap-2">
        {there && (
          <Button size="medium" busy={loading} onClick={url === undefined ? show : hide}>
            {url === undefined ? <Eye size={16} strokeWidth={1.6} /> : <EyeOff size={16} strokeWidth={1.6} />}
            {url === undefined ? t('users.showPhoto') : t('users.hidePhoto')}
          </Button>
        )}
      </div>
      {!there && <p className="text-fg-muted text-small">{t('users.noPhoto')}</p>}
      <FieldError id={id} error={failure} className="mt-2" />
      <ReplacePhoto memberId={memberId} onReplaced={hide} />
    </TitledSection>
  );
}

function usePhoto(memberId: string) {
  const { failureText } = useTexts();
  const fetching = useMutation({
    mutationFn: () => callForFile(imagePaths.idImage, { params: { id: memberId } }),
    // Nothing of it is kept after it has been looked at.
    gcTime: 0,
  });
  return {
    url: useObjectUrl(fetching.data?.blob),
    show: () => fetching.mutate(),
    hide: fetching.reset,
    loading: fetching.isPending,
    failure: failureText(fetching.error),
  };
}

interface ReplacePhotoProps {
  readonly memberId: string;
  readonly onReplaced: () => void;
}

/** Another photo in its place. Sending none is reported as such. */
function ReplacePhoto({ memberId, onReplaced }: ReplacePhotoProps) {
  const { t, failureText } = useTexts();
  const errorTexts = useErrorTexts();
  const queryClient = useQueryClient();
  const id = useId();
  const [file, setFile] = useState<File>();
  const [error, setError] = useState<string>();
  const replace = useMutation({
    mutationFn: async (chosen: File) => {
      const photo = await shrinkPhoto(chosen).catch(() => {
        throw new UnreadablePhoto();
      });
      const form = new FormData();
      form.set('file', photo, 'id-photo.jpg');
      return call(imagePaths.replaceIdImage, { params: { id: memberId }, form });
    },
    onSuccess: () => {
      setFile(undefined);
      onReplaced();
      toast({ kind: 'done', text: t('users.photoReplaced') });
      void queryClient.invalidateQueries({ queryKey: queryKeys.own.staff.members.all });
    },
    onError: (failure) =>
      setError(failure instanceof UnreadablePhoto ? errorTexts('IMAGE_INVALID') : failureText(failure)),
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
          <Upload size={16} strokeWidth={1.6} />
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
        <Button type="submit" size="medium" variant="quiet" busy={replace.isPending}>
          {t('users.replacePhoto')}
        </Button>
      </div>
      <div className="mt-1.5">
        <FieldError id={id} error={error} />
      </div>
    </form>
  );
}

class UnreadablePhoto extends Error {}
