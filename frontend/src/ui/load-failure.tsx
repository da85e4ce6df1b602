import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { CallFailure } from '../api/call-failure.ts';
import { useTexts } from '../i18n/index.ts';
import { Button } from './button.tsx';
import { Loading } from './placeholder.tsx';

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
          {retrying !== true && <RotateCw size={16} strokeWidth={1.6} />}
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
