const mark = 'matgyo:reloaded-at';

/** A chunk that is missing again this soon after a reload is not outdated but gone: do not reload forever. */
const onceWithinMs = 30_000;

/**
 * After an upgrade, an open page requests chunks that no longer exist. One reload loads the new version; a second
 * failure goes to the error page.
 */
export function reloadOnStaleChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    // Offline, the chunk is not outdated, and a reload would lose the open page.
    if (!navigator.onLine) return;
    const last = Number(sessionStorage.getItem(mark) ?? '0');
    if (Date.now() - last < onceWithinMs) return;
    sessionStorage.setItem(mark, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
