import { usePublicSettings } from '../../api/public-settings.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button, ButtonLink, ExternalLink } from '../../ui/button.tsx';
import { Dialog, type Opened } from '../../ui/dialog.tsx';

export type Forgotten = 'nickname' | 'password';

/** What to do: reset the password by phone, or turn to the admin through the messaging group or another member. */
export default function ForgottenDialog({ what, open, onClose }: Opened & { readonly what: Forgotten }) {
  const { t } = useTexts();
  const group = usePublicSettings()?.messagingGroupUrl;
  const nickname = what === 'nickname';
  return (
    <Dialog
      open={open}
      title={t(`forgot.${what}Title`)}
      onClose={onClose}
      footer={
        <>
          {group != null && <ExternalLink href={group}>{t('forgotten.openGroup')}</ExternalLink>}
          <Button variant={nickname ? 'primary' : 'secondary'} className="max-md:flex-auto" onClick={onClose}>
            {t('okay')}
          </Button>
          {!nickname && (
            <ButtonLink to="/recover-password" variant="primary" className="max-md:flex-auto">
              {t('forgot.recover')}
            </ButtonLink>
          )}
        </>
      }
    >
      <div className="grid gap-3 px-8 pb-6 text-fg-muted max-md:px-5">
        {!nickname && <p>{t('forgot.byPhone')}</p>}
        {/* Without a group, a member can still reach the admins. */}
        <p>{group === null ? t(`forgot.${what}ByMember`) : t(`forgot.${what}Text`)}</p>
        <ul className="grid list-disc gap-1 pl-5">
          <li>{t('forgot.tellName')}</li>
          <li>{t('forgot.tellPhone')}</li>
          <li>{t('forgot.tellNoPassword')}</li>
        </ul>
      </div>
    </Dialog>
  );
}
