import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { changeLanguage, useWords } from '../i18n/index.ts';
import type { Language } from '../i18n/language.ts';
import { chooseTheme, type Theme, useTheme } from '../session/theme.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { useSignOut } from '../shell/sign-out.ts';
import { Button } from '../ui/button.tsx';
import { Segments } from '../ui/choice.tsx';
import { Page } from '../ui/page.tsx';

/** How this browser shows things: the language and the theme. */
export default function SettingsPage() {
  const { t, language } = useWords();
  const theme = useTheme();
  const signOut = useSignOut();
  usePageTitle(t('settings.title'));
  return (
    <Page title={t('settings.title')}>
      <div className="mt-6">
        <Setting title={t('shell.language')} text={t('settings.languageText')}>
          <Segments<Language>
            label={t('shell.language')}
            chosen={language}
            onChoose={(next) => void changeLanguage(next)}
            choices={[
              { value: 'ko', label: '한국어' },
              { value: 'en', label: 'English' },
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
      </div>
      <Button className="mt-8 md:hidden" onClick={signOut}>
        <LogOut size={18} strokeWidth={1.6} />
        {t('session.signOut')}
      </Button>
    </Page>
  );
}

interface SettingProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Setting({ title, text, children }: SettingProps) {
  return (
    <section className="flex items-center justify-between gap-x-8 gap-y-3 border-line border-b py-5 last:border-0 max-md:flex-col max-md:items-stretch">
      <div>
        <h2 className="text-heading">{title}</h2>
        <p className="text-fg-muted text-small">{text}</p>
      </div>
      {children}
    </section>
  );
}
