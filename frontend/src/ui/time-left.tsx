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

/** Until when the next step has to be marked, and by whom. */
export function TimeLeft({ next, side }: TimeLeftProps) {
  const { t } = useTexts();
  const now = useNow(10_000);
  if (next.due === null) return <p className="text-fg-muted text-small">{t('steps.paused')}</p>;
  const seconds = secondsUntil(next.due, now);
  if (next.expired || seconds === 0) return <p className="text-danger text-small">{t('steps.overdue')}</p>;
  return (
    <p
      className={classes('text-small', seconds < hurrySeconds ? 'font-strong text-danger' : 'text-fg-muted')}
    >
      {side !== undefined && `${next.party === side ? t('steps.yourTurn') : t('steps.theirTurn')} · `}
      {t('steps.left', { at: deadlineInKorea(next.due, now), duration: durationText(seconds, t) })}
      {side === undefined && next.cancels && ` · ${t('steps.cancels')}`}
    </p>
  );
}

/** What happens if that time passes; once it has, what the party of a side can do. */
export function OverdueNote({ next, side }: Required<TimeLeftProps>) {
  const { t } = useTexts();
  const now = useNow(10_000);
  if (next.due === null) return null;
  const mine = next.party === side;
  const isOver = next.expired || secondsUntil(next.due, now) === 0;
  const overdue = mine ? t('steps.overdueMine') : t('steps.overdueTheirs');
  const ahead = next.cancels ? t('steps.cancels') : mine && t('steps.counts');
  return (
    <p className={classes('text-small empty:hidden', isOver ? 'text-danger' : 'text-fg-muted')}>
      {isOver ? overdue : ahead}
    </p>
  );
}
