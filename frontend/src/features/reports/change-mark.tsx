import { useTexts } from '../../i18n/index.ts';
import { classes } from '../../ui/class-names.ts';

/** Whether an event was added or removed between two points in time: sign, label and colour. */
export function ChangeMark({ change }: { readonly change: 'added' | 'removed' }) {
  const { t } = useTexts();
  const added = change === 'added';
  return (
    <span
      className={classes(
        'mr-1.5 inline-block whitespace-nowrap rounded-full px-1.5 text-micro font-medium',
        added ? 'bg-onsale-soft text-onsale' : 'bg-rejected-soft text-danger',
      )}
    >
      {added ? t('compare.added') : t('compare.removed')}
    </span>
  );
}
