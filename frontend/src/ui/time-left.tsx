import type { TradePayment } from '@matgyo/contracts/endpoints/trades';
import type { Side } from '@matgyo/contracts/ids';
import { deadlineInKorea } from '../format/date-time.ts';
import { durationText, secondsUntil } from '../format/duration.ts';
import { useTexts } from '../i18n/index.ts';
import { classes } from './class-names.ts';
import { useNow } from './use-now.ts';

/** From here on the time is shown in a warning's colour. */
const hurrySeconds = 600;

interface TimeLeftProps {
  readonly next: NonNullable<TradePayment['next']>;
  /** The party's side; staff have none. */
  readonly side?: Side;
}

/** Until when the next step has to be marked, and by whom; once the time is up, what a party can do. */
export function TimeLeft({ next, side }: TimeLeftProps) {
  const { t } = useTexts();
  const now = useNow(10_000);
  if (next.due === null) return <p className="text-fg-muted text-small">{t('steps.paused')}</p>;
  const seconds = secondsUntil(next.due, now);
  if (next.expired || seconds === 0) {
    const overdue = next.party === side ? t('steps.overdueMine') : t('steps.overdueTheirs');
    return <p className="text-danger text-small">{side === undefined ? t('steps.overdue') : overdue}</p>;
  }
  return (
    <p
      className={classes('text-small', seconds < hurrySeconds ? 'font-strong text-danger' : 'text-fg-muted')}
    >
      {side !== undefined && `${next.party === side ? t('steps.yourTurn') : t('steps.theirTurn')} · `}
      {t('steps.left', { at: deadlineInKorea(next.due, now), duration: durationText(seconds, t) })}
      {next.cancels ? ` · ${t('steps.cancels')}` : next.party === side && ` · ${t('steps.counts')}`}
    </p>
  );
}
