import { QueryClientProvider } from '@tanstack/react-query';
import { LucideProvider } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { BrowserRouter, useLocation, useNavigate } from 'react-router-dom';
import { queryKeys } from '../api/queries.ts';
import { makeQueryClient } from '../api/query-client.ts';
import { withTexts } from '../i18n/index.ts';
import { startRealtime } from '../realtime/start-realtime.ts';
import { challengeProgress } from '../session/challenge-progress.ts';
import { sessionEnd, subscribeSession, useSession } from '../session/session.ts';
import { useProofRequested } from '../session/step-up.ts';
import { PageFailure } from '../shell/page-failure.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { onFirstToast } from '../ui/toast.ts';
import { AppRoutes } from './app-routes.tsx';
import { signInPath } from './return-path.ts';

const ChallengeNotice = onDemand(() =>
  withTexts('security', import('../features/sessions/challenge-notice.tsx')),
);
const loadToaster = () => import('../ui/toaster.tsx');
const Toaster = onDemand(loadToaster);

const queryClient = makeQueryClient();
startRealtime(queryClient);
// The next user of this browser must not see this member's data.
subscribeSession(() => queryClient.removeQueries({ queryKey: queryKeys.own.all }));

export function App() {
  const [toasts, setToasts] = useState(false);
  if (!toasts) onFirstToast(() => setToasts(true));
  const isSignedIn = useSession() !== undefined;
  useEffect(() => {
    // A member's first message may be that the connection is lost: then it is too late to load what shows it.
    if (isSignedIn) loadToaster().catch(() => undefined);
  }, [isSignedIn]);
  return (
    <QueryClientProvider client={queryClient}>
      <LucideProvider strokeWidth={1.6}>
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
      </LucideProvider>
    </QueryClientProvider>
  );
}

function ChallengeProgress() {
  const percent = challengeProgress.useValue();
  return percent === undefined ? null : <ChallengeNotice percent={percent} />;
}

/**
 * When the server refuses the session, the client shows the sign-in, also on public pages, and then returns to the same
 * page. A token that expires on a public page has no effect there.
 */
function RefusedSession() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const session = useSession();
  const refused = session === undefined && (sessionEnd() === 'refused' || sessionEnd() === 'idle');
  const leave = useEffectEvent(() => {
    if (pathname !== '/signin') void navigate(signInPath(pathname + search), { replace: true });
  });
  // Once per refusal: afterwards a visitor can go anywhere.
  useEffect(() => {
    if (refused) leave();
  }, [refused]);
  return null;
}

const StepUp = onDemand(() => withTexts('security', import('../features/sessions/step-up.tsx')));

/** A new dialog for each request: neither a password nor what confirmed another action may stay in it. */
function StepUpPrompt() {
  const request = useProofRequested();
  // The last request stays while its dialog closes. Another one may come before it has closed.
  const [drawn, setDrawn] = useState({ request, times: 0 });
  if (request !== undefined && request !== drawn.request) setDrawn({ request, times: drawn.times + 1 });
  return (
    drawn.request && (
      <StepUp
        key={drawn.times}
        ways={drawn.request.ways}
        wanted={drawn.request.wanted}
        open={request !== undefined}
        onClosed={() => setDrawn({ ...drawn, request: undefined })}
      />
    )
  );
}
