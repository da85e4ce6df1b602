import { type ReactNode, useId } from 'react';
import { None } from '../../../../ui/amount.tsx';
import { classes } from '../../../../ui/class-names.ts';
import { Skeleton } from '../../../../ui/placeholder.tsx';

export function Line({
  label,
  rule,
  children,
}: {
  readonly label: string;
  readonly rule?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div
      className={classes(
        'flex min-h-[26px] items-center justify-between gap-x-3 max-[16rem]:flex-wrap',
        rule === true && 'mt-1.5 border-line border-t pt-1.5',
      )}
    >
      <dt className="text-fg-muted">{label}</dt>
      <dd className="ml-auto text-right">{children}</dd>
    </div>
  );
}

/** In the place of a figure: loading, or not to be had. */
export const Awaited = ({ failed }: { readonly failed: boolean }) =>
  failed ? <None /> : <Skeleton className="w-20" />;

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly unit: string;
  readonly onChange: (text: string) => void;
}

/** An editable value that looks like the others. */
export function Figure({ label, value, error, unit, onChange }: FigureProps) {
  const errorId = useId();
  return (
    <span className="inline-grid justify-items-end">
      <span className="inline-flex items-center gap-1">
        <input
          aria-label={label}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={errorId}
          inputMode="decimal"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="h-[26px] w-28 rounded-sm border border-line-strong bg-canvas px-2 text-right font-strong tap-target aria-invalid:border-danger"
        />
        <span className="flex-none text-fg-subtle text-micro">{unit}</span>
      </span>
      <span id={errorId} role="alert" className="text-danger text-micro empty:hidden">
        {error}
      </span>
    </span>
  );
}
