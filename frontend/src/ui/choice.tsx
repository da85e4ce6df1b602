import { type ReactNode, useEffect, useRef } from 'react';
import { classes } from './class-names.ts';

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  /** The number of items: `8`, `100+`. */
  readonly count?: string | undefined;
}

interface ChoicesProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly chosen: Value | undefined;
  readonly onChoose: (value: Value) => void;
  /** Compact, for many choices above a table. */
  readonly dense?: boolean;
  /** A form's question: with its label, and all choices in sight, in as many rows as it takes. */
  readonly inForm?: boolean;
}

/** A filter: one row of chips, the chosen one inverse and in sight. */
export function Chips<Value extends string>({
  label,
  choices,
  chosen,
  onChoose,
  dense,
  inForm,
}: ChoicesProps<Value>) {
  const row = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const chip = row.current?.querySelector<HTMLElement>(`[value="${chosen}"]`);
    if (chip != null)
      row.current?.scrollTo({ left: chip.offsetLeft - (row.current.clientWidth - chip.offsetWidth) / 2 });
  }, [chosen]);
  return (
    <fieldset
      ref={row}
      className={classes(
        'relative flex min-w-0 border-0 md:flex-wrap',
        inForm === true ? 'flex-wrap' : 'scroll-x',
        dense === true || inForm === true ? 'gap-1' : 'gap-1.5',
      )}
    >
      <legend className={inForm === true ? 'mb-1.5 text-fg-muted text-small font-medium' : 'sr-only'}>
        {label}
      </legend>
      {choices.map(({ value, label: text, count }) => (
        <button
          key={value}
          value={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className={classes(
            'inline-flex flex-none items-center gap-[5px] whitespace-nowrap rounded-full text-small font-medium forced-colors:border',
            dense === true ? 'min-h-7 px-1.5 max-md:px-3' : 'min-h-8 px-3',
            'transition-colors duration-fast max-md:min-h-9',
            value === chosen
              ? 'bg-inverse text-on-inverse'
              : 'bg-well text-fg-muted hover:text-fg print:hidden',
          )}
        >
          {text}
          {count !== undefined && <span className="font-regular opacity-85">{count}</span>}
        </button>
      ))}
    </fieldset>
  );
}

interface Segment<Value extends string> extends Choice<Value> {
  readonly badge?: ReactNode;
}

interface SegmentsProps<Value extends string>
  extends Pick<ChoicesProps<Value>, 'label' | 'chosen' | 'onChoose'> {
  readonly choices: readonly Segment<Value>[];
}

/** A switch between two or three views. */
export function Segments<Value extends string>({ label, choices, chosen, onChoose }: SegmentsProps<Value>) {
  return (
    <fieldset className="inline-flex min-w-0 flex-wrap rounded-md border-0 bg-well p-[3px]">
      <legend className="sr-only">{label}</legend>
      {choices.map(({ value, label: text, count, badge }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className={classes(
            'inline-flex min-h-[30px] flex-1 items-center justify-center gap-[5px] whitespace-nowrap rounded-[8px] px-3.5 text-small forced-colors:border',
            'tap-target transition-colors duration-fast',
            value === chosen
              ? 'bg-canvas font-strong text-fg shadow-[0_1px_2px_oklch(0.2_0.02_200/0.12)]'
              : 'font-medium text-fg-muted hover:text-fg print:hidden',
          )}
        >
          {text}
          {count !== undefined && <span className="font-regular text-fg-subtle">{count}</span>}
          {badge}
        </button>
      ))}
    </fieldset>
  );
}
