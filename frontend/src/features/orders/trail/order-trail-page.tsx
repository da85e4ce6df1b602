import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { isFailure } from '../../../api/call-failure.ts';
import { useTexts } from '../../../i18n/index.ts';
import { usePageTitle } from '../../../shell/page-title.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Bone, Empty, Loading } from '../../../ui/placeholder.tsx';
import { type OrderTrail, useOrderTrail } from './order-trail.ts';

interface OrderTrailPageProps {
  readonly className: string;
  readonly notFound: { readonly text: string; readonly to: string; readonly link: string };
  readonly children: (id: string, trail: OrderTrail) => ReactNode;
}

/** The page of the order in the address: loads its trail. */
export function OrderTrailPage({ className, notFound, children }: OrderTrailPageProps) {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const { data: trail, error, refetch, isFetching } = useOrderTrail(id);
  usePageTitle(trail?.orderCode ?? t('order.title'));
  return (
    <div className={className}>
      {trail !== undefined ? (
        children(id, trail)
      ) : isFailure(error, 'ORDER_NOT_FOUND') ? (
        <Empty
          headingLevel={1}
          title={t('order.notFoundTitle')}
          text={notFound.text}
          action={
            <ButtonLink to={notFound.to} variant="primary">
              {notFound.link}
            </ButtonLink>
          }
        />
      ) : error !== null ? (
        <LoadFailure title={t('order.loadFailed')} error={error} onRetry={refetch} retrying={isFetching} />
      ) : (
        <Loading>
          <Bone className="mt-8 h-6 w-56" />
          <Bone className="mt-3 w-40" />
          <Bone className="mt-6 h-[68px] w-full rounded-lg" />
          <Bone className="mt-12 h-8 w-48" />
          <Bone className="mt-4 h-2.5 w-full rounded-full" />
          {['a', 'b', 'c'].map((row) => (
            <Bone key={row} className="mt-9 w-full" />
          ))}
        </Loading>
      )}
    </div>
  );
}
