import { useTexts } from '../i18n/index.ts';

export function SkipLink() {
  const { t } = useTexts();
  return (
    <a
      href="#main"
      className="-top-16 absolute left-3 z-[70] rounded-sm bg-inverse px-3.5 py-2 text-on-inverse focus:top-2"
    >
      {t('shell.skip')}
    </a>
  );
}
