/* Whether the user is active: polling alone must not keep a session alive (`X-Unattended`). */

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;
const attendedForMs = 60_000;
let lastSignMs = Date.now();

/** Calls back at each activity. Call once, at start. */
export function watchUserActivity(onSign: () => void): void {
  const noteSign = () => {
    lastSignMs = Date.now();
    onSign();
  };
  for (const sign of signs) window.addEventListener(sign, noteSign, { capture: true, passive: true });
}

/** Not by a clock that was set back since: an unattended screen must not seem to be in use for as long. */
export const isUserActive = (): boolean => Math.abs(Date.now() - lastSignMs) < attendedForMs;
