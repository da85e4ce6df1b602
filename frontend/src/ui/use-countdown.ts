import { useEffect, useState } from 'react';

/** Whole seconds until a point in time, counting down to 0; 0 while there is none. */
export function useCountdown(untilMs: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  const left = untilMs === undefined ? 0 : Math.max(0, Math.ceil((untilMs - now) / 1000));
  const running = untilMs !== undefined && untilMs > now;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [running]);
  // A new time may come long after the last tick.
  useEffect(() => {
    if (untilMs !== undefined) setNow(Date.now());
  }, [untilMs]);
  return left;
}
