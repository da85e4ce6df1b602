import { ArrowDownUp } from 'lucide-react';
import { useTexts } from '../../../i18n/index.ts';
import { type Sort, sorts } from '../own-orders.ts';

interface SortButtonProps {
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

/** Sort order, as a native select: it works by touch, by keyboard and with screen readers. */
export function SortButton({ sort, onSort }: SortButtonProps) {
  const { t } = useTexts();
  const labels: Record<Sort, string> = {
    status: t('history.byStatus'),
    newest: t('history.byNewest'),
    oldest: t('history.byOldest'),
    amount: t('history.byAmount'),
  };
  return (
    <label className="tap-target relative inline-flex min-h-7 items-center gap-1.5 rounded-sm text-fg-muted text-small font-medium hover:text-fg has-[select:focus-visible]:outline-2 has-[select:focus-visible]:outline-focus has-[select:focus-visible]:outline-offset-4">
      <ArrowDownUp size={16} strokeWidth={1.6} />
      <span className="sr-only">{t('history.sortBy')}</span>
      <span aria-hidden="true">{labels[sort]}</span>
      <select
        value={sort}
        onChange={(event) => onSort(sorts.find((each) => each === event.target.value) ?? 'status')}
        className="absolute inset-0 cursor-pointer opacity-0"
      >
        {sorts.map((each) => (
          <option key={each} value={each}>
            {labels[each]}
          </option>
        ))}
      </select>
    </label>
  );
}
