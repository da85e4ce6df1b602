import { approvalPaths } from '@matgyo/contracts/paths/approvals';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useWaitingApprovals, useWaitingPayouts } from '../../api/approvals.ts';
import { isFailure } from '../../api/call-failure.ts';
import { liveAnswerTo, pages, queryKeys } from '../../api/queries.ts';
import { useTexts } from '../../i18n/index.ts';
import { Chips } from '../../ui/choice.tsx';
import { Paged } from '../../ui/paged.tsx';
import { Empty, NotLoaded } from '../../ui/placeholder.tsx';
import { StaffPage } from '../../ui/staff-page.tsx';
import { TableSkeleton } from '../../ui/table.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { ApprovalCard } from './approval-card.tsx';
import { PayoutCard } from './payout-card.tsx';

const shown = ['waiting', 'ended'] as const;

export default function ApprovalsPage() {
  const { t } = useTexts();
  const address = useAddress();
  const show = address.choice('show', shown);
  const request = address.read('request');
  const list = show.chosen === 'waiting' ? <Waiting /> : <Ended />;
  return (
    <StaffPage title={t('approval.title')} intro={t('approval.intro')}>
      <div className="mt-4 mb-2">
        {request === '' ? (
          <Chips
            label={t('approval.filter')}
            {...show}
            choices={[
              { value: 'waiting', label: t('approval.showWaiting') },
              { value: 'ended', label: t('approval.showEnded') },
            ]}
          />
        ) : (
          <TextLink to="/admin/approvals" className="text-accent">
            {t('approval.all')}
          </TextLink>
        )}
      </div>
      {request === '' ? list : <One key={request} id={request} />}
    </StaffPage>
  );
}

/** The request that a notification is about, with its state now: also one that was decided meanwhile. */
function One({ id }: { readonly id: string }) {
  const { t } = useTexts();
  const answer = useQuery(
    liveAnswerTo(queryKeys.own.admin.orders, approvalPaths.approval, { params: { id } }),
  );
  const { data, error } = answer;
  if (data !== undefined)
    return (
      <ul>
        <ApprovalCard one={data} focused />
      </ul>
    );
  if (isFailure(error, 'APPROVAL_NOT_FOUND'))
    return <Empty title={t('approval.notFound')} text={t('approval.notFoundText')} />;
  return <NotHere query={answer} />;
}

function Waiting() {
  const { t } = useTexts();
  const approvals = useWaitingApprovals();
  const payouts = useWaitingPayouts();
  const { data } = approvals;
  if (data === undefined) return <NotHere query={approvals} />;
  if (payouts.data === undefined) return <NotHere query={payouts} />;
  if (data.items.length + payouts.data.items.length === 0)
    return <Empty title={t('approval.none')} text={t('approval.noneText')} />;
  return (
    <ul>
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
  const list = useInfiniteQuery(
    pages(queryKeys.own.admin.orders, approvalPaths.approvals, { show: 'ended', limit: 20 }),
  );
  return (
    <Paged
      list={list}
      failed={t('approval.loadFailed')}
      skeleton={<TableSkeleton rows={4} columns={4} />}
      none={<Empty title={t('approval.noneEnded')} text={t('approval.noneEndedText')} />}
    >
      {(ended) => (
        <ul>
          {ended.map((one) => (
            <ApprovalCard key={one._id} one={one} />
          ))}
        </ul>
      )}
    </Paged>
  );
}

function NotHere({ query }: Pick<Parameters<typeof NotLoaded>[0], 'query'>) {
  const { t } = useTexts();
  return (
    <NotLoaded failed={t('approval.loadFailed')} query={query}>
      <TableSkeleton rows={4} columns={4} />
    </NotLoaded>
  );
}
