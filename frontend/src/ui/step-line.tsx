import type { TradePayment } from '@matgyo/contracts/endpoints/trades';
import { Check } from 'lucide-react';
import { timeInKorea } from '../format/date-time.ts';
import { useTexts } from '../i18n/index.ts';
import { classes } from './class-names.ts';

interface StepLineProps {
  readonly number: number;
  readonly name: string;
  readonly mark: TradePayment['steps'][number] | undefined;
  /** It is the next one. */
  readonly current: boolean;
}

/** A payment step in the list of all: done and when, the current one, or still to come. */
export function StepLine({ number, name, mark, current }: StepLineProps) {
  const { t } = useTexts();
  const done = mark !== undefined;
  return (
    <li
      aria-current={current ? 'step' : undefined}
      className={classes(
        'flex items-center gap-2.5',
        current ? 'font-strong' : done ? 'text-fg-muted' : 'text-fg-subtle',
      )}
    >
      <span
        aria-hidden="true"
        className={classes(
          'grid size-[26px] flex-none place-items-center rounded-full text-micro font-strong',
          current
            ? 'bg-accent text-on-accent'
            : done
              ? 'bg-accent-soft text-accent'
              : 'inset-ring inset-ring-line',
        )}
      >
        {done ? <Check size={14} strokeWidth={2} /> : number}
      </span>
      {name}
      {done && (
        <time dateTime={mark.at} className="text-fg-subtle text-micro">
          {timeInKorea(mark.at)}
        </time>
      )}
      <span className="sr-only">{done ? t('steps.marked') : t('steps.open')}</span>
    </li>
  );
}
