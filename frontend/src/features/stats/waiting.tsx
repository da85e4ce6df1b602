import type { operationPaths } from '@matgyo/contracts/paths/operations';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useDecisionsWaiting, useWaitingApprovals, useWaitingPayouts } from '../../api/approvals.ts';
import type { AnswerOf } from '../../api/call.ts';
import { stuckQuery } from '../../api/stuck.ts';
import { awaitingMembersQuery, useQueueCounts, waitingInquiriesQuery } from '../../api/waiting.ts';
import { durationText, secondsSince } from '../../format/duration.ts';
import { useTexts } from '../../i18n/index.ts';
import { classes } from '../../ui/class-names.ts';
import { LoadFailure, Skeleton } from '../../ui/placeholder.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { useNow } from '../../ui/use-now.ts';

/** Longer waits are emphasised. */
const longSeconds = 2 * 3_600;

interface WaitingItem {
  readonly to: string;
  readonly label: string;
  /** How many, and since when the oldest waits; undefined while loading. */
  readonly waiting: { readonly total: number; readonly oldest?: string | null | undefined } | undefined;
  /** Any count above zero is a problem. */
  readonly alarming?: boolean;
}

/** Everything that waits for an admin: count, oldest, link. */
export function Waiting() {
  const { t } = useTexts();
  const queues = useQueueCounts();
  const inquiries = useQuery(waitingInquiriesQuery);
  const members = useQuery(awaitingMembersQuery);
  const approvals = useWaitingApprovals();
  const payouts = useWaitingPayouts();
  const requests = useDecisionsWaiting();
  const stuck = useQuery(stuckQuery);
  const rows: readonly WaitingItem[] = [
    { to: '/admin/sell-orders', label: t('overview.pendingOrders.sell'), waiting: queues.data?.sell.pending },
    { to: '/admin/buy-orders', label: t('overview.pendingOrders.buy'), waiting: queues.data?.buy.pending },
    {
      to: '/admin/sell-orders',
      label: t('overview.liveTrades'),
      waiting: queues.data && { total: queues.data.liveTrades },
    },
    { to: '/admin/disputes', label: t('overview.disputes'), waiting: queues.data?.disputes },
    {
      to: '/admin/approvals',
      label: t('overview.approvals'),
      waiting: requests && { total: requests.length, oldest: requests[0] },
    },
    { to: '/admin/inquiries?status=pending', label: t('overview.inquiries'), waiting: inquiries.data },
    { to: '/admin/users?status=awaiting', label: t('overview.awaitingMembers'), waiting: members.data },
    {
      to: '/admin/stuck',
      label: t('staff.stuck'),
      waiting: stuck.data && stuckIn(stuck.data),
      alarming: true,
    },
  ];
  const failed = [queues, inquiries, members, approvals, payouts, stuck].filter(
    ({ data, error }) => data === undefined && error !== null,
  );
  return (
    <TitledSection className="mt-4" title={t('overview.waiting')}>
      <ul className="mt-1 grid md:grid-cols-2 md:gap-x-10">
        {rows.map((row) => (
          <WaitingRow key={row.label} {...row} />
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

export function stuckIn({ trades, readModels, codeBudgets, signing }: AnswerOf<typeof operationPaths.stuck>) {
  const halted = readModels.filter((model) => model.halted !== null);
  const refused = signing.refused === null ? 0 : 1;
  return {
    total: trades.length + halted.length + codeBudgets.length + refused,
    oldest: [signing.refused, ...trades, ...halted.map((model) => model.halted)]
      .flatMap((one) => one?.since ?? [])
      .sort()[0],
  };
}

function WaitingRow({ to, label, waiting, alarming }: WaitingItem) {
  const { t, formatCount } = useTexts();
  const now = useNow(30_000);
  const { total, oldest } = waiting ?? {};
  const waited = oldest == null ? 0 : secondsSince(oldest, now);
  const none = total === 0;
  return (
    <li className="border-line border-b">
      <Link
        to={to}
        className="group -mx-2 flex min-h-12 items-center gap-3 rounded-sm px-2 py-3 hover:bg-surface"
      >
        <span className="flex min-w-0 flex-auto flex-wrap items-baseline justify-between gap-x-3">
          {label}
          {!none && oldest != null && (
            <span
              className={classes(
                'text-right text-small min-[20rem]:whitespace-nowrap',
                waited > longSeconds || alarming === true ? 'font-strong text-danger' : 'text-fg-subtle',
              )}
            >
              {waited < 60 ? t('overview.justIn') : `${t('overview.oldest')} ${durationText(waited, t)}`}
            </span>
          )}
        </span>
        <span
          className={classes(
            'min-w-8 text-right text-heading',
            none && 'font-regular text-fg-subtle',
            !none && alarming === true && 'text-danger',
          )}
        >
          {total === undefined ? <Skeleton className="ml-auto w-6" /> : formatCount(total)}
        </span>
        <ChevronRight size={16} className="text-fg-subtle group-hover:text-fg" />
      </Link>
    </li>
  );
}
