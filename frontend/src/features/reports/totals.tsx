import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../../ui/class-names.ts';
import { DayBars } from '../../ui/day-bars.tsx';
import { Bone } from '../../ui/placeholder.tsx';

interface Total {
  readonly label: string;
  /** Undefined while loading. */
  readonly figure: ReactNode | undefined;
  /** The main figure. */
  readonly main?: boolean;
}

/** A row of figures; on a phone the main one above, the others as lines. */
export function Totals({ totals }: { readonly totals: readonly Total[] }) {
  return (
    // A row's first border lies outside and is clipped, also when the figures take several rows.
    <dl className="my-7 grid gap-2 overflow-x-clip md:my-8 md:flex md:flex-wrap md:gap-y-4">
      {totals.map(({ label, figure, main }) => (
        <div
          key={label}
          className={classes(
            'relative border-line md:-left-8 md:border-l md:pr-6 md:pl-[calc(2rem-1px)]',
            main !== true && 'flex items-baseline justify-between md:block',
          )}
        >
          <dt className="text-fg-subtle text-small">{label}</dt>
          <dd
            className={classes(
              'text-heading md:text-figure',
              main === true && 'text-accent max-md:text-figure [--amount-decimals:currentColor]',
            )}
          >
            {figure ?? <Bone className="my-1 h-5 w-28 md:my-2" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface DaysChartProps extends ComponentProps<typeof DayBars> {
  readonly title: string;
  /** What the first and the second bar of a day show, if there are two. */
  readonly legend?: readonly [value: string, beside: string];
  readonly unit?: string;
}

const colors = ['bg-line-strong', 'bg-accent'] as const;

/** A report's figures by day, under their title. */
export function DaysChart({ title, legend, unit, ...chart }: DaysChartProps) {
  if (chart.bars.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-heading">{title}</h2>
        <p className="flex flex-wrap items-center gap-x-3 text-fg-subtle text-micro">
          {legend?.map((name, index) => (
            <span key={name} className="inline-flex items-center gap-1.5">
              <span className={`inline-block size-2.5 rounded-[2px] ${colors[index]}`} />
              {name}
            </span>
          ))}
          {unit}
        </p>
      </div>
      <DayBars {...chart} />
    </section>
  );
}
