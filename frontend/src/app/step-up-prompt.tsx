import { useState } from 'react';
import { withTexts } from '../i18n/index.ts';
import { useProofRequested } from '../session/step-up.ts';
import { onDemand } from '../ui/on-demand.tsx';

const StepUp = onDemand(() => withTexts('security', import('../features/sessions/step-up.tsx')));

/** A new dialog each time: a password must not stay in it. */
export function StepUpPrompt() {
  const ways = useProofRequested();
  const asked = ways !== undefined;
  const [drawnWays, setDrawnWays] = useState(ways);
  const [times, setTimes] = useState(0);
  const [drawn, setDrawn] = useState(false);
  if (asked && !drawn) {
    setDrawn(true);
    setDrawnWays(ways);
    setTimes(times + 1);
  }
  return drawn ? (
    <StepUp key={times} ways={drawnWays ?? []} open={asked} onClosed={() => setDrawn(false)} />
  ) : null;
}
