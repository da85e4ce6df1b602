import { useEffect, useState } from 'react';

/** How long an error about the amount is shown (specification, section 9). */
const shownForMs = 2000;

type Place = 'krw' | 'agreed';

/** An error at one of two fields, which disappears by itself. */
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
