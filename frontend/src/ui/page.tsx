import type { ReactNode } from 'react';
import { classes } from './class-names.ts';
import { usePageTitle } from './page-title.ts';

interface PageProps {
  readonly title: string;
  /** As wide as an order's page, for a table with many columns. */
  readonly wide?: boolean;
  /** A link above the title. */
  readonly back?: ReactNode;
  /** A button beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A dashboard page: one column with a title and a button. */
export function Page({ title, wide = false, back, action, children }: PageProps) {
  usePageTitle(title);
  return (
    <div
      className={classes(
        'page-x mx-auto pt-5 pb-10 md:pt-9 md:pb-20',
        wide ? 'max-w-[72.5rem]' : 'max-w-[57.5rem]',
      )}
    >
      {back}
      <div className="flex min-h-9 items-center justify-between gap-3 max-[16rem]:flex-wrap">
        <h1 className="text-title">{title}</h1>
        {action}
      </div>
      {children}
    </div>
  );
}
