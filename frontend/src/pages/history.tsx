import type { Side } from '@matgyo/contracts/ids';
import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { useCurrentPrice } from '../api/price.ts';
import { OrderHistory } from '../features/orders/history/order-history.tsx';

export default function HistoryPage({ side }: { readonly side: Side }) {
  const { data: current } = useCurrentPrice();
  return (
    <>
      <OrderHistory side={side} price={current?.data} />
      <Suspense>
        <Outlet />
      </Suspense>
    </>
  );
}
