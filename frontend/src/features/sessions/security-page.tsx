import { useTexts } from '../../i18n/index.ts';
import { BackLink } from '../../ui/detail-page.tsx';
import { FormNotice } from '../../ui/form-page.tsx';
import { Page } from '../../ui/page.tsx';
import { Contained } from '../../ui/section.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { Devices } from './devices.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordButton } from './password-button.tsx';
import { SecondFactor, useSecondFactor } from './second-factor.tsx';

/** How one's account is kept one's own. */
export default function SecurityPage() {
  const { t } = useTexts();
  return (
    <Page title={t('settings.security')} back={<BackLink to="/settings">{t('menu.settings')}</BackLink>}>
      <Contained>
        <WeakPassword />
        <SecondFactor />
        <Passkeys />
      </Contained>
      <Contained>
        <Devices />
      </Contained>
    </Page>
  );
}

/** Shown to staff whose role waits for a better password. */
function WeakPassword() {
  const { t } = useTexts();
  const { data } = useSecondFactor();
  if (data?.passwordWeak !== true) return null;
  return (
    <TitledSection className="mt-8" titleClass="mb-3 text-heading" title={t('member.password')}>
      <FormNotice>{t('app.passwordWeak')}</FormNotice>
      <PasswordButton />
    </TitledSection>
  );
}
