import type { MemberView } from '@matgyo/contracts/endpoints/members';
import { imagePaths } from '@matgyo/contracts/paths/images';
import { useMutation } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { useId, useState } from 'react';
import { callForFile } from '../../../api/call.ts';
import { queryKeys } from '../../../api/queries.ts';
import { useCall } from '../../../api/use-call.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form-page.tsx';
import { type Photo, PhotoField } from '../../../ui/photo-field.tsx';
import { useObjectUrl } from '../../../ui/stored-image.tsx';
import { TitledSection } from '../../../ui/titled-section.tsx';

/**
 * The photo of a member's ID card. It is fetched only when requested, since every view is recorded, and kept nowhere:
 * leaving the page or hiding it lets it go.
 */
export function IdPhoto({ member }: { readonly member: MemberView }) {
  const { t, failureText } = useTexts();
  const id = useId();
  const photo = useMutation({
    mutationFn: () => callForFile(imagePaths.idImage, { params: { id: member._id } }),
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
          alt={t('users.photoOf', { nickname: member.nickname })}
          className="mt-3 max-h-[26rem] w-full rounded-lg bg-surface object-contain"
        />
      )}
      {member.tetherIdImage !== null ? (
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
      <ReplacePhoto memberId={member._id} onReplaced={photo.reset} />
    </TitledSection>
  );
}

interface ReplacePhotoProps {
  readonly memberId: string;
  readonly onReplaced: () => void;
}

/** Another photo in its place. */
function ReplacePhoto({ memberId, onReplaced }: ReplacePhotoProps) {
  const { t, failureText } = useTexts();
  const id = useId();
  const [image, setImage] = useState<Photo>();
  const replace = useCall(imagePaths.replaceIdImage, {
    changes: [queryKeys.own.staff.members.all],
    done: t('users.photoReplaced'),
    onDone: onReplaced,
  });
  return (
    <Form
      className="mt-4 grid justify-items-start gap-2 border-line border-t pt-4"
      busy={replace.isPending}
      onSubmit={() => {
        if (!(image instanceof Blob)) return;
        const form = new FormData();
        form.set('file', image, 'id-photo.jpg');
        replace.mutate(
          { params: { id: memberId }, form },
          // One chosen meanwhile stays.
          { onSuccess: () => setImage((now) => (now === image ? undefined : now)) },
        );
      }}
    >
      <PhotoField image={image} onImage={setImage} />
      {image instanceof Blob && (
        <Button type="submit" size="medium" busy={replace.isPending}>
          {t('users.replacePhoto')}
        </Button>
      )}
      <FieldError id={id} error={failureText(replace.error)} />
    </Form>
  );
}
