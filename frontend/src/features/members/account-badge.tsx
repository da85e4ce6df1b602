import { useTexts } from '../../i18n/index.ts';
import { StageMark } from '../../ui/status.tsx';

/** Whether the account may trade: colour, word and glyph together. */
export function AccountBadge({ active }: { readonly active: boolean }) {
  const { t } = useTexts();
  return active ? (
    <StageMark stage="onsale" word={t('account.active')} badge />
  ) : (
    <StageMark stage="pending" word={t('account.inactive')} badge />
  );
}
