import { withTexts } from '../i18n/index.ts';
import { useChallengeProgress } from '../session/challenge-progress.ts';
import { onDemand } from '../ui/on-demand.tsx';

const ChallengeNotice = onDemand(() =>
  withTexts('security', import('../features/sessions/challenge-notice.tsx')),
);

export function ChallengeProgress() {
  const percent = useChallengeProgress();
  return percent === undefined ? null : <ChallengeNotice percent={percent} />;
}
