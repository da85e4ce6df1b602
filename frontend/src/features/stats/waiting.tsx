import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useDecisionsWaiting } from '../../api/approvals.ts';
import { useQueueCounts } from '../../api/queue-counts.ts';
import { stuckQuery } from '../../api/stuck.ts';
import { awaitingMembersQuery, waitingInquiriesQuery } from '../../api/waiting-people.ts';
import { durationText, secondsSince } from '../../format/duration.ts';
import { useTexts } from '../../i18n/index.ts';
import { classes } from '../../ui/class-names.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Bone } from '../../ui/placeholder.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { useNow } from '../../ui/use-now.ts';

/** Longer waits are emphasised. */
const longMs = 2 * 3_600_000;

interface WaitingItem {
  readonly to: string;
  readonly label: string;
  /** Undefined while loading. */
  readonly count: number | undefined;
  readonly oldest?: string | null | undefined;
  /** Any count above zero is a problem. */
  readonly alarming?: boolean;
}

/** Everything that waits for an admin: count, oldest, link. */
export function Waiting() {
  const { t } = useTexts();
  const queues = useQueueCounts();
  const inquiries = useQuery(waitingInquiriesQuery);
  const members = useQuery(awaitingMembersQuery);
  const requests = useDecisionsWaiting();
  const stuck = useQuery(stuckQuery);
  const halted = stuck.data?.readModels.filter((model) => model.halted !== null);
  const rows: readonly WaitingItem[] = [
    {
      to: '/admin/sell-orders',
      label: t('overview.pendingSells'),
      count: queues.data?.sell.pending.total,
      oldest: queues.data?.sell.pending.oldest,
    },
    {
      to: '/admin/buy-orders',
      label: t('overview.pendingBuys'),
      count: queues.data?.buy.pending.total,
      oldest: queues.data?.buy.pending.oldest,
    },
    { to: '/admin/sell-orders', label: t('overview.liveTrades'), count: queues.data?.liveTrades },
    {
      to: '/admin/disputes',
      label: t('overview.disputes'),
      count: queues.data?.disputes.total,
      oldest: queues.data?.disputes.oldest,
    },
    {
      to: '/admin/approvals',
      label: t('overview.approvals'),
      count: requests?.length,
      oldest: requests?.[0],
    },
    {
      to: '/admin/inquiries?status=pending',
      label: t('overview.inquiries'),
      count: inquiries.data?.total,
      oldest: inquiries.data?.oldest,
    },
    {
      to: '/admin/users?status=awaiting',
      label: t('overview.awaitingMembers'),
      count: members.data?.total,
      oldest: members.data?.oldest,
    },
    {
      to: '/admin/stuck',
      label: t('staff.stuck'),
      count:
        stuck.data &&
        stuck.data.trades.length +
          (halted?.length ?? 0) +
          stuck.data.codeBudgets.length +
          (stuck.data.signing.refused === null ? 0 : 1),
      oldest:
        stuck.data?.signing.refused?.since ?? stuck.data?.trades[0]?.since ?? halted?.[0]?.halted?.since,
      alarming: true,
    },
  ];
  const failed = [queues, inquiries, members, stuck].filter(
    ({ data, error }) => data === undefined && error !== null,
  );
  return (
    <TitledSection className="mt-4" title={t('overview.waiting')}>
      <ul className="mt-1 grid md:grid-cols-2 md:gap-x-10">
        {rows.map((row) => (
          <WaitingRow key={row.label} row={row} />
        ))}
      </ul>
      {failed[0] !== undefined && (
        <LoadFailure
          title={t('overview.waitingFailed')}
          error={failed[0].error}
          onRetry={() => {
            for (const query of failed) void query.refetch();
          }}
          retrying={failed.some(({ isFetching }) => isFetching)}
        />
      )}
    </TitledSection>
  );
}

function WaitingRow({ row }: { readonly row: WaitingItem }) {
  const { t, formatCount } = useTexts();
  const now = useNow(30_000);
  const { to, label, count, oldest, alarming } = row;
  const waited = oldest == null ? 0 : secondsSince(oldest, now);
  const late = oldest != null && now - Date.parse(oldest) > longMs;
  const none = count === 0;
  return (
    <li>
      <Link
        to={to}
        className="group flex min-h-12 items-center gap-3 border-line py-3 border-b hover:bg-surface md:-mx-2 md:px-2"
      >
        <span className="flex-auto">{label}</span>
        {!none && oldest != null && (
          <span
            className={classes(
              'whitespace-nowrap text-right text-small',
              late || alarming === true ? 'font-strong text-danger' : 'text-fg-subtle',
            )}
          >
            {waited < 60 ? (
              t('overview.justIn')
            ) : (
              <>
                <span className="max-md:sr-only">{t('overview.oldest')}</span> {durationText(waited, t)}
              </>
            )}
          </span>
        )}
        <span
          className={classes(
            'min-w-8 text-right text-heading',
            none && 'font-regular text-fg-subtle',
            !none && alarming === true && 'text-danger',
          )}
        >
          {count === undefined ? <Bone className="ml-auto w-6" /> : formatCount(count)}
        </span>
        <ChevronRight size={16} strokeWidth={1.6} className="text-fg-subtle group-hover:text-fg" />
      </Link>
    </li>
  );
}
