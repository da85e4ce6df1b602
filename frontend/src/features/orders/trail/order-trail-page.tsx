import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { isFailure } from '../../../api/call-failure.ts';
import { type OrderTrail, useOrderTrail } from '../../../api/order-trail.ts';
import { useTexts } from '../../../i18n/index.ts';
import { CopyOrderId } from '../../../ui/copy.tsx';
import { DetailPage } from '../../../ui/detail-page.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { Skeleton } from '../../../ui/placeholder.tsx';

interface OrderTrailPageProps {
  readonly className: string;
  readonly notFound: { readonly text: string; readonly to: string; readonly link: string };
  readonly children: (id: string, trail: OrderTrail) => ReactNode;
}

export function OrderTrailPage({ className, notFound, children }: OrderTrailPageProps) {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const query = useOrderTrail(id);
  const { data: trail, error } = query;
  usePageTitle(trail?.orderCode ?? t('order.title'));
  return (
    <DetailPage
      className={className}
      list={{ to: notFound.to, name: notFound.link }}
      hasBackLink={false}
      missing={
        isFailure(error, 'ORDER_NOT_FOUND') && { title: t('order.notFoundTitle'), text: notFound.text }
      }
      query={query}
      failed={t('order.loadFailed')}
      skeleton={
        <>
          <Skeleton className="mt-8 h-6 w-56" />
          <Skeleton className="mt-3 w-40" />
          <Skeleton className="mt-6 h-[68px] w-full rounded-lg" />
          <Skeleton className="mt-12 h-8 w-48" />
          <Skeleton className="mt-4 h-2.5 w-full rounded-full" />
          {['a', 'b', 'c'].map((row) => (
            <Skeleton key={row} className="mt-9 w-full" />
          ))}
        </>
      }
    >
      {trail && children(id, trail)}
    </DetailPage>
  );
}

interface OrderHeadProps {
  readonly id: string;
  readonly trail: OrderTrail;
  /** The line below the order's code. */
  readonly children: ReactNode;
  readonly buttons: ReactNode;
}

export function OrderHead({ id, trail: { orderCode }, children, buttons }: OrderHeadProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <div className="flex items-center gap-0.5">
          <h1 className="text-title">{orderCode}</h1>
          <CopyOrderId id={id} code={orderCode} className="print:hidden" />
        </div>
        {children}
      </div>
      {buttons}
    </div>
  );
}
