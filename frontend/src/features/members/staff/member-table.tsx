import type { MemberView } from '@matgyo/contracts/endpoints/members';
import { roleOf } from '@matgyo/contracts/roles';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { dateInKorea } from '../../../format/date-time.ts';
import { readablePhone } from '../../../format/phone.ts';
import { useTexts } from '../../../i18n/index.ts';
import { DetailsButton } from '../../../ui/details-button.tsx';
import { onDemand } from '../../../ui/on-demand.tsx';
import { Paged } from '../../../ui/paged.tsx';
import { Skeleton } from '../../../ui/placeholder.tsx';
import { type Column, RowLink, Table, TableSkeleton } from '../../../ui/table.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { type MemberFilters, memberListQuery } from './member-queries.ts';
import { StatusSwitch } from './status-switch.tsx';
import { useWithOpened } from './use-opened-member.ts';

const MemberEditor = onDemand(
  async () => ({ default: (await import('./member-editor.tsx')).MemberEditor }),
  () => <Skeleton className="h-52 w-full" />,
);

interface MemberTableProps {
  readonly filters: MemberFilters;
  readonly as: 'admin' | 'manager';
  readonly none: ReactNode;
}

/** Members with a switch each; one at a time opens to be edited. */
export function MemberTable({ filters, as, none }: MemberTableProps) {
  const { t, formatCount } = useTexts();
  const address = useAddress();
  const opened = address.read('user');
  const list = useWithOpened(useInfiniteQuery(memberListQuery(filters)), opened, filters);
  const columns: readonly Column<MemberView>[] = [
    {
      head: t('member.nickname'),
      place: 1,
      isName: true,
      className: 'md:font-strong',
      cell: ({ _id, nickname }) =>
        as === 'admin' ? <RowLink to={`/admin/users/${_id}`}>{nickname}</RowLink> : nickname,
    },
    { head: t('member.fullName'), place: 3, cell: ({ fullName }) => fullName || '–' },
    {
      head: t('member.phone'),
      place: 5,
      className: 'whitespace-nowrap text-fg-muted',
      cell: ({ phone }) => (phone === null ? '–' : readablePhone(phone)),
    },
    {
      head: t('member.referralCode'),
      label: true,
      place: 7,
      className: 'text-fg-muted',
      cell: ({ referralCode }) => referralCode ?? '–',
    },
    {
      head: t('users.role'),
      place: 4,
      className: (member) => (roleOf(member) === 'member' ? 'text-fg-subtle' : 'font-medium'),
      cell: (member) => t(`role.${roleOf(member)}`),
    },
    { head: t('label.status'), place: 2, cell: (member) => <StatusSwitch member={member} as={as} /> },
    {
      head: t('users.joined'),
      place: 6,
      numeric: true,
      className: 'whitespace-nowrap text-fg-subtle',
      cell: ({ createdAt }) => dateInKorea(createdAt),
    },
    {
      head: <span className="sr-only">{t('staff.actions')}</span>,
      place: 8,
      numeric: true,
      cell: ({ nickname }) => (
        <DetailsButton
          text={t('staff.details')}
          label={t('users.detailsOf', { nickname })}
          open={opened === nickname}
          onToggle={() => address.type({ user: opened === nickname ? '' : nickname })}
        />
      ),
    },
  ];
  return (
    <Paged
      list={list}
      failed={t('users.loadFailed')}
      skeleton={<TableSkeleton rows={10} columns={6} />}
      none={none}
    >
      {(members) => (
        <>
          <p role="status" className="sr-only">
            {t('users.found', {
              count: members.length,
              users: `${formatCount(members.length)}${list.hasNextPage ? '+' : ''}`,
            })}
          </p>
          <Table
            caption={t('overview.users')}
            lines={members}
            keyOf={({ _id }) => _id}
            columns={columns}
            details={(member) =>
              opened === member.nickname && (
                <>
                  <MemberEditor member={member} as={as} />
                  {as === 'admin' && (
                    <p className="mt-4">
                      <Link
                        to={`/admin/users/${member._id}`}
                        className="rounded-xs font-medium text-fg-muted text-small underline underline-offset-[3px] hover:text-fg"
                      >
                        {t('users.openPage')}
                      </Link>
                    </p>
                  )}
                </>
              )
            }
          />
        </>
      )}
    </Paged>
  );
}
