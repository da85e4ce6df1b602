import type { Side } from '@matgyo/contracts/ids';
import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { OrderHistory } from '../features/orders/history/order-history.tsx';

export default function HistoryPage({ side }: { readonly side: Side }) {
  return (
    <>
      <OrderHistory side={side} />
      <Suspense>
        <Outlet />
      </Suspense>
    </>
  );
}
