import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component is on screen, for what comes later: a screen that was left shows no failure itself. */
export function useIsShown(): Readonly<RefObject<boolean>> {
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return shown;
}
