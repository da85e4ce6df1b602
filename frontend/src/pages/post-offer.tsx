import { OpenOrders, RecentTrades } from '../features/orders/public/market.tsx';
import { useTexts } from '../i18n/index.ts';
import { useSession } from '../session/session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Chips } from '../ui/choice.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Contained } from '../ui/section.tsx';
import { useAddress } from '../ui/use-address.ts';

export default function PostOfferPage() {
  const { t } = useTexts();
  const session = useSession();
  const view = useAddress().choice('view', ['sell', 'buy', 'trades']);
  usePageTitle(t('menu.transactions'));
  return (
    <div className="page-x mx-auto max-w-[75rem] pt-5 pb-16 md:pt-9">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="max-w-[40em]">
          <h1 className="text-title">{t('menu.transactions')}</h1>
          <p className="mt-1 text-fg-muted">{t('offers.intro')}</p>
          {view.chosen !== 'trades' && <p className="text-fg-muted">{t('offers.how')}</p>}
        </div>
        {session === undefined ? (
          <ButtonLink to="/signup" size="medium">
            {t('landing.joinAndTrade')}
          </ButtonLink>
        ) : (
          <div className="flex flex-wrap gap-2">
            <ButtonLink to="/dashboard/sell-order" size="medium">
              {t('menu.order.sell')}
            </ButtonLink>
            <ButtonLink to="/dashboard/buy-order" size="medium">
              {t('menu.order.buy')}
            </ButtonLink>
          </div>
        )}
      </div>
      <div className="mt-5 mb-2">
        <Chips
          label={t('offers.view')}
          {...view}
          choices={[
            { value: 'sell', label: t('offers.sides.sell') },
            { value: 'buy', label: t('offers.sides.buy') },
            { value: 'trades', label: t('offers.traded') },
          ]}
        />
      </div>
      <Contained key={view.chosen}>
        {view.chosen === 'trades' ? <RecentTrades /> : <OpenOrders side={view.chosen} />}
      </Contained>
    </div>
  );
}
