import { useOwnAccount } from '../api/own-account.ts';
import { useTexts } from '../i18n/index.ts';
import { ButtonLink } from './button.tsx';

/** What a member without trades does first: place an order or, while that is not possible, write to the admins. */
export function PlaceOrderLinks() {
  const { t } = useTexts();
  const { data: account } = useOwnAccount();
  if (account === undefined) return null;
  if (account.status !== 'active')
    return <ButtonLink to="/dashboard/one-on-one">{t('menu.oneOnOne')}</ButtonLink>;
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink to="/dashboard/sell-order">{t('menu.order.sell')}</ButtonLink>
      <ButtonLink to="/dashboard/buy-order">{t('menu.order.buy')}</ButtonLink>
    </div>
  );
}
