import type { ComponentProps } from 'react';
import { DayBars } from '../../ui/day-bars.tsx';

interface DaysChartProps extends ComponentProps<typeof DayBars> {
  readonly title: string;
  /** What the first and the second bar of a day show, if there are two. */
  readonly legend?: readonly [value: string, beside: string];
  readonly note?: string;
}

const colors = ['bg-line-strong', 'bg-accent'] as const;

/** A report's figures by day, under their title. */
export function DaysChart({ title, legend, note, ...chart }: DaysChartProps) {
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
          {note}
        </p>
      </div>
      <DayBars {...chart} />
    </section>
  );
}
