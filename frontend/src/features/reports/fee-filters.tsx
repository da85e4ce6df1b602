import { dateInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { DaysField, SearchField, SelectField } from '../../ui/filter-field.tsx';
import { AsOfField } from './as-of-field.tsx';
import type { useFeeQuery } from './use-fee-query.ts';

interface FeeFiltersProps {
  readonly filters: ReturnType<typeof useFeeQuery>;
  /** The selectable codes; the first, '', is the default. */
  readonly codes: readonly { readonly value: string; readonly label: string }[];
}

/** All filters of a fee report; each is kept in the address. */
export function FeeFilters({ filters, codes }: FeeFiltersProps) {
  const { t } = useTexts();
  const today = dateInKorea(new Date().toISOString());
  return (
    <form
      aria-label={t('fees.filters')}
      onSubmit={(event) => event.preventDefault()}
      className="mt-5 grid grid-cols-2 gap-3 xl:grid-cols-[0.9fr_1.4fr_1.15fr_1.05fr_1.4fr]"
    >
      <SelectField
        label={t('fees.volume')}
        value={filters.period}
        onChoose={(period) => filters.choosePeriod(period, today)}
        choices={[
          { value: 'total', label: t('fees.totalVolume') },
          { value: 'today', label: t('fees.todaysVolume') },
          { value: 'days', label: t('fees.chosenDays') },
        ]}
        className="max-md:col-span-2"
      />
      <SelectField
        label={t('member.referralCode')}
        value={filters.referralCode}
        onChoose={filters.chooseCode}
        choices={codes}
        className="max-md:col-span-2 xl:order-3"
      />
      <DaysField
        label={t('period.title')}
        from={filters.from}
        to={filters.to}
        onChange={filters.chooseDays}
        className="max-xl:col-span-2 xl:order-2"
      />
      <SearchField
        label={t('fees.search')}
        placeholder={t('fees.searchHint')}
        value={filters.search}
        onSearch={filters.searchFor}
        className="max-md:col-span-2 xl:order-4"
      />
      <AsOfField {...filters.asOfField} className="max-md:col-span-2 xl:order-5" />
    </form>
  );
}
