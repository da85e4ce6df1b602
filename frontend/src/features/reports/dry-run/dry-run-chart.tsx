import type { ComponentProps } from 'react';
import { DayBars } from '../../../ui/day-bars.tsx';

interface DryRunChartProps {
  readonly title: string;
  /** Description for screen readers. */
  readonly label: ComponentProps<typeof DayBars>['label'];
  /** What the first and the second bar of a day show. */
  readonly legend: readonly [value: string, beside: string];
  readonly unit?: string;
  readonly bars: readonly { readonly day: string; readonly value: string; readonly beside: string }[];
  readonly format: (value: string) => string;
}

const colors = ['bg-line-strong', 'bg-accent'] as const;

/** What was and what would have been on each day, side by side. */
export function DryRunChart({ title, label, legend, unit, bars, format }: DryRunChartProps) {
  if (bars.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-heading">{title}</h2>
        <p className="flex flex-wrap items-center gap-x-3 text-fg-subtle text-micro">
          {legend.map((name, index) => (
            <span key={name} className="inline-flex items-center gap-1.5">
              <span className={`inline-block size-2.5 rounded-[2px] ${colors[index]}`} />
              {name}
            </span>
          ))}
          {unit}
        </p>
      </div>
      <DayBars {...{ bars, label, format }} />
    </section>
  );
}
