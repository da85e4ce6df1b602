import { useTexts } from '../../i18n/index.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { Page } from '../../ui/page.tsx';
import { Contained } from '../../ui/section.tsx';
import { Devices } from './devices.tsx';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';
import { WeakPassword } from './weak-password.tsx';

/** How one's account is kept one's own. */
export default function SecurityPage() {
  const { t } = useTexts();
  usePageTitle(t('settings.security'));
  return (
    <Page title={t('settings.security')}>
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
