import type { TrailEntry } from '@matgyo/contracts/endpoints/audit';
import { reasonText } from '@matgyo/contracts/reason-texts';
import { formatUsdt } from '../../format/amount.ts';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';

/** Why the order was rejected, and why trades of it were reversed. */
export function OrderNotices({ entries }: { readonly entries: readonly TrailEntry[] }) {
  const { t, language } = useTexts();
  const titleOf = ({ type, amount }: TrailEntry) => {
    if (type === 'OrderRejected') return t('rejection.title');
    return type === 'TradeReversed' && amount !== null
      ? t('trail.reversedOf', { amount: formatUsdt(amount, language) })
      : undefined;
  };
  return entries.map((entry) => {
    const title = titleOf(entry);
    if (title === undefined) return null;
    return (
      <p
        key={entry.eventId}
        className="mt-4 flex flex-wrap items-baseline gap-x-2 rounded-lg bg-surface px-5 py-3 md:px-7"
      >
        <span className="font-strong">{title}</span>
        <span>{reasonText(entry.type, entry.reason, language)}</span>
        <span className="text-fg-subtle text-small">{dateTimeInKorea(entry.at)}</span>
      </p>
    );
  });
}
