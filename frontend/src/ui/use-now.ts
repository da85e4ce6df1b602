import { useEffect, useState } from 'react';
import { serverNow } from '../session/server-clock.ts';

/** The time by the server's clock, in milliseconds since 1970, updated every `everyMs`. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
