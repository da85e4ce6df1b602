import { useEffect, useEffectEvent } from 'react';

interface CloseWatcher extends EventTarget {
  destroy(): void;
}

declare global {
  interface Window {
    /** Missing in TypeScript's types, and in older browsers. */
    readonly CloseWatcher?: new () => CloseWatcher;
  }
}

/**
 * The `onOpenChange` of a dialog, which is also dismissed by Back on Android: without a `CloseWatcher`, Back leaves the
 * page. Escape remains with the dialog library, which prevents its default action, so that the watcher does not see it.
 */
export function useDismissal(open: boolean, onDismiss: () => void): (open: boolean) => void {
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    if (!open || window.CloseWatcher === undefined) return;
    const { CloseWatcher } = window;
    let watcher: CloseWatcher;
    const watch = () => {
      watcher = new CloseWatcher();
      watcher.addEventListener('close', () => {
        // A watcher serves one request, and the dialog may stay open: its command may be in progress.
        watch();
        dismiss();
      });
    };
    watch();
    return () => watcher.destroy();
  }, [open]);
  return (next) => {
    if (!next) onDismiss();
  };
}
