import type { ReactNode } from 'react';
import { usePageTitle } from '../ui/page-title.ts';

interface StatusPageProps {
  readonly title: string;
  readonly text: string;
  /** Next steps, the usual one first. */
  readonly children: ReactNode;
  /** Replaces a page that was shown: announced to screen readers. */
  readonly sudden?: boolean;
}

/** A page with only a message, under a broken fill bar. */
export function StatusPage({ title, text, children, sudden }: StatusPageProps) {
  usePageTitle(title);
  return (
    <div
      role={sudden === true ? 'alert' : undefined}
      className="page-x mx-auto grid min-h-[60dvh] max-w-[75rem] animate-enter content-center justify-items-start py-16"
    >
      <svg width="160" height="24" viewBox="0 0 160 24" aria-hidden="true" className="mb-5">
        <rect x="1" y="7" width="92" height="10" rx="5" fill="var(--color-accent)" />
        <g fill="none" stroke="var(--color-line-strong)" strokeWidth="1.5">
          <rect x="99" y="7.75" width="60" height="8.5" rx="4.25" strokeDasharray="4" />
        </g>
      </svg>
      <h1 className="text-title">{title}</h1>
      <p className="mt-2 max-w-[34em] text-fg-muted">{text}</p>
      <div className="mt-6 flex flex-wrap gap-2">{children}</div>
    </div>
  );
}
