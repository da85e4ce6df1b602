import type { MemberView } from '@matgyo/contracts/endpoints/members';
import { roleOf } from '@matgyo/contracts/roles';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatCount } from '../../../format/amount.ts';
import { dateInKorea } from '../../../format/date-time.ts';
import { readablePhone } from '../../../format/phone.ts';
import { useTexts } from '../../../i18n/index.ts';
import { DetailsButton } from '../../../ui/details-button.tsx';
import { onDemand } from '../../../ui/on-demand.tsx';
import { Paged } from '../../../ui/paged.tsx';
import { Bone } from '../../../ui/placeholder.tsx';
import { Cell, DetailRow, Row, rowLink, Table, TableBones } from '../../../ui/table.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { type MemberFilters, memberListQuery } from './member-queries.ts';
import { StatusSwitch } from './status-switch.tsx';

const MemberEditor = onDemand(
  async () => ({ default: (await import('./member-editor.tsx')).MemberEditor }),
  () => <Bone className="h-52 w-full" />,
);

interface MemberTableProps {
  readonly filters: MemberFilters;
  readonly as: 'admin' | 'manager';
  /** Shown when no member is found. */
  readonly none: ReactNode;
}

/** Members with a switch each; one at a time opens to be edited. */
export function MemberTable({ filters, as, none }: MemberTableProps) {
  const { t, language } = useTexts();
  const address = useAddress();
  const opened = address.read('user');
  const list = useInfiniteQuery(memberListQuery(filters));
  return (
    <Paged
      list={list}
      failed={t('users.loadFailed')}
      bones={<TableBones rows={10} columns={6} />}
      none={none}
    >
      {(members) => (
        <>
          <p role="status" className="sr-only">
            {t('users.found', {
              count: members.length,
              users: `${formatCount(members.length, language)}${list.hasNextPage ? '+' : ''}`,
            })}
          </p>
          <Table
            caption={t('overview.users')}
            columns={[
              { head: t('member.nickname') },
              { head: t('member.fullName') },
              { head: t('member.phone') },
              { head: t('member.referralCode') },
              { head: t('users.role') },
              { head: t('label.status') },
              { head: t('users.joined'), numeric: true },
              { head: <span className="sr-only">{t('staff.actions')}</span>, numeric: true },
            ]}
          >
            {members.map((member) => (
              <MemberRows
                key={member._id}
                member={member}
                as={as}
                open={opened === member.nickname}
                onToggle={() => address.type({ user: opened === member.nickname ? '' : member.nickname })}
              />
            ))}
          </Table>
        </>
      )}
    </Paged>
  );
}

interface MemberRowsProps {
  readonly member: MemberView;
  readonly as: 'admin' | 'manager';
  readonly open: boolean;
  readonly onToggle: () => void;
}

function MemberRows({ member, as, open, onToggle }: MemberRowsProps) {
  const { t } = useTexts();
  const role = roleOf(member);
  return (
    <>
      <Row plain={open}>
        <Cell place={1} head className="md:font-strong">
          {as === 'admin' ? (
            <Link to={`/admin/users/${member._id}`} className={rowLink}>
              {member.nickname}
            </Link>
          ) : (
            member.nickname
          )}
        </Cell>
        <Cell place={3}>{member.fullName}</Cell>
        <Cell place={5} className="whitespace-nowrap text-fg-muted">
          {member.phone === null ? '–' : readablePhone(member.phone)}
        </Cell>
        <Cell place={7} label={t('member.referralCode')} className="text-fg-muted">
          {member.referralCode ?? '–'}
        </Cell>
        <Cell place={4} className={role === 'member' ? 'text-fg-subtle' : 'font-medium'}>
          {t(`role.${role}`)}
        </Cell>
        <Cell place={2}>
          <StatusSwitch member={member} as={as} />
        </Cell>
        <Cell place={6} numeric className="whitespace-nowrap text-fg-subtle">
          {dateInKorea(member.createdAt)}
        </Cell>
        <Cell place={8} numeric>
          <DetailsButton
            text={t('staff.details')}
            label={t('users.detailsOf', { nickname: member.nickname })}
            open={open}
            onToggle={onToggle}
          />
        </Cell>
      </Row>
      {open && (
        <DetailRow columns={8}>
          <div className="rounded-lg bg-surface p-4 md:p-5">
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
          </div>
        </DetailRow>
      )}
    </>
  );
}
