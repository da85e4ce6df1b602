import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { useCurrentPrice } from '../api/price.ts';
import { OrderHistory } from '../features/orders/history/order-history.tsx';
import { useTexts } from '../i18n/index.ts';
import { usePageTitle } from '../shell/page-title.ts';

export default function BuyHistoryPage() {
  const { t } = useTexts();
  const { data: current } = useCurrentPrice();
  usePageTitle(t('menu.buyHistory'));
  return (
    <>
      <OrderHistory side="buy" price={current?.data} />
      <Suspense>
        <Outlet />
      </Suspense>
    </>
  );
}
