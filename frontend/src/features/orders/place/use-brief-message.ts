import { useEffect, useState } from 'react';

/** What is wrong with an order's figures is said for this long (specification, section 9). */
const shownForMs = 2000;

type Place = 'krw' | 'agreed';

/** A message at one of two places that goes away by itself. */
export function useBriefMessage() {
  const [message, setMessage] = useState<{ readonly place: Place; readonly text: string }>();
  useEffect(() => {
    if (message === undefined) return;
    const timer = setTimeout(() => setMessage(undefined), shownForMs);
    return () => clearTimeout(timer);
  }, [message]);
  return {
    show: (place: Place, text: string) => setMessage({ place, text }),
    of: (place: Place): string | undefined => (message?.place === place ? message.text : undefined),
  };
}
