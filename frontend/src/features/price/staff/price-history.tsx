import { priceChange } from '@matgyo/contracts/price-change';
import { formatPrice } from '../../../format/amount.ts';
import { dateTimeInKorea } from '../../../format/date-time.ts';
import { useTexts } from '../../../i18n/index.ts';
import { PriceAmount } from '../../../ui/amount.tsx';
import { Paged, type PagedQuery } from '../../../ui/paged.tsx';
import { PriceMove } from '../../../ui/price-move.tsx';
import { Cell, Row, Table, TableBones } from '../../../ui/table.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { TitledSection } from '../../../ui/titled-section.tsx';
import { StepChart } from '../step-chart.tsx';
import type { PriceLogEntry } from './price-log.ts';

/** The latest prices drawn; more would make the chart unreadable. */
const pricesDrawnMax = 60;

/** All prices set: as a step chart, and as a list with who set them. */
export function PriceHistory({ log }: { readonly log: PagedQuery<PriceLogEntry> }) {
  const { t, language } = useTexts();
  return (
    <TitledSection className="mt-11" title={t('setPrice.history')}>
      <Paged
        list={log}
        failed={t('setPrice.historyFailed')}
        bones={<TableBones rows={6} columns={4} />}
        none={<p className="py-5 text-fg-muted">{t('setPrice.noHistory')}</p>}
      >
        {(entries) => (
          <>
            <div className="mt-4">
              <StepChart points={entries.slice(0, pricesDrawnMax)} />
            </div>
            <div className="mt-4">
              <Table
                caption={t('setPrice.history')}
                columns={[
                  { head: t('setPrice.setAt') },
                  { head: t('label.price'), numeric: true },
                  { head: t('setPrice.before'), numeric: true },
                  { head: t('setPrice.change'), numeric: true },
                  { head: t('setPrice.setBy') },
                ]}
              >
                {entries.map(({ price, before, revision, setAt, setBy }) => (
                  <Row key={revision}>
                    <Cell place={3} className="whitespace-nowrap text-fg-muted">
                      {dateTimeInKorea(setAt)}
                    </Cell>
                    <Cell place={1} numeric className="font-strong max-md:text-left">
                      <PriceAmount value={price} className="md:hidden" />
                      <span className="max-md:hidden">{formatPrice(price, language)}</span>
                    </Cell>
                    <Cell place="none" numeric className="text-fg-muted">
                      {before === null ? '–' : formatPrice(before, language)}
                    </Cell>
                    <Cell place={2} numeric>
                      {before === null ? '–' : <PriceMove change={priceChange(before, price)} percent />}
                    </Cell>
                    <Cell place={4} className="max-md:text-right">
                      <TextLink to={`/admin/users/${setBy._id}`}>{setBy.nickname ?? '–'}</TextLink>
                    </Cell>
                  </Row>
                ))}
              </Table>
            </div>
          </>
        )}
      </Paged>
    </TitledSection>
  );
}
