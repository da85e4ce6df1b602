import type { CaseSummary } from '@matgyo/contracts/endpoints/cases';
import { reasonText } from '@matgyo/contracts/reason-texts';
import { ChevronRight } from 'lucide-react';
import { useTexts } from '../../i18n/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/placeholder.tsx';
import { StageMark } from '../../ui/status.tsx';
import { type Column, PagedTable, RowLink } from '../../ui/table.tsx';
import { isUnderReview, useCaseStatusLabel } from './case-labels.ts';
import { type ShownCases, useCases } from './cases.ts';

function stageOf(one: CaseSummary) {
  if (one.status === 'withdrawn') return 'cancelled';
  if (!isUnderReview(one)) return 'completed';
  return one.taken || one.appeal === 'open' ? 'progress' : 'dispute';
}

/** Disputes. Those that wait for an admin show since when: an appeal, since it was made. */
export function CaseList({ show }: { readonly show: ShownCases | 'own' }) {
  const { t, language } = useTexts();
  const statusOf = useCaseStatusLabel();
  const base = show === 'own' ? '/dashboard/disputes' : '/admin/disputes';
  const columns: readonly Column<CaseSummary>[] = [
    {
      head: show === 'open' ? t('dispute.waitsSince') : t('dispute.openedAt'),
      label: true,
      place: 'whole',
      time: ({ appealedAt, openedAt }) => (show === 'open' && appealedAt) || openedAt,
    },
    {
      head: t('label.reason'),
      place: 1,
      isName: true,
      cell: ({ _id, reason }) => (
        <RowLink to={`${base}/${_id}`}>
          {reasonText('CaseOpened', reason, language) ?? reason}
          <ChevronRight size={16} className="ml-1 inline text-fg-subtle md:hidden" />
        </RowLink>
      ),
    },
    {
      head: t('label.status'),
      place: 3,
      // A ruling with its appeal is too long for one line.
      className: 'text-fg-muted *:whitespace-normal',
      cell: (one) => (
        <>
          <StageMark stage={stageOf(one)} word={statusOf(one)} />
          {one.appeal === null && one.admin !== null && ` · ${one.admin}`}
        </>
      ),
    },
    { head: t('label.seller'), label: true, place: 5, cell: ({ sell }) => <Party {...sell} /> },
    {
      head: t('label.buyer'),
      label: true,
      place: 6,
      // Else a long nickname takes the seller's room.
      className: 'max-md:max-w-[42vw]',
      cell: ({ buy }) => <Party {...buy} />,
    },
    { head: t('label.amountUsdt'), place: 2, usdt: ({ amount }) => amount },
    { head: t('label.krw'), place: 4, krw: ({ krw }) => krw },
  ];
  return (
    <PagedTable
      list={useCases(show)}
      failed={t('dispute.loadFailed')}
      none={
        <Empty
          title={t('dispute.none')}
          text={show === 'own' ? t('dispute.noneText') : t('dispute.staffNoneText')}
          // Where a member finds the order to open one on.
          action={
            show === 'own' ? <ButtonLink to="/trade-history">{t('menu.tradeHistory')}</ButtonLink> : undefined
          }
        />
      }
      caption={t('dispute.list')}
      keyOf={({ _id }) => _id}
      columns={columns}
    />
  );
}

function Party({ nickname, orderCode }: CaseSummary['sell']) {
  return (
    <>
      <span className="nickname">{nickname}</span>
      <span className="block whitespace-nowrap text-fg-subtle text-micro">{orderCode}</span>
    </>
  );
}
