import { Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Outlet, useLocation } from 'react-router-dom';
import { PageFailure } from './page-failure.tsx';

/** Renders the page. If it breaks, the shell stays; the next path is tried again. */
export function PageOutlet() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary FallbackComponent={PageFailure} resetKeys={[pathname]}>
      {/* As tall as the window, so that the footer stays below it. */}
      <Suspense fallback={<div className="min-h-dvh" />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
}
