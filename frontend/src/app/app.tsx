import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { BrowserRouter } from 'react-router-dom';
import { makeQueryClient } from '../api/query-client.ts';
import { queryKeys } from '../api/query-keys.ts';
import { withTexts } from '../i18n/index.ts';
import { startRealtime } from '../realtime/start-realtime.ts';
import { useChallengeProgress } from '../session/challenge-progress.ts';
import { subscribeSession } from '../session/session.ts';
import { PageFailure } from '../shell/page-failure.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { onFirstToast } from '../ui/toast.ts';
import { AppRoutes } from './app-routes.tsx';
import { RefusedSession } from './refused-session.tsx';
import { StepUpPrompt } from './step-up-prompt.tsx';

const ChallengeNotice = onDemand(() =>
  withTexts('security', import('../features/sessions/challenge-notice.tsx')),
);
const Toaster = onDemand(() => import('../ui/toaster.tsx'));

const queryClient = makeQueryClient();
startRealtime(queryClient);
// The next user of this browser must not see this member's data.
subscribeSession(() => queryClient.removeQueries({ queryKey: queryKeys.own.all }));

export function App() {
  const [toasts, setToasts] = useState(false);
  if (!toasts) onFirstToast(() => setToasts(true));
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <RefusedSession />
        <ErrorBoundary FallbackComponent={PageFailure}>
          <AppRoutes />
          <StepUpPrompt />
          <ChallengeProgress />
        </ErrorBoundary>
        {/* Without messages the page is still of use. */}
        <ErrorBoundary fallback={null}>{toasts && <Toaster />}</ErrorBoundary>
      </BrowserRouter>
    </QueryClientProvider>
  );
}

function ChallengeProgress() {
  const percent = useChallengeProgress();
  return percent === undefined ? null : <ChallengeNotice percent={percent} />;
}
