import type { ReactNode } from 'react';
import { useTexts } from '../i18n/index.ts';
import { classes } from './class-names.ts';

export function Bone({ className }: { readonly className?: string }) {
  return (
    <span aria-hidden="true" className={classes('block h-3.5 animate-pulse rounded-xs bg-well', className)} />
  );
}

/** Announces loading once to screen readers; the skeleton inside is hidden from them. */
export function Loading({ children }: { readonly children: ReactNode }) {
  const { t } = useTexts();
  return (
    <div role="status">
      <span className="sr-only">{t('loading')}</span>
      {children}
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
  /** 1: if the page has nothing else. */
  readonly headingLevel?: 1 | 2 | 3;
}

/** An empty state: message, explanation, button. */
export function Empty({ title, text, action, headingLevel = 2 }: EmptyProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="grid animate-enter justify-items-start gap-1.5 py-7">
      <svg width="120" height="40" viewBox="0 0 120 40" aria-hidden="true" className="mb-2.5">
        <rect
          x="1"
          y="6"
          width="118"
          height="10"
          rx="5"
          fill="none"
          stroke="var(--color-line-strong)"
          strokeWidth="1.5"
          strokeDasharray="4 4"
        />
        <rect
          x="1"
          y="24"
          width="70"
          height="10"
          rx="5"
          fill="none"
          stroke="var(--color-line)"
          strokeWidth="1.5"
        />
      </svg>
      <Heading className="text-heading">{title}</Heading>
      <p className="max-w-[34em] text-fg-muted">{text}</p>
      {action !== undefined && <div className="mt-3.5">{action}</div>}
    </div>
  );
}
