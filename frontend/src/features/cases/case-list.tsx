import type { CaseSummary } from '@matgyo/contracts/endpoints/cases';
import { reasonText } from '@matgyo/contracts/reason-texts';
import { Link } from 'react-router-dom';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { KrwCell, UsdtAmount } from '../../ui/amount.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Paged } from '../../ui/paged.tsx';
import { Empty } from '../../ui/placeholder.tsx';
import { Cell, Row, rowLink, Table, TableBones } from '../../ui/table.tsx';
import { isUnderReview, useCaseStatusLabel } from './case-labels.ts';
import { type ShownCases, useCases } from './cases.ts';

/** Disputes, newest first. */
export function CaseList({ show }: { readonly show: ShownCases | 'own' }) {
  const { t } = useTexts();
  const base = show === 'own' ? '/dashboard/disputes' : '/admin/disputes';
  return (
    <Paged
      list={useCases(show)}
      failed={t('dispute.loadFailed')}
      bones={<TableBones rows={5} columns={7} />}
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
    >
      {(cases) => (
        <Table
          caption={t('dispute.list')}
          columns={[
            { head: t('dispute.openedAt') },
            { head: t('label.reason') },
            { head: t('label.status') },
            { head: t('label.seller') },
            { head: t('label.buyer') },
            { head: t('label.amountUsdt'), numeric: true },
            { head: t('label.krw'), numeric: true },
          ]}
        >
          {cases.map((one) => (
            <CaseRow key={one._id} one={one} base={base} />
          ))}
        </Table>
      )}
    </Paged>
  );
}

function CaseRow({ one, base }: { readonly one: CaseSummary; readonly base: string }) {
  const { t, language } = useTexts();
  const status = useCaseStatusLabel()(one);
  return (
    <Row>
      <Cell place="whole" className="whitespace-nowrap text-fg-muted">
        {dateTimeInKorea(one.openedAt)}
      </Cell>
      <Cell place={1} head>
        <Link to={`${base}/${one._id}`} className={rowLink}>
          {reasonText('CaseOpened', one.reason, language) ?? one.reason}
        </Link>
      </Cell>
      <Cell place={3} className={isUnderReview(one) ? 'font-strong text-pending' : 'text-fg-muted'}>
        {[status, one.appeal === null ? one.admin : null].filter((part) => part !== null).join(' · ')}
      </Cell>
      <Cell place={5} label={t('label.seller')}>
        {one.sell.nickname}
        <span className="block text-fg-subtle text-micro">{one.sell.orderCode}</span>
      </Cell>
      <Cell place={6} label={t('label.buyer')}>
        {one.buy.nickname}
        <span className="block text-fg-subtle text-micro">{one.buy.orderCode}</span>
      </Cell>
      <Cell place={2} numeric>
        <UsdtAmount value={one.amount} />
      </Cell>
      <Cell place={4} numeric>
        <KrwCell value={one.krw} />
      </Cell>
    </Row>
  );
}
