import type { ownTradePaths } from '@matgyo/contracts/paths/own-trades';
import type { AnswerOf } from '../../api/call.ts';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { Page } from '../../ui/page.tsx';
import { PlaceOrderLinks } from '../../ui/place-order-links.tsx';
import { Empty } from '../../ui/placeholder.tsx';
import { type Column, PagedTable } from '../../ui/table.tsx';
import { useTradePartners } from './own-trades.ts';

export default function TradePartnersPage() {
  const { t, formatCount } = useTexts();
  const columns: readonly Column<AnswerOf<typeof ownTradePaths.tradePartners>['items'][number]>[] = [
    {
      head: t('label.counterpart'),
      place: 1,
      isName: true,
      className: 'whitespace-nowrap',
      cell: ({ nickname }) => nickname,
    },
    {
      head: t('partners.trades'),
      place: 5,
      numeric: true,
      cell: ({ trades: count }) => {
        const trades = formatCount(count);
        return (
          <>
            <span className="max-md:hidden">{trades}</span>
            <span className="md:hidden">{t('partners.count', { count, trades })}</span>
          </>
        );
      },
    },
    {
      head: t('transactions.volume.sell'),
      label: t('partners.volume.sell'),
      place: 3,
      usdt: ({ sold }) => sold,
    },
    {
      head: t('transactions.volume.buy'),
      label: t('partners.volume.buy'),
      place: 4,
      usdt: ({ bought }) => bought,
    },
    { head: t('label.krw'), place: 2, krw: ({ krw }) => krw },
    {
      head: t('partners.last'),
      place: 6,
      numeric: true,
      className: 'whitespace-nowrap text-fg-muted',
      cell: ({ lastTradeAt }) => dateTimeInKorea(lastTradeAt),
    },
  ];
  return (
    <Page title={t('menu.tradePartners')}>
      <p className="mt-1 mb-6 max-w-[40em] text-fg-muted">{t('partners.text')}</p>
      <PagedTable
        list={useTradePartners()}
        failed={t('partners.loadFailed')}
        none={<Empty title={t('partners.none')} text={t('partners.noneText')} action={<PlaceOrderLinks />} />}
        caption={t('menu.tradePartners')}
        keyOf={({ lastTradeId }) => lastTradeId}
        columns={columns}
      />
    </Page>
  );
}
