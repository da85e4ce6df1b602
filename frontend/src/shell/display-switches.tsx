import { changeLanguage, useTexts } from '../i18n/index.ts';
import { languages } from '../i18n/language.ts';
import { chooseTheme, useTheme } from '../session/theme.ts';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/class-names.ts';
import { useMedia } from '../ui/use-media.ts';

/** Language and theme. */
export const DisplaySwitches = ({ className }: { readonly className: string }) => (
  <div className={className}>
    <LanguageSwitch />
    <ThemeSwitch />
  </div>
);

const short = { ko: 'KOR', en: 'ENG' } as const;

function LanguageSwitch() {
  const { t, language } = useTexts();
  return (
    <fieldset className="inline-flex border-0 text-small">
      <legend className="sr-only">{t('shell.language')}</legend>
      {languages.map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          aria-pressed={each === language}
          onClick={() => void changeLanguage(each)}
          className={classes(
            'px-1.5 py-2.5 transition-colors duration-fast hover:text-fg',
            each === language ? 'font-[700] text-fg' : 'font-medium text-fg-subtle',
          )}
        >
          {short[each]}
        </button>
      ))}
    </fieldset>
  );
}

/** Toggles light and dark; the settings also offer to follow the device. */
function ThemeSwitch() {
  const { t } = useTexts();
  const theme = useTheme();
  const isDeviceDark = useMedia('(prefers-color-scheme: dark)');
  const dark = theme === 'system' ? isDeviceDark : theme === 'dark';
  return (
    <IconButton
      label={dark ? t('shell.toLight') : t('shell.toDark')}
      onClick={() => chooseTheme(dark ? 'light' : 'dark')}
    >
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="6.5" fill="none" stroke="currentColor" strokeWidth="1.6" />
        <path d="M10 3.5a6.5 6.5 0 0 1 0 13z" fill="currentColor" />
      </svg>
    </IconButton>
  );
}
