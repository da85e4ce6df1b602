import { formatCount } from '../../format/amount.ts';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { KrwCell, UsdtCell } from '../../ui/amount.tsx';
import { Page } from '../../ui/page.tsx';
import { Paged } from '../../ui/paged.tsx';
import { PlaceOrderLinks } from '../../ui/place-order-links.tsx';
import { Empty } from '../../ui/placeholder.tsx';
import { Cell, Row, Table, TableBones } from '../../ui/table.tsx';
import { useTradePartners } from './own-trades.ts';

/** The member's trade partners, nicknames masked, with amounts. */
export default function TradePartnersPage() {
  const { t } = useTexts();
  return (
    <Page title={t('menu.tradePartners')}>
      <p className="mt-1 mb-6 max-w-[40em] text-fg-muted">{t('partners.text')}</p>
      <Partners />
    </Page>
  );
}

function Partners() {
  const { t, language } = useTexts();
  return (
    <Paged
      list={useTradePartners()}
      failed={t('partners.loadFailed')}
      bones={<TableBones rows={6} columns={6} />}
      none={<Empty title={t('partners.none')} text={t('partners.noneText')} action={<PlaceOrderLinks />} />}
    >
      {(partners) => (
        <Table
          caption={t('menu.tradePartners')}
          columns={[
            { head: t('label.counterpart') },
            { head: t('partners.trades'), numeric: true },
            { head: t('transactions.sold'), numeric: true },
            { head: t('transactions.bought'), numeric: true },
            { head: t('label.krw'), numeric: true },
            { head: t('partners.last'), numeric: true },
          ]}
        >
          {partners.map((partner) => (
            <Row key={partner.lastTradeId}>
              <Cell place={1} head>
                {partner.nickname}
              </Cell>
              <Cell place={5} numeric className="max-md:text-left">
                <span className="max-md:hidden">{formatCount(partner.trades, language)}</span>
                <span className="md:hidden">
                  {t('partners.count', {
                    count: partner.trades,
                    trades: formatCount(partner.trades, language),
                  })}
                </span>
              </Cell>
              <Cell place={3} numeric label={t('partners.soldShort')} className="max-md:text-left">
                <UsdtCell value={partner.sold} />
              </Cell>
              <Cell place={4} numeric label={t('partners.boughtShort')}>
                <UsdtCell value={partner.bought} />
              </Cell>
              <Cell place={2} numeric>
                <KrwCell value={partner.krw} />
              </Cell>
              <Cell place={6} numeric className="whitespace-nowrap text-fg-muted">
                {dateTimeInKorea(partner.lastTradeAt)}
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </Paged>
  );
}
