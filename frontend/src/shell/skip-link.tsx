import { useWords } from '../i18n/index.ts';

export function SkipLink() {
  const { t } = useWords();
  return (
    <a
      href="#main"
      className="-top-16 absolute left-3 z-[70] rounded-sm bg-inverse px-3.5 py-2 text-on-inverse focus:top-2"
    >
      {t('shell.skip')}
    </a>
  );
}
