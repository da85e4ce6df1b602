import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { CallFailure } from '../api/call-failure.ts';
import { useTexts } from '../i18n/index.ts';
import { Button } from './button.tsx';
import { classes } from './class-names.ts';

export function Skeleton({ className }: { readonly className?: string }) {
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

interface LoadFailureProps {
  /** The title: what could not be loaded. */
  readonly title: string;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly retrying?: boolean;
}

/** A value of the request was refused, as typed or as in the address: neither another try nor support helps with it. */
const isMistyped = (error: unknown): boolean =>
  error instanceof CallFailure && [400, 422].includes(error.answer.status);

/** Shown in place of data that could not be loaded, with a retry button if that may help. */
export function LoadFailure({ title, error, onRetry, retrying }: LoadFailureProps) {
  const { t, failureText } = useTexts();
  const requestId = error instanceof CallFailure && !isMistyped(error) ? error.answer.requestId : undefined;
  return (
    <div role="alert" className="grid animate-enter justify-items-start gap-1.5 py-7">
      <p className="text-heading">{title}</p>
      <p className="max-w-[34em] text-fg-muted">{failureText(error)}</p>
      {requestId !== undefined && (
        <p className="text-fg-subtle text-micro">
          {t('failure.requestId')} <span className="font-mono">{requestId}</span>
        </p>
      )}
      {!isMistyped(error) && (
        <Button size="medium" className="mt-2.5" busy={retrying} onClick={onRetry}>
          {retrying !== true && <RotateCw size={16} />}
          {t('retry')}
        </Button>
      )}
    </div>
  );
}

interface NotLoadedProps {
  /** The title if it could not be loaded. */
  readonly failed: string;
  readonly query: { readonly error: unknown; readonly refetch: () => void; readonly isFetching: boolean };
  /** The skeleton while it is loaded; none where it is known to have failed. */
  readonly children?: ReactNode;
}

/** In place of data that is not there yet. */
export function NotLoaded({ failed, query: { error, refetch, isFetching }, children }: NotLoadedProps) {
  if (error === null) return <Loading>{children}</Loading>;
  return <LoadFailure title={failed} error={error} onRetry={refetch} retrying={isFetching} />;
}

interface EmptyProps {
  readonly title: string;
  readonly text?: string;
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
        <g fill="none" stroke="var(--color-line-strong)" strokeWidth="1.5">
          <rect x="1" y="6" width="118" height="10" rx="5" strokeDasharray="4" />
          <rect x="1" y="24" width="70" height="10" rx="5" stroke="var(--color-line)" />
        </g>
      </svg>
      <Heading className="text-heading">{title}</Heading>
      <p className="max-w-[34em] text-fg-muted empty:hidden">{text}</p>
      {action !== undefined && <div className="mt-3.5">{action}</div>}
    </div>
  );
}
