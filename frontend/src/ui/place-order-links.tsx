import { useOwnAccount } from '../api/own-account.ts';
import { useTexts } from '../i18n/index.ts';
import { ButtonLink } from './button.tsx';

/** What a member without trades does first, once the account is active. */
export function PlaceOrderLinks() {
  const { t } = useTexts();
  const { data: account } = useOwnAccount();
  if (account?.status !== 'active') return null;
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink to="/dashboard/sell-order">{t('menu.sellOrder')}</ButtonLink>
      <ButtonLink to="/dashboard/buy-order">{t('menu.buyOrder')}</ButtonLink>
    </div>
  );
}
