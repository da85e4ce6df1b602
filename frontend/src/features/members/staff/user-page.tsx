import { accountFor } from '@matgyo/contracts/bank-names';
import { roleOf } from '@matgyo/contracts/roles';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { isFailure } from '../../../api/call-failure.ts';
import { levelTablesQuery, memberLevelQuery } from '../../../api/levels.ts';
import { dateTimeInKorea } from '../../../format/date-time.ts';
import { secondsUntil } from '../../../format/duration.ts';
import { useTexts } from '../../../i18n/index.ts';
import { UsdtAmount } from '../../../ui/amount.tsx';
import { CopyButton } from '../../../ui/copy.tsx';
import { DetailPage } from '../../../ui/detail-page.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { LevelList } from '../../../ui/level-list.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { Skeleton } from '../../../ui/placeholder.tsx';
import { StandingWithLimit } from '../../../ui/standing.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { TitledSection } from '../../../ui/titled-section.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { IdPhoto } from './id-photo.tsx';
import { MemberEditor } from './member-editor.tsx';
import { MemberOrders, MemberTrades } from './member-history.tsx';
import { type MemberWithActivity, memberQuery } from './member-queries.ts';
import { StatusSwitch } from './status-switch.tsx';

/** One member: who they are, what may be edited, and everything they have placed and traded. */
export default function UserPage() {
  const { t } = useTexts();
  const { userId = '' } = useParams();
  const query = useQuery(memberQuery(userId));
  const { data: member, error } = query;
  usePageTitle(member?.nickname ?? t('staff.users'));
  return (
    <DetailPage
      className="page-x max-w-[75.25rem] pt-4 pb-10 md:pb-16"
      list={{ to: '/admin/users', name: t('staff.users') }}
      missing={
        isFailure(error, 'MEMBER_NOT_FOUND') && { title: t('users.notFound'), text: t('users.notFoundText') }
      }
      query={query}
      failed={t('users.oneFailed')}
      skeleton={
        <>
          <Skeleton className="mt-3 h-6 w-44" />
          <Skeleton className="mt-8 h-72 w-full rounded-lg" />
        </>
      }
    >
      {member && <Member key={member._id} member={member} />}
    </DetailPage>
  );
}

function Member({ member }: { readonly member: MemberWithActivity }) {
  const { t, formatCount } = useTexts();
  const { activity } = member;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="text-title">{member.nickname}</h1>
          <p className="flex flex-wrap items-center gap-x-1 text-fg-subtle text-small">
            {member.fullName !== '' && `${member.fullName} · `}
            {t(`role.${roleOf(member)}`)} · {t('users.inviteCode')} {member.inviteCode}
            <CopyButton text={member.inviteCode} what={t('users.inviteCode')} />
          </p>
        </div>
        <div className="pt-1.5 text-small">
          <StatusSwitch member={member} as="admin" />
        </div>
      </div>
      <dl className="mt-4 grid gap-x-10 gap-y-2 md:flex md:flex-wrap">
        <Facts
          line="flex items-baseline justify-between md:block md:border-line md:border-l md:pl-5 md:first:border-0 md:first:pl-0"
          label="text-fg-subtle text-small"
          value="text-heading"
          rows={{
            [t('users.volume.sell')]: <UsdtAmount value={activity.sold} unit />,
            [t('users.volume.buy')]: <UsdtAmount value={activity.bought} unit />,
            [t('users.feesTotal')]: <UsdtAmount value={activity.fees} unit />,
            [t('users.invitedTotal')]: formatCount(activity.invited),
          }}
        />
      </dl>
      <div className="mt-9 grid gap-9 lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-12">
        <TitledSection className="min-w-0" titleClass="mb-3 text-heading" title={t('users.edit')}>
          <MemberEditor member={member} as="admin" />
        </TitledSection>
        <IdPhoto member={member} />
      </div>
      <MemberLevel memberId={member._id} />
      <PayoutChanges changes={member.payoutChanges} />
      <MemberOrders memberId={member._id} count={formatCount(activity.orders)} />
      <MemberTrades memberId={member._id} count={formatCount(activity.matches)} />
    </>
  );
}

/** A member's level, what it rests on, and their limit, as an admin sees it. */
function MemberLevel({ memberId }: { readonly memberId: string }) {
  const { t } = useTexts();
  const { data: standing } = useQuery(memberLevelQuery(memberId));
  const { data: tables } = useQuery(levelTablesQuery);
  return (
    <TitledSection className="mt-10 min-h-48" titleClass="mb-2 text-heading" title={t('levels.title')}>
      {standing !== undefined && <StandingWithLimit standing={standing} />}
      {tables !== undefined && tables.items.length > 0 && (
        <details className="mt-2 text-small">
          <summary className="min-h-9 content-center text-fg-muted">{t('levels.tables')}</summary>
          {tables.items.map(({ from, levels }) => (
            <div key={from} className="mt-2">
              {t('levels.tableFrom', { from: dateTimeInKorea(from) })}
              <LevelList levels={levels} />
            </div>
          ))}
          <Link to="/admin/levels/rehearsal" className="mt-3 inline-block rounded-xs underline">
            {t('levelsDryRun.title')}
          </Link>
        </details>
      )}
    </TitledSection>
  );
}

type Change = MemberWithActivity['payoutChanges'][number];

/** What a member's bank account and wallet were at each change, who changed them, and what became of the change. */
function PayoutChanges({ changes }: { readonly changes: readonly Change[] }) {
  const { t, language } = useTexts();
  const now = useNow(30_000);
  if (changes.length === 0) return null;
  const outcomes = {
    confirmed: t('users.payoutConfirmed'),
    approved: t('users.payoutApproved'),
    rejected: t('status.Rejected'),
    replaced: t('users.payoutReplaced'),
  };
  const endOf = ({ outcome, settledAt, effectiveAt }: Change): string => {
    if (outcome !== null)
      return `${outcomes[outcome]} ${settledAt === null ? '' : dateTimeInKorea(settledAt)}`;
    if (effectiveAt === null) return t('users.payoutNeedsConsent');
    const word = secondsUntil(effectiveAt, now) > 0 ? t('users.payoutWaits') : t('users.payoutUsed');
    return `${word} ${dateTimeInKorea(effectiveAt)}`;
  };
  const columns: readonly Column<Change>[] = [
    {
      head: t('users.payoutBefore'),
      place: 1,
      isName: true,
      className: 'max-md:col-span-2',
      cell: ({ before }) =>
        before === null ? (
          t('approval.payoutUnreadable')
        ) : (
          <>
            {accountFor(language, before)}
            <span className="block break-all font-mono font-regular text-micro">{before.tetherAddress}</span>
          </>
        ),
    },
    { head: t('users.payoutBy'), place: 3, cell: ({ changedBy }) => changedBy ?? '–' },
    { head: t('users.payoutAt'), place: 4, numeric: true, time: ({ changedAt }) => changedAt },
    {
      head: t('users.payoutEnd'),
      place: 'whole',
      numeric: true,
      className: 'whitespace-nowrap max-md:text-left',
      cell: endOf,
    },
  ];
  return (
    <TitledSection className="mt-10" title={t('users.payouts')}>
      <p className="mt-1 mb-2 text-fg-subtle text-small">{t('users.payoutsText')}</p>
      <Table
        caption={t('users.payouts')}
        lines={changes}
        keyOf={({ changedAt }) => changedAt}
        columns={columns}
      />
    </TitledSection>
  );
}
