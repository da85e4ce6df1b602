import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { useTexts } from '../../i18n/index.ts';
import { UsdtAmount } from '../../ui/amount.tsx';
import { CopyOrderId } from '../../ui/copy.tsx';
import { DetailPage } from '../../ui/detail-page.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Skeleton } from '../../ui/placeholder.tsx';
import { matchedOrderQuery } from './matched-orders.ts';
import { RecordDetails, RecordStatus } from './record-details.tsx';

export default function TransactionPage() {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const query = useQuery(matchedOrderQuery(id));
  const { data } = query;
  usePageTitle(data?.record.postingNumber ?? t('staff.transactions'));
  return (
    <DetailPage
      className="page-x max-w-[75.25rem] pt-4 pb-10 md:pb-16"
      list={{
        to: `/admin/transactions${data?.side === 'buy' ? '?side=buy' : ''}`,
        name: t('staff.transactions'),
      }}
      missing={data === null && { title: t('deals.notFound'), text: t('deals.notFoundText') }}
      query={query}
      failed={t('deals.oneFailed')}
      skeleton={
        <>
          <Skeleton className="mt-3 h-6 w-44" />
          <Skeleton className="mt-8 h-56 w-full rounded-lg" />
        </>
      }
    >
      {data ? (
        <>
          <div className="flex items-center gap-0.5">
            <h1 className="text-title">{data.record.postingNumber}</h1>
            <CopyOrderId id={data.record._id} code={data.record.postingNumber} />
          </div>
          <p className="flex items-center gap-3 text-small">
            <RecordStatus record={data.record} />
            <span className="text-fg-muted">{t(`label.${data.side}`)}</span>
          </p>
          <p className="mt-4 mb-6 text-figure proportional-nums">
            <UsdtAmount value={data.record.amount} unit figure />
          </p>
          <RecordDetails record={data.record} side={data.side} />
        </>
      ) : undefined}
    </DetailPage>
  );
}
