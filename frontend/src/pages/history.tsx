import type { Side } from '@matgyo/contracts/ids';
import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { useCurrentPrice } from '../api/price.ts';
import { OrderHistory } from '../features/orders/history/order-history.tsx';
import { useTexts } from '../i18n/index.ts';
import { usePageTitle } from '../shell/page-title.ts';

export default function HistoryPage({ side }: { readonly side: Side }) {
  const { t } = useTexts();
  const { data: current } = useCurrentPrice();
  usePageTitle(side === 'sell' ? t('menu.sellHistory') : t('menu.buyHistory'));
  return (
    <>
      <OrderHistory side={side} price={current?.data} />
      <Suspense>
        <Outlet />
      </Suspense>
    </>
  );
}
