const mark = 'matgyo:reloaded-at';

/** A chunk that is still missing after a reload this recent is not stale but gone: do not go round in circles. */
const onceWithinMs = 30_000;

/**
 * After an upgrade an open page asks for chunks that are no longer there. Reloading once brings the new version;
 * what fails again is shown by the error page.
 */
export function reloadOnStaleChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    // Without a connection nothing is stale, and a reload would lose the page that is open.
    if (!navigator.onLine) return;
    const last = Number(sessionStorage.getItem(mark) ?? '0');
    if (Date.now() - last < onceWithinMs) return;
    sessionStorage.setItem(mark, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
