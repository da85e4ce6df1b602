import type { ReactNode } from 'react';
import { classes } from '../../ui/class-names.ts';
import { Bone } from '../../ui/placeholder.tsx';

interface Total {
  readonly label: string;
  /** Undefined while loading. */
  readonly figure: ReactNode | undefined;
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
