import { serverAnswers } from '../api/server-answers.ts';
import { ofTab, readFrom, writeTo } from '../session/storage.ts';

const mark = 'matgyo:reloaded-at';

/** A chunk that is missing again this soon after a reload is not outdated but gone: do not reload forever. */
const onceWithinMs = 30_000;

const missing = new WeakSet<Error>();
let reloading = false;

export const isMissingChunk = (error: unknown): boolean => error instanceof Error && missing.has(error);

/** After an upgrade, an open page requests chunks that no longer exist. One reload loads the new version. */
export function reloadOnStaleChunk(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    missing.add(payload);
    void reloadIfServed();
  });
}

/**
 * Reloads the page, but only if the server answers: otherwise the browser would replace the open page with its own
 * error page. `gone` if a reload has just not helped.
 */
export async function reloadIfServed(): Promise<'unreachable' | 'gone' | 'reloading'> {
  if (!(await serverAnswers())) return 'unreachable';
  if (reloading) return 'reloading';
  const last = Number(readFrom(ofTab, mark) ?? '0');
  if (Math.abs(Date.now() - last) < onceWithinMs) return 'gone';
  writeTo(ofTab, mark, String(Date.now()));
  // Without storage nothing would end the reloading.
  if (readFrom(ofTab, mark) === null) return 'gone';
  reloading = true;
  window.location.reload();
  return 'reloading';
}
