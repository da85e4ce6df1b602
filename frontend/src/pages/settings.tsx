import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { ReceiveSwitch } from '../features/notifications/receive-switch.tsx';
import { useBrowserPush } from '../features/notifications/use-browser-push.ts';
import { PasswordButton } from '../features/sessions/password-button.tsx';
import { changeLanguage, useTexts } from '../i18n/index.ts';
import type { Language } from '../i18n/language.ts';
import { chooseTheme, type Theme, useTheme } from '../session/theme.ts';
import { useSignOut } from '../shell/sign-out.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Segments } from '../ui/choice.tsx';
import { classes } from '../ui/class-names.ts';
import { Page } from '../ui/page.tsx';
import { Switch } from '../ui/switch.tsx';

export default function SettingsPage() {
  const { t, language } = useTexts();
  const theme = useTheme();
  const push = useBrowserPush();
  const signOut = useSignOut();
  return (
    <Page title={t('menu.settings')}>
      <div className="mt-6">
        <Setting title={t('shell.language')} text={t('settings.languageText')}>
          <Segments<Language>
            label={t('shell.language')}
            chosen={language}
            onChoose={(next) => void changeLanguage(next)}
            choices={[
              { value: 'ko', label: <span lang="ko">한국어</span> },
              { value: 'en', label: <span lang="en">English</span> },
            ]}
          />
        </Setting>
        <Setting title={t('settings.theme')} text={t('settings.themeText')}>
          <Segments<Theme>
            label={t('settings.theme')}
            chosen={theme}
            onChoose={chooseTheme}
            choices={[
              { value: 'system', label: t('settings.themeSystem') },
              { value: 'light', label: t('settings.themeLight') },
              { value: 'dark', label: t('settings.themeDark') },
            ]}
          />
        </Setting>
        <Setting inline title={t('notifications.title')} text={t('settings.notificationsText')}>
          <ReceiveSwitch box="own" />
        </Setting>
        {push !== undefined && (
          <Setting
            inline
            title={t('settings.push')}
            text={push.state === 'denied' ? t('settings.pushDenied') : t('settings.pushText')}
          >
            {push.state !== 'denied' && (
              <Switch
                label={t('settings.push')}
                on={push.state === 'on'}
                busy={push.busy}
                onChange={push.toggle}
              />
            )}
          </Setting>
        )}
        <Setting title={t('member.password')} text={t('settings.passwordText')}>
          <PasswordButton />
        </Setting>
        <Setting title={t('settings.security')} text={t('settings.securityText')}>
          <ButtonLink to="/settings/security" size="medium">
            {t('settings.securityOpen')}
          </ButtonLink>
        </Setting>
      </div>
      <Button className="mt-8 md:hidden" onClick={signOut}>
        <LogOut size={18} />
        {t('session.signOut')}
      </Button>
    </Page>
  );
}

interface SettingProps {
  readonly title: string;
  readonly text: string;
  /** Stays beside its text on a phone. */
  readonly inline?: boolean;
  readonly children: ReactNode;
}

function Setting({ title, text, inline, children }: SettingProps) {
  return (
    <section
      className={classes(
        'flex items-center justify-between gap-x-8 gap-y-3 border-line border-b py-5 last:border-0',
        inline !== true && 'max-md:flex-col max-md:items-stretch',
      )}
    >
      <div>
        <h2 className="text-heading">{title}</h2>
        <p className="text-fg-muted text-small">{text}</p>
      </div>
      {children}
    </section>
  );
}
