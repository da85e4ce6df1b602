import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { DaysField, SearchField, SelectField } from '../../ui/filter-field.tsx';
import { phoneWidth, useMedia } from '../../ui/use-media.ts';
import { AsOfField } from './as-of-field.tsx';
import type { useFeeQuery } from './use-fee-query.ts';

interface FeeFiltersProps {
  readonly filters: ReturnType<typeof useFeeQuery>;
  /** The selectable codes; the first, '', is the default. */
  readonly codes: readonly { readonly value: string; readonly label: string }[];
}

/** All filters of a fee report; on a phone they are folded while none is set, since the figures are below them. */
export function FeeFilters(props: FeeFiltersProps) {
  const { t } = useTexts();
  const { isSet } = props.filters;
  // The first filter opens them; taking the last one back does not close them.
  const [isOpen, setOpen] = useState(isSet);
  if (isSet && !isOpen) setOpen(true);
  if (!useMedia(phoneWidth)) return <FilterForm {...props} />;
  return (
    <details open={isOpen} className="mt-3">
      <summary className="min-h-11 content-center text-fg-muted text-small font-medium">
        {t('fees.filters')}
      </summary>
      <FilterForm {...props} />
    </details>
  );
}

/** Each filter is kept in the address. */
function FilterForm({ filters, codes }: FeeFiltersProps) {
  const { t } = useTexts();
  return (
    <form
      aria-label={t('fees.filters')}
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-2 gap-3 md:mt-5 xl:grid-cols-[0.9fr_1.4fr_1.15fr_1.05fr_1.4fr]"
    >
      <SelectField
        label={t('fees.volume')}
        value={filters.period}
        onChoose={filters.choosePeriod}
        choices={[
          { value: 'total', label: t('fees.totalVolume') },
          { value: 'today', label: t('fees.todaysVolume') },
          { value: 'days', label: t('period.days') },
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
