import { useEffect } from 'react';

/** A dialog that closes takes less to give the focus back to what opened it. */
const settleMs = 100;

/**
 * Puts the focus on the page when the focused element has disappeared, such as the button of what has just been done:
 * otherwise the keyboard would start again at the top of the window, before the navigation.
 */
export function useKeepFocus(): void {
  useEffect(() => {
    let focused: Element | undefined;
    let settling: ReturnType<typeof setTimeout> | undefined;
    // A dialog that closes gives the focus back only once it is gone. Messages, also called dialogs, take none.
    const isGone = () =>
      focused?.isConnected === false &&
      document.activeElement === document.body &&
      document.querySelector('[role$="dialog"]:not([aria-modal=false])') === null;
    const note = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : undefined;
    };
    const observer = new MutationObserver(() => {
      if (!isGone()) return;
      clearTimeout(settling);
      settling = setTimeout(() => {
        if (isGone()) document.getElementById('main')?.focus({ preventScroll: true });
      }, settleMs);
    });
    document.addEventListener('focusin', note);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      observer.disconnect();
      clearTimeout(settling);
    };
  }, []);
}
