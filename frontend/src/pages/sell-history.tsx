import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { useCurrentPrice } from '../api/price.ts';
import { OrderHistory } from '../features/orders/history/order-history.tsx';
import { useTexts } from '../i18n/index.ts';
import { usePageTitle } from '../shell/page-title.ts';

export default function SellHistoryPage() {
  const { t } = useTexts();
  const { data: current } = useCurrentPrice();
  usePageTitle(t('menu.sellHistory'));
  return (
    <>
      <OrderHistory side="sell" price={current?.data} />
      <Suspense>
        <Outlet />
      </Suspense>
    </>
  );
}
