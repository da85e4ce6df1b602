import { Link } from 'react-router-dom';
import { usePublicSettings } from '../../api/public-settings.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button, ExternalLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export type Forgotten = 'nickname' | 'password';

interface ForgottenDialogProps {
  readonly what: Forgotten;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Who to turn to: the admin, through the messaging group. */
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
          <Button variant="primary" className="max-md:flex-auto" onClick={onClose}>
            {t('okay')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 px-8 pb-6 text-fg-muted max-md:px-5">
        <p>{nickname ? t('forgotten.nicknameText') : t('forgotten.passwordText')}</p>
        <ul className="grid list-disc gap-1 pl-5">
          <li>{t('forgotten.tellName')}</li>
          <li>{t('forgotten.tellPhone')}</li>
          <li>{t('forgotten.tellNoPassword')}</li>
        </ul>
        {!nickname && (
          <p>
            {t('forgotten.byPhone')}{' '}
            <Link to="/recover-password" className="whitespace-nowrap rounded-xs text-accent font-strong">
              {t('forgotten.recover')}
            </Link>
          </p>
        )}
      </div>
    </Dialog>
  );
}
