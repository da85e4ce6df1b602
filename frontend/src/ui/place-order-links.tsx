import { useTexts } from '../i18n/index.ts';
import { ButtonLink } from './button.tsx';

/** What a member without trades does first. */
export function PlaceOrderLinks() {
  const { t } = useTexts();
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink to="/dashboard/sell-order">{t('menu.sellOrder')}</ButtonLink>
      <ButtonLink to="/dashboard/buy-order">{t('menu.buyOrder')}</ButtonLink>
    </div>
  );
}
