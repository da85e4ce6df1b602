import { changeLanguage, useTexts } from '../i18n/index.ts';
import { languages } from '../i18n/language.ts';
import { classes } from '../ui/class-names.ts';

const short = { ko: 'KOR', en: 'ENG' } as const;

export function LanguageSwitch() {
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
