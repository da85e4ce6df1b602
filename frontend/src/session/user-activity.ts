/*
 * Whether a person is at this page: a screen that asks by itself keeps no session alive (`X-Unattended`).
 */

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;
const attendedForMs = 60_000;
let lastSignMs = Date.now();

/** Calls back at each sign of a person. Call once, at start. */
export function watchUserActivity(onSign: () => void): void {
  const noteSign = () => {
    lastSignMs = Date.now();
    onSign();
  };
  for (const sign of signs) window.addEventListener(sign, noteSign, { capture: true, passive: true });
}

export const isUserActive = (): boolean => Date.now() - lastSignMs < attendedForMs;
