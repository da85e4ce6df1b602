import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { isFailure } from '../api/call-failure.ts';
import { useTexts } from '../i18n/index.ts';
import { LoadFailure } from './placeholder.tsx';

/** A part of a page that may fail without the rest. */
export function Contained({ children }: { readonly children: ReactNode }) {
  const { t } = useTexts();
  return (
    <ErrorBoundary
      fallbackRender={({ error, resetErrorBoundary }) => {
        // A missing permission concerns the whole page.
        if (isFailure(error, 'FORBIDDEN')) throw error;
        return <LoadFailure title={t('failure.section')} error={error} onRetry={resetErrorBoundary} />;
      }}
    >
      {children}
    </ErrorBoundary>
  );
}
