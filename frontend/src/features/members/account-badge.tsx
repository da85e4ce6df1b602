import { useTexts } from '../../i18n/index.ts';
import { classes } from '../../ui/class-names.ts';

/** Whether the account may trade: colour, word and glyph together. */
export function AccountBadge({ active }: { readonly active: boolean }) {
  const { t } = useTexts();
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 whitespace-nowrap rounded-full py-0.5 pr-[9px] pl-[7px] text-small font-medium',
        active ? 'bg-onsale-soft text-onsale' : 'bg-pending-soft text-pending',
      )}
    >
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        {active ? (
          <circle cx="5" cy="5" r="4" fill="currentColor" />
        ) : (
          <circle
            cx="5"
            cy="5"
            r="3.6"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
            strokeDasharray="2 1.77"
          />
        )}
      </svg>
      {active ? t('account.active') : t('account.inactive')}
    </span>
  );
}
