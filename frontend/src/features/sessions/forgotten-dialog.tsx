import { usePublicSettings } from '../../api/public-settings.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button, ButtonLink, ExternalLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export type Forgotten = 'nickname' | 'password';

interface ForgottenDialogProps {
  readonly what: Forgotten;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** What to do: reset the password by phone, or turn to the admin through the messaging group. */
export default function ForgottenDialog({ what, open, onClose }: ForgottenDialogProps) {
  const { t } = useTexts();
  const group = usePublicSettings()?.messagingGroupUrl;
  const nickname = what === 'nickname';
  return (
    <Dialog
      open={open}
      title={nickname ? t('forgotten.nicknameTitle') : t('forgotten.passwordTitle')}
      onClose={onClose}
      footer={
        <>
          {group != null && <ExternalLink href={group}>{t('forgotten.openGroup')}</ExternalLink>}
          <Button variant={nickname ? 'primary' : 'secondary'} className="max-md:flex-auto" onClick={onClose}>
            {t('okay')}
          </Button>
          {!nickname && (
            <ButtonLink to="/recover-password" variant="primary" className="max-md:flex-auto">
              {t('forgotten.recover')}
            </ButtonLink>
          )}
        </>
      }
    >
      <div className="grid gap-3 px-8 pb-6 text-fg-muted max-md:px-5">
        {!nickname && <p>{t('forgotten.byPhone')}</p>}
        <p>{nickname ? t('forgotten.nicknameText') : t('forgotten.passwordText')}</p>
        <ul className="grid list-disc gap-1 pl-5">
          <li>{t('forgotten.tellName')}</li>
          <li>{t('forgotten.tellPhone')}</li>
          <li>{t('forgotten.tellNoPassword')}</li>
        </ul>
      </div>
    </Dialog>
  );
}
