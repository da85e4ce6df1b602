import { createRoot } from 'react-dom/client';
import { isFailure } from './api/call-failure.ts';
import { keepInUse } from './api/keep-in-use.ts';
import { pollEveryMs } from './api/queries.ts';
import { App } from './app/app.tsx';
import { fetchFirstPage } from './app/app-routes.tsx';
import { startTranslation } from './i18n/index.ts';
import { forgetDraftsAtSignOut } from './session/draft.ts';
import { leaveBrowserPushWithSession } from './session/leave-browser-push.ts';
import { watchSession } from './session/session.ts';
import { reloadIfServed, reloadOnStaleChunk } from './shell/stale-chunk.ts';

reloadOnStaleChunk();
watchSession();
keepInUse();
forgetDraftsAtSignOut();
leaveBrowserPushWithSession();

/** Over a slow connection, web fonts would be half of a visit's bytes, so the system's are used (`first-paint.js`). */
const ownLetters = document.documentElement.dataset['line'] !== 'slow';

const loading = Promise.all([
  import('./styles/index.css'),
  startTranslation(),
  fetchFirstPage(window.location.pathname),
  ownLetters && import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css?faces=common'),
]);
// Nothing is on screen yet that would try again.
loading.catch(() => setInterval(() => void reloadIfServed(), pollEveryMs));
await loading;

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');
createRoot(root, { onCaughtError: reportCaughtError }).render(<App />);

// Characters that only user content needs.
if (ownLetters) void import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css?faces=rare');

/** Logs an error that an error boundary shows, unless it is a FORBIDDEN answer. */
function reportCaughtError(error: unknown, where: { readonly componentStack?: string | undefined }): void {
  if (!isFailure(error, 'FORBIDDEN')) console.error(error, where.componentStack);
}
