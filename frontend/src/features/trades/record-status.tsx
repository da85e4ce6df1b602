import type { OrderStatus } from '@matgyo/contracts/order-status';
import { useWords } from '../../i18n/index.ts';
import { useStatusWord } from '../../ui/status.tsx';

/** The specification's two colours here: completed is green, everything else yellow; with glyph and word. */
export function RecordStatus({ status }: { readonly status: OrderStatus }) {
  const { t } = useWords();
  const wordOf = useStatusWord();
  const completed = status === 'Sale Completed' || status === 'Buy Completed';
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap font-medium ${completed ? 'text-onsale' : 'text-pending'}`}
    >
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        {completed ? (
          <>
            <circle cx="5" cy="5" r="4.3" fill="currentColor" />
            <path
              d="m3 5.1 1.5 1.5L7.2 3.7"
              fill="none"
              stroke="var(--color-canvas)"
              strokeWidth="1.3"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </>
        ) : (
          <>
            <circle cx="5" cy="5" r="3.6" fill="none" stroke="currentColor" strokeWidth="1.5" />
            <circle cx="5" cy="5" r="1.7" fill="currentColor" />
          </>
        )}
      </svg>
      {completed ? t('deals.isCompleted') : wordOf(status)}
    </span>
  );
}
