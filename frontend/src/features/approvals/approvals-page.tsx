import { approvalPaths } from '@matgyo/contracts/paths/approvals';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { isFailure } from '../../api/call-failure.ts';
import { pollUnlessPushed } from '../../api/polling.ts';
import { useTexts } from '../../i18n/index.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { Chips } from '../../ui/choice.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Empty, Loading } from '../../ui/placeholder.tsx';
import { StaffPage } from '../../ui/staff-page.tsx';
import { TableBones } from '../../ui/table.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { approvalKeys, useWaitingApprovals, useWaitingPayouts } from '../../ui/waiting-approvals.ts';
import { ApprovalCard } from './approval-card.tsx';
import { PayoutCard } from './payout-card.tsx';

const shown = ['waiting', 'ended'] as const;

/** What needs a second admin: the requester, what exactly would happen, until when. */
export default function ApprovalsPage() {
  const { t } = useTexts();
  const address = useAddress();
  const show = address.readOne('show', shown);
  const request = address.read('request');
  usePageTitle(t('approval.title'));
  if (request !== '')
    return (
      <StaffPage title={t('approval.title')} intro={t('approval.intro')}>
        <p className="mt-4 mb-2">
          <Link to="/admin/approvals" className="text-accent hover:underline">
            {t('approval.all')}
          </Link>
        </p>
        <One key={request} id={request} />
      </StaffPage>
    );
  return (
    <StaffPage title={t('approval.title')} intro={t('approval.intro')}>
      <div className="mt-4 mb-2">
        <Chips
          label={t('approval.filter')}
          chosen={show}
          onChoose={(next) => address.choose({ show: next === 'waiting' ? '' : next })}
          choices={[
            { value: 'waiting', label: t('approval.showWaiting') },
            { value: 'ended', label: t('approval.showEnded') },
          ]}
        />
      </div>
      {show === 'waiting' ? <Waiting /> : <Ended />}
    </StaffPage>
  );
}

/** The request that a notification is about, with its state now: also one that was decided meanwhile. */
function One({ id }: { readonly id: string }) {
  const { t } = useTexts();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: approvalKeys.one(id),
    queryFn: ({ signal }) => call(approvalPaths.approval, { signal, params: { id } }),
    refetchInterval: pollUnlessPushed(),
  });
  if (data !== undefined)
    return (
      <ul>
        <ApprovalCard one={data} focused />
      </ul>
    );
  if (isFailure(error, 'APPROVAL_NOT_FOUND'))
    return <Empty title={t('approval.notFound')} text={t('approval.notFoundText')} />;
  return <NotHere error={error} onRetry={refetch} retrying={isFetching} />;
}

function Waiting() {
  const { t } = useTexts();
  const { data, error, refetch, isFetching } = useWaitingApprovals();
  const payouts = useWaitingPayouts();
  if (data === undefined) return <NotHere error={error} onRetry={refetch} retrying={isFetching} />;
  if (payouts.data === undefined)
    return <NotHere error={payouts.error} onRetry={payouts.refetch} retrying={payouts.isFetching} />;
  if (data.items.length + payouts.data.items.length === 0)
    return <Empty title={t('approval.none')} text={t('approval.noneText')} />;
  return (
    <ul className="grid gap-4">
      {data.items.map((one) => (
        <ApprovalCard key={one._id} one={one} />
      ))}
      {payouts.data.items.map((one) => (
        <PayoutCard key={one._id} one={one} />
      ))}
    </ul>
  );
}

function Ended() {
  const { t } = useTexts();
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery({
      queryKey: approvalKeys.list('ended'),
      queryFn: ({ pageParam, signal }) =>
        call(approvalPaths.approvals, {
          signal,
          query: { show: 'ended', limit: 20, ...(pageParam !== undefined && { cursor: pageParam }) },
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    });
  if (data === undefined) return <NotHere error={error} onRetry={refetch} retrying={isFetching} />;
  const ended = data.pages.flatMap(({ items }) => items);
  if (ended.length === 0) return <Empty title={t('approval.noneEnded')} text={t('approval.noneEndedText')} />;
  return (
    <>
      <ul className="grid gap-4">
        {ended.map((one) => (
          <ApprovalCard key={one._id} one={one} />
        ))}
      </ul>
      <LoadMore more={hasNextPage} loading={isFetchingNextPage} onMore={fetchNextPage} />
    </>
  );
}

interface NotHereProps {
  readonly error: Error | null;
  readonly onRetry: () => unknown;
  readonly retrying: boolean;
}

function NotHere({ error, onRetry, retrying }: NotHereProps) {
  const { t } = useTexts();
  return error === null ? (
    <Loading>
      <TableBones rows={4} columns={4} />
    </Loading>
  ) : (
    <LoadFailure title={t('approval.loadFailed')} error={error} onRetry={onRetry} retrying={retrying} />
  );
}
