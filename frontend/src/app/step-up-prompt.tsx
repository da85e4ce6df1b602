import { useState } from 'react';
import { withTexts } from '../i18n/index.ts';
import { useProofRequested } from '../session/step-up.ts';
import { onDemand } from '../ui/on-demand.tsx';

const StepUp = onDemand(() => withTexts('security', import('../features/sessions/step-up.tsx')));

/** A new dialog each time: neither a password nor what confirmed another action may stay in it. */
export function StepUpPrompt() {
  const request = useProofRequested();
  const isRequired = request !== undefined;
  const [drawnRequest, setDrawnRequest] = useState(request);
  const [times, setTimes] = useState(0);
  const [drawn, setDrawn] = useState(false);
  if (isRequired && !drawn) {
    setDrawn(true);
    setDrawnRequest(request);
    setTimes(times + 1);
  }
  return drawn ? (
    <StepUp
      key={times}
      ways={drawnRequest?.ways ?? []}
      wanted={drawnRequest?.wanted}
      open={isRequired}
      onClosed={() => setDrawn(false)}
    />
  ) : null;
}
