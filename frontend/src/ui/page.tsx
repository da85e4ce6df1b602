import type { ReactNode } from 'react';
import { usePageTitle } from './page-title.ts';

interface PageProps {
  readonly title: string;
  /** A link above the title. */
  readonly back?: ReactNode;
  /** A button beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A dashboard page: one column with a title and a button. */
export function Page({ title, back, action, children }: PageProps) {
  usePageTitle(title);
  return (
    <div className="page-x mx-auto max-w-[57.5rem] pt-5 pb-10 md:pt-9 md:pb-20">
      {back}
      <div className="flex min-h-9 items-center justify-between gap-3">
        <h1 className="text-title">{title}</h1>
        {action}
      </div>
      {children}
    </div>
  );
}
