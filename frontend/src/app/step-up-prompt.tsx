import { useState } from 'react';
import { useProofAsked } from '../session/step-up.ts';
import { onDemand } from '../ui/on-demand.tsx';

const StepUp = onDemand(() => import('../features/sessions/step-up.tsx'));

/** Anew for each time it is asked: a password stays nowhere. */
export function StepUpPrompt() {
  const asked = useProofAsked();
  const [times, setTimes] = useState(0);
  const [drawn, setDrawn] = useState(false);
  if (asked && !drawn) {
    setDrawn(true);
    setTimes(times + 1);
  }
  return drawn ? <StepUp key={times} open={asked} onClosed={() => setDrawn(false)} /> : null;
}
