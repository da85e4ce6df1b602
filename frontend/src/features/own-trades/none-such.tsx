import { useTexts } from '../../i18n/index.ts';
import { ButtonLink } from '../../ui/button.tsx';

export function NoneSuch({ text, all }: { readonly text: string; readonly all: string }) {
  const { t } = useTexts();
  return (
    <div className="grid justify-items-start gap-3 py-8">
      <p className="text-fg-muted">{text}</p>
      <ButtonLink to={all} size="medium">
        {t('showAll')}
      </ButtonLink>
    </div>
  );
}
